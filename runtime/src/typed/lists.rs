/// A server that has the tool of a method, by a hash of its name: what `#[derive(ToolServer)]` says of
/// each method that it lists, so that none with `#[tool]` is forgotten.
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
