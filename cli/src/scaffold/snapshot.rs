use toolwright_codegen::Compiled;

/// The first snapshot of the tools, as `assert_tools!` in `tests/tools.rs` of the crate writes it.
pub(super) fn of_tools(compiled: &Compiled, krate: &str) -> String {
    let tools = compiled.report().tool_list();
    format!(
        "---\nsource: tests/tools.rs\nexpression: \"$crate :: tool_list(&{krate}::API)\"\n---\n{}\n",
        tools.trim_end()
    )
}
