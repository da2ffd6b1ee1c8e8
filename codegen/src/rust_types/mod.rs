//! Rust types as tools take and give them: what the derive macros read, and the schemas that follow
//! from it.
//!
//! A type is read into a `UserType` and from there goes the way of a spec's types:
//! JSON Schema values, validation tables, portable texts, and code that decodes and encodes.

mod attributes;
mod json_schema;
mod problems;
mod read;
mod rename_rule;
mod rust_kind;
mod user_type;

pub(crate) use attributes::doc_comment;
pub(crate) use json_schema::{ReferencedTypes, TypeSchemas};
pub(crate) use problems::Problems;
pub(crate) use read::read_user_type;
pub(crate) use rust_kind::RustKind;
pub(crate) use user_type::{
    Contents, Default, Member, Names, Role, Shape, Tagging, UserType, UserVariant,
};

/// Which way the values of a type go.
///
/// ```
/// use toolwright_codegen::rust_types::Direction;
/// use toolwright_codegen::expand::derive;
///
/// let item: syn::DeriveInput = syn::parse_str("struct Order { count: u8 }")?;
/// let code = derive(&item, Direction::Input)?.to_string();
/// assert!(code.contains("ToolInput") && !code.contains("ToolOutput"));
/// # Ok::<(), syn::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Into a tool: `ToolInput`.
    Input,
    /// Out of it: `ToolOutput`.
    Output,
}
