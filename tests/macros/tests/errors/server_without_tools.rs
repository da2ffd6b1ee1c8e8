#[derive(toolwright_macros::ToolServer)]
struct Shop;

fn main() {}
