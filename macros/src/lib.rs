//! The compiler of toolwright behind a macro. Use it through the crate `toolwright`.

mod argument;
mod derive;
mod server;
#[cfg(test)]
mod tests;
mod tools;

use proc_macro::TokenStream;
use toolwright_codegen::rust_types::Direction;

/// Compiles a spec into the tools, types and tables of a server, in this place.
///
/// The path is relative to the crate. Whatever is skipped is printed while compiling.
///
/// ```rs
/// mod petstore {
///     toolwright::tools!("petstore.yaml");
/// }
/// ```
///
/// The settings of `toolwright_codegen::Builder` follow under their names; those that the builder may be
/// told several times may be given several times, and `ref_dir`, `ref_root` and `overlay` are relative to the crate
/// as well.
///
/// ```rs
/// mod petstore {
///     toolwright::tools!(
///         "petstore.yaml",
///         name = "pets",
///         ref_dir = "refs",
///         overlay = "tools.yaml",
///         include_tag = "pets",
///         rename = "listPets=pets",
///         client = "gemini",
///         client = "cursor",
///         derives = ["Clone", "Debug"],
///         output_schemas = true,
///         responses = true,
///         assert_formats = true,
///         builtin_upstream = false,
///         max_tokens = 10_000,
///         strict = true,
///     );
/// }
/// ```
#[proc_macro]
pub fn tools(input: TokenStream) -> TokenStream {
    tools::expand_macro(input.into()).into()
}

/// Makes a struct or enum what a tool takes: implements `toolwright::ToolInput`.
#[proc_macro_derive(ToolInput, attributes(tool, serde))]
pub fn tool_input(item: TokenStream) -> TokenStream {
    derive::expand_derive(item.into(), Direction::Input).into()
}

/// Makes a struct or enum what a tool gives: implements `toolwright::ToolOutput`.
#[proc_macro_derive(ToolOutput, attributes(tool, serde))]
pub fn tool_output(item: TokenStream) -> TokenStream {
    derive::expand_derive(item.into(), Direction::Output).into()
}

/// Makes a method a tool, which no spec describes.
#[proc_macro_attribute]
pub fn tool(arguments: TokenStream, item: TokenStream) -> TokenStream {
    server::expand_method(arguments.into(), item.into()).into()
}

/// Makes a struct a server of tools: `toolwright::run(Shop { .. })`.
#[proc_macro_derive(ToolServer, attributes(tools))]
pub fn tool_server(item: TokenStream) -> TokenStream {
    server::expand_server(item.into()).into()
}
