//! A large API in three tools: one lists its endpoints, one says how an endpoint is called, and one
//! calls it.

#[cfg(feature = "discovery")]
mod brief_answer;
#[cfg(feature = "discovery")]
mod catalogue;
#[cfg(feature = "discovery")]
mod catch_panic;
#[cfg(feature = "discovery")]
mod count_argument;
#[cfg(feature = "discovery")]
mod discovered;
#[cfg(feature = "discovery")]
mod endpoints;
#[cfg(feature = "discovery")]
mod instructions;
#[cfg(feature = "discovery")]
mod path_order;
#[cfg(feature = "discovery")]
mod provider;
#[cfg(feature = "discovery")]
mod schema_form;
#[cfg(feature = "discovery")]
mod schema_part;
#[cfg(feature = "discovery")]
mod suggestions;

#[cfg(feature = "discovery")]
pub(crate) mod discovery_tools;
#[cfg(feature = "discovery")]
pub(crate) mod executor;
#[cfg(feature = "discovery")]
pub(crate) mod lister;

#[cfg(feature = "discovery")]
pub(crate) use catalogue::KnownEndpoint;
#[cfg(feature = "discovery")]
pub(crate) use discovered::Discovered;
#[cfg(feature = "discovery")]
pub use endpoints::Endpoints;
#[cfg(feature = "discovery")]
pub(crate) use provider::answer_request;

pub use crate::discovery_table::{Discovery, Endpoint, SchemaFormat, UnknownSchemaFormat};
#[cfg(feature = "server")]
pub use crate::tools::{Mode, UnknownMode};
