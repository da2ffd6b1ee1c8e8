//! Work on JSON Schemas in the form that `normalize` gives them: merging `allOf`, splitting what requests and
//! responses have, what clients accept, examples, discriminators.
//!
//! Schemas are JSON values here, whose references are `#/$defs/{key}`. Nothing in this module knows of operations,
//! of Rust types or of the files that a schema came from.

mod client_schema;
#[cfg(test)]
mod corpus;
pub mod direction;
mod discriminator;
mod document_schemas;
pub(crate) mod ecma_regex;
pub(crate) mod enum_descriptions;
mod enum_from_consts;
mod example;
pub(crate) mod expansion_budget;
pub(crate) mod file_argument;
pub(crate) mod in_place;
pub(crate) mod keyword;
mod merge;
pub(crate) mod nullable;
mod open_enum;
mod overlapping_alternatives;
mod pattern_cache;
mod read_only_places;
mod resolve_reference;
pub mod resources;
mod schema_remarks;
mod single_types;
#[cfg(test)]
pub(crate) mod testing;
mod unevaluated;

pub use client_schema::TruncatedDescription;
pub(crate) use client_schema::{
    CLIENT_ANNOTATIONS, Simplifier, applicable_types, is_same_ignoring_punctuation,
    is_truncated_for_clients, overlay_annotations, simplify_schema, truncate_text,
    undeclared_required_names,
};
pub(crate) use discriminator::{
    DiscriminatedUnion, DiscriminatorValues, add_discriminator_property, component_name,
    write_discriminator_values,
};
pub use document_schemas::{Schema, SchemaId, Schemas};
pub(crate) use enum_descriptions::{EnumValueDoc, X_CONSTANTS, description_lists_value};
pub(crate) use example::conforms_to_schema;
pub use example::make_example;
pub(crate) use expansion_budget::expansion_budget;
pub(crate) use merge::compare_numbers;
pub use merge::merge_all_of;
pub(crate) use open_enum::OpenEnum;
pub(crate) use overlapping_alternatives::widen_alternatives;
pub(crate) use read_only_places::list_read_only_places;
pub use resolve_reference::resolve_reference;
pub(crate) use schema_remarks::collect_schema_remarks;
pub(crate) use single_types::split_type_lists;
pub(crate) use unevaluated::{UNEVALUATED, replace_unevaluated_properties};
