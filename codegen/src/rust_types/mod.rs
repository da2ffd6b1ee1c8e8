//! Rust types as tools take and give them: what the derive macros read, and the schemas that follow
//! from it.
//!
//! A type is read into a [`UserType`](model::UserType) and from there goes the way of a spec's types:
//! JSON Schema values, validation tables, portable texts, and code that decodes and encodes.

mod attributes;
mod kind;
pub mod method;
mod model;
mod problems;
mod read;
mod rename;
mod schema;
#[cfg(test)]
mod tests;

pub(crate) use kind::Kind;
pub(crate) use model::{
    Contents, Default, Member, Names, Role, Shape, Tagging, UserType, UserVariant,
};
pub(crate) use schema::{Schemas, Types};

use proc_macro2::TokenStream;

use crate::emit;

/// Which way the values of a type go.
///
/// ```
/// use toolwright_codegen::rust_types::{Direction, derive};
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

/// The implementation of `ToolInput` or `ToolOutput` for a struct or enum.
///
/// # Errors
///
/// All that is wrong with it, combined, each where it stands.
///
/// ```
/// use toolwright_codegen::rust_types::{Direction, derive};
///
/// let item = syn::parse_quote! {
///     struct Restock {
///         #[serde(rename = "petId", deserialize_with = "id")]
///         #[tool(min_lenght = 1)]
///         pet: String,
///     }
/// };
/// let mistakes = derive(&item, Direction::Input).unwrap_err();
/// assert_eq!(mistakes.into_iter().count(), 2);
/// ```
pub fn derive(item: &syn::DeriveInput, direction: Direction) -> syn::Result<TokenStream> {
    let user_type = read::user_type(item, direction)?;
    let schemas = Schemas::of(&user_type, direction);
    emit::typed::items(&user_type, &schemas, direction)
        .map_err(|error| syn::Error::new(item.ident.span(), error))
}

/// The same, with what is wrong as compile errors, and beside these an implementation that keeps rustc
/// from saying that there is none.
///
/// ```
/// use toolwright_codegen::rust_types::{Direction, derived};
///
/// let item = syn::parse_quote! { struct Order { #[tool(minimun = 1)] count: u8 } };
/// let code = derived(&item, Direction::Input).to_string();
/// assert!(code.contains("compile_error") && code.contains("ToolInput for Order"));
/// ```
pub fn derived(item: &syn::DeriveInput, direction: Direction) -> TokenStream {
    derive(item, direction).unwrap_or_else(|mistakes| {
        let mut items = mistakes.into_compile_error();
        items.extend(emit::typed::stub(item, direction));
        items
    })
}
