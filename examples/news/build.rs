//! Compiles `news.yaml` to typed tools, all of which are handled by hand.

fn main() -> Result<(), toolwright_codegen::BuildError> {
    toolwright_codegen::Builder::new("news.yaml")
        .name("news_mcp")
        .manual("*")
        .bridge(true)
        .builtin_upstream(false)
        .derives(["Clone", "Debug", "Default"])
        .strict(true)
        .build()
}
