//! What the derive macros and `#[tool]` write: the Rust types that `rust_types` read, through `emit`.
//!
//! The macro crate calls these functions and knows nothing else of how code is made.

pub mod method;
#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;

use crate::emit;
use crate::rust_types::{Direction, TypeSchemas, read_user_type};

/// The implementation of `ToolInput` or `ToolOutput` for a struct or enum.
///
/// # Errors
///
/// All that is wrong with it, combined, each where it stands.
///
/// ```
/// use toolwright_codegen::expand::derive;
/// use toolwright_codegen::rust_types::Direction;
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
    let user_type = read_user_type(item, direction)?;
    let schemas = TypeSchemas::for_type(&user_type, direction);
    emit::typed::items(&user_type, &schemas, direction)
        .map_err(|error| syn::Error::new(item.ident.span(), error))
}

/// The same, with what is wrong as compile errors, and beside these an implementation that keeps rustc
/// from saying that there is none.
///
/// ```
/// use toolwright_codegen::expand::derived;
/// use toolwright_codegen::rust_types::Direction;
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
