/// A server that has the tool of a method, by a hash of its name: what `#[derive(ToolServer)]` says of
/// each method that it lists, so that none with `#[tool]` is forgotten.
///
/// A method with `#[tool]` that the struct does not list would be a tool that nobody can call; this
/// is how it is an error:
///
/// ```
/// use toolwright::{ToolServer, tool};
///
/// #[derive(ToolServer)]
/// #[tools(methods(feed))]
/// struct Shop;
///
/// impl Shop {
///     /// Feeds the pets.
///     #[tool]
///     fn feed(&self) -> String {
///         "They are fed.".to_owned()
///     }
/// }
/// # let tools = toolwright::tool_list(toolwright::IntoTools::into_tools(Shop));
/// # assert!(tools.contains("Feeds the pets."));
/// ```
#[diagnostic::on_unimplemented(
    message = "this method is a tool, and `{Self}` does not list it",
    label = "in no `methods(…)` of `{Self}`",
    note = "add it where the struct is: `#[derive(ToolServer)]` with `#[tools(methods(…))]`"
)]
pub trait Lists<const METHOD: u64> {}

/// What no server has: stands for the tool of a method in `methods(…)` that is none, where it would be
/// looked for.
#[diagnostic::on_unimplemented(
    message = "this is listed as a tool, and `{Self}` has no method of this name with `#[tool]`",
    label = "no tool has this name",
    note = "write `#[tool]` above the method, or remove the name from `methods(…)`"
)]
pub trait HasTool {}
