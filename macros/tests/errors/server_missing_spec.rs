#[derive(toolwright_macros::ToolServer)]
#[tools(spec = "nowhere.yaml")]
struct Shop;

fn main() {}
