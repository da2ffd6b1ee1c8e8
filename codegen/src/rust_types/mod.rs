//! Rust types as tools take and give them: what the derive macros read, and the schemas that follow
//! from it.
//!
//! A type is read into a [`UserType`](model::UserType) and from there goes the way of a spec's types:
//! JSON Schema values, validation tables, portable texts, and code that decodes and encodes.

mod attributes;
mod kind;
mod model;
mod problems;
mod read;
mod rename;
mod schema;

pub(crate) use attributes::comment;
pub(crate) use kind::Kind;
pub(crate) use model::{
    Contents, Default, Member, Names, Role, Shape, Tagging, UserType, UserVariant,
};
pub(crate) use problems::Problems;
pub(crate) use read::user_type;
pub(crate) use schema::{Schemas, Types};

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
