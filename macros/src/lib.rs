//! The compiler of toolwright behind a macro. Use it through the crate `toolwright`.

mod tools;

use proc_macro::TokenStream;

/// Compiles a spec into the tools, types and tables of a server, in this place.
///
/// The path is relative to the crate. Whatever is skipped is printed while compiling.
///
/// ```ignore
/// mod petstore {
///     toolwright::tools!("petstore.yaml");
/// }
/// ```
#[proc_macro]
pub fn tools(input: TokenStream) -> TokenStream {
    tools::expand(input.into()).into()
}
