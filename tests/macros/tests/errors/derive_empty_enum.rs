#[derive(toolwright_macros::ToolInput)]
enum Never {}

fn main() {}
