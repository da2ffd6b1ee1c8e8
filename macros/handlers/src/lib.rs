//! `#[handlers]`. Use it through the crate `toolwright`.
//!
//! It is a crate of its own because it needs no compiler of specs, which generated code that is checked
//! in does without.

mod split;
#[cfg(test)]
mod tests;

use proc_macro::TokenStream;

/// Makes of an `impl` of the generated trait `Handlers`, with the methods of all operations that are run
/// by hand, an `impl` for each of them.
#[proc_macro_attribute]
pub fn handlers(arguments: TokenStream, item: TokenStream) -> TokenStream {
    split::expand_impl(arguments.into(), item.into()).into()
}
