//! Compiles `probe.yaml` to typed tools, all of which are handled by hand.

fn main() -> Result<(), toolwright_codegen::BuildError> {
    toolwright_codegen::Builder::new("probe.yaml")
        .name("mcp_test_mcp")
        .manual("*")
        .builtin_upstream(false)
        .output_schemas(true)
        .derives(["Clone", "Debug", "Default"])
        .strict(true)
        .build()
}
