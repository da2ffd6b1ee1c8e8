//! Work on normalised JSON Schemas: one schema out of `allOf`, requests and responses, what
//! clients accept, the texts that a server stores, examples.

mod alternatives;
pub(crate) mod budget;
pub(crate) mod constants;
#[cfg(test)]
mod corpus;
pub mod direction;
mod document_schemas;
mod example;
pub(crate) mod file;
pub(crate) mod keyword;
mod merge;
pub(crate) mod nullable;
mod portable;
pub(crate) mod regex;
mod remarks;
mod resolve;
pub mod resources;
mod tags;
#[cfg(test)]
pub(crate) mod testing;
mod unevaluated;
mod united;

pub(crate) use alternatives::widen_alternatives;
pub(crate) use budget::expansion_budget;
pub(crate) use constants::{CONSTANTS, Meaning, lists};
pub use document_schemas::{Schema, SchemaId, Schemas};
pub(crate) use example::conforms;
pub use example::example;
pub(crate) use merge::compare;
pub use merge::merge_all_of;
pub use portable::Truncated;
pub(crate) use portable::{
    ANNOTATIONS, Simplifier, about, alike, is_cut_when_listed, listed, overlay, shortened,
    undeclared,
};
pub(crate) use remarks::remarks;
pub use resolve::resolve;
pub(crate) use tags::{Tagged, Tags, add_inline_tags, put_tags};
pub(crate) use unevaluated::{UNEVALUATED, replace_unevaluated_properties};
