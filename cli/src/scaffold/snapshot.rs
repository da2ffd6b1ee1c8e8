use toolwright_codegen::Compiled;

/// The first snapshot of the tools, as `assert_tools!` in `tests/tools.rs` of the crate writes it.
pub(super) fn snapshot_tools(compiled: &Compiled, krate: &str) -> String {
    let tools = compiled.report().tool_list();
    format!(
        // The head is insta's, written by hand so that the first `cargo test` of a new crate passes
        // without accepting anything.
        "---\nsource: tests/tools.rs\nexpression: \"$crate :: tool_list(&{krate}::API)\"\n---\n{}\n",
        tools.trim_end()
    )
}
