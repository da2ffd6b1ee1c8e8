/// A server that has the tool of a method, by a hash of its name: what `#[derive(ToolServer)]` says of
/// each method that it lists, so that none with `#[tool]` is forgotten.
#[diagnostic::on_unimplemented(
    message = "this method is a tool, and `{Self}` does not list it",
    label = "in no `methods(…)` of `{Self}`",
    note = "add it where the struct is: `#[derive(ToolServer)]` with `#[tools(methods(…))]`"
)]
pub trait Lists<const METHOD: u64> {}
