//! The request to the upstream and its executor.

#[cfg(feature = "client")]
mod answer;
mod body;
mod cookie;
mod escape;
#[cfg(feature = "client")]
mod executor;
mod expand;
mod header;
mod path;
mod query_string;
mod request;
mod select;
mod shape;
mod style;
mod wanted;

#[cfg(feature = "server")]
pub(crate) use answer::next_page;
pub use body::{Body, Encoding, Xml, XmlNode};
#[cfg(feature = "server")]
pub(crate) use executor::{ConfiguredSecret, DeviceCode, Tokens};
#[cfg(feature = "client")]
pub use executor::{ExecutorError, HttpExecutor, HttpExecutorBuilder};
#[cfg(feature = "server")]
pub(crate) use executor::{MAX_CONCURRENCY, MAX_FILE_BYTES, MAX_RETRIES, TIMEOUT, server_suffix};
pub use request::HttpRequest;
pub use style::{ApiKeyIn, Style};
pub(crate) use wanted::Wanted;
