//! The macro `tools!`, which compiles a spec to the tools of a server, and the macros that make tools of
//! Rust types and methods: `ToolInput`, `ToolOutput`, `tool` and `ToolServer`. Use them through the crate
//! `toolwright`, which the code that they write names.
//!
//! This crate reads the macros' input and calls `toolwright_codegen`; it knows neither specs nor the code
//! that is emitted.

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
/// The path is relative to the crate. Operations that are skipped are printed while compiling. A spec that
/// cannot be read is an error of rustc at its path.
///
/// ```rs
/// mod petstore {
///     toolwright::tools!("petstore.yaml");
/// }
/// ```
///
/// The settings of `toolwright_codegen::Builder` follow under their names. You can repeat a setting that
/// accepts several values. The paths of `ref_dir`, `ref_root`, `overlay` and `history` are relative to the
/// crate, too.
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

/// Implements `toolwright::ToolInput` for a struct or enum, so that a tool can take it as its arguments.
#[proc_macro_derive(ToolInput, attributes(tool, serde))]
pub fn tool_input(item: TokenStream) -> TokenStream {
    derive::expand_derive(item.into(), Direction::Input).into()
}

/// Implements `toolwright::ToolOutput` for a struct or enum, so that a tool can return it.
#[proc_macro_derive(ToolOutput, attributes(tool, serde))]
pub fn tool_output(item: TokenStream) -> TokenStream {
    derive::expand_derive(item.into(), Direction::Output).into()
}

/// Makes a tool of a method, without a spec.
#[proc_macro_attribute]
pub fn tool(arguments: TokenStream, item: TokenStream) -> TokenStream {
    server::expand_method(arguments.into(), item.into()).into()
}

/// Makes a server of a struct and its methods with `#[tool]`, which `toolwright::run(Shop { .. })` runs.
#[proc_macro_derive(ToolServer, attributes(tools))]
pub fn tool_server(item: TokenStream) -> TokenStream {
    server::expand_server(item.into()).into()
}
