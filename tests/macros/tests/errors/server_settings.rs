#[derive(toolwright_macros::ToolServer)]
#[tools(methods = "restock")]
struct Shop;

#[derive(toolwright_macros::ToolServer)]
#[tools(methods(restock, restock))]
struct Twice;

#[derive(toolwright_macros::ToolServer)]
#[tools(methods(restock), module = shop)]
struct Module;

#[derive(toolwright_macros::ToolServer)]
#[tools(methods(restock), client = "gemini")]
struct NoSpec;

#[derive(toolwright_macros::ToolServer)]
#[tools(spec = "a.yaml", spec = "b.yaml", clients = "gemini")]
struct Several;

fn main() {}
