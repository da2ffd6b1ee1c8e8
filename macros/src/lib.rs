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
/// ```ignore
/// mod petstore {
///     toolwright::tools!("petstore.yaml");
/// }
/// ```
///
/// The settings of `toolwright_codegen::Builder` follow under their names; those that the builder may be
/// told several times may be given several times, and `ref_dir` and `overlay` are relative to the crate
/// as well.
///
/// ```ignore
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
    tools::expand(input.into()).into()
}

/// Makes a struct or enum what a tool takes: implements `toolwright::ToolInput`.
///
/// The schema follows from the types of the fields, from doc comments and from attributes; arguments
/// are validated against it and then decoded. serde's attributes are understood and mean the same, so
/// that a type may derive both; whatever is not understood is an error.
///
/// ```
/// use toolwright::ToolInput;
///
/// /// What is to be ordered.
/// #[derive(ToolInput)]
/// struct Order {
///     /// Which pet.
///     #[tool(pattern = "^[a-z]+$", examples = ["rex"])]
///     pet: String,
///     /// How many of it.
///     #[tool(minimum = 1, maximum = 100, default = 1)]
///     count: u32,
///     note: Option<String>,
/// }
///
/// let schema = Order::schema().listed();
/// assert_eq!(schema["description"], "What is to be ordered.");
/// assert_eq!(schema["required"], serde_json::json!(["pet"]));
/// assert_eq!(schema["properties"]["count"]["maximum"], 100);
///
/// let wrong = Order::check().violations(&serde_json::json!({"pet": "rex", "count": 0}));
/// assert_eq!(wrong[0].to_string(), "/count: 0 is less than the minimum of 1");
/// ```
///
/// `docs/derive.md` lists types and attributes.
#[proc_macro_derive(ToolInput, attributes(tool, serde))]
pub fn tool_input(item: TokenStream) -> TokenStream {
    derive::expand(item.into(), Direction::Input).into()
}

/// Makes a struct or enum what a tool gives: implements `toolwright::ToolOutput`.
///
/// It is written as serde writes it, with the same attributes.
///
/// ```
/// use toolwright::ToolOutput;
/// use toolwright::value::{Encode, Encoder};
///
/// #[derive(ToolOutput)]
/// #[serde(rename_all = "camelCase")]
/// struct Ordered {
///     order_id: u64,
///     #[serde(skip_serializing_if = "Option::is_none")]
///     note: Option<String>,
/// }
///
/// let mut out = Encoder::new();
/// Ordered { order_id: 7, note: None }.encode(&mut out);
/// assert_eq!(out.into_text(), r#"{"orderId":7}"#);
/// assert_eq!(Ordered::schema().output()["required"], serde_json::json!(["orderId"]));
/// ```
#[proc_macro_derive(ToolOutput, attributes(tool, serde))]
pub fn tool_output(item: TokenStream) -> TokenStream {
    derive::expand(item.into(), Direction::Output).into()
}

/// Makes a method a tool, which no spec describes.
///
/// The description is the doc comment; arguments are a struct that derives `ToolInput`, or several
/// values, each of which is a property. `&Call<'_>` among them is what is known of the call. The
/// settings are `name`, `title`, `description`, `read_only`, `destructive`, `idempotent`,
/// `open_world = false` and `output_schema`, which advertises what the method gives.
///
/// ```
/// use toolwright::{Call, ToolError, ToolOutput, ToolServer, tool};
///
/// #[derive(ToolServer)]
/// #[tools(methods(add, about))]
/// struct Calculator;
///
/// #[derive(ToolOutput)]
/// struct Sum {
///     sum: i64,
/// }
///
/// impl Calculator {
///     /// Adds two numbers.
///     #[tool(read_only, open_world = false, output_schema)]
///     async fn add(
///         &self,
///         #[tool(description = "One of them.")] one: i64,
///         other: Option<i64>,
///     ) -> Result<Sum, ToolError> {
///         let sum = one.checked_add(other.unwrap_or(1));
///         let sum = sum.ok_or_else(|| ToolError::new("that is more than 64 bits"))?;
///         Ok(Sum { sum })
///     }
///
///     /// Says who asks.
///     #[tool]
///     fn about(&self, call: &Call<'_>) -> String {
///         format!("{:?}", call.client().map(|client| client.name.to_owned()))
///     }
/// }
/// # let _ = toolwright::IntoTools::into_tools(Calculator);
/// ```
#[proc_macro_attribute]
pub fn tool(arguments: TokenStream, item: TokenStream) -> TokenStream {
    server::method(arguments.into(), item.into()).into()
}

/// Makes a struct a server of tools: `toolwright::run(Shop { .. })`.
///
/// ```ignore
/// #[derive(ToolServer)]
/// #[tools(spec = "shop.yaml", manual = "placeOrder", methods(restock))]
/// #[tools(spec = "news.yaml", module = news, client = "gemini")]
/// struct Shop {
///     db: Pool,
/// }
/// ```
///
/// Each `#[tools]` compiles a spec, as `tools!` does and with the same settings, into a module of its
/// own beside the struct: `module` names it, and otherwise it has the name of the server. Operations
/// that are run by hand are methods of its trait `Handlers`, which the struct then has to implement.
///
/// `methods` lists the methods that are tools by themselves, with [`macro@tool`]. Without a spec the
/// server has the name of the struct, or what `name` and `version` say.
#[proc_macro_derive(ToolServer, attributes(tools))]
pub fn tool_server(item: TokenStream) -> TokenStream {
    server::expand(item.into()).into()
}
