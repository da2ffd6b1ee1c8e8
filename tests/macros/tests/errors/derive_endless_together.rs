#[derive(toolwright_macros::ToolInput)]
struct One(Box<Other>);

#[derive(toolwright_macros::ToolInput)]
struct Other(Option<Box<One>>);

fn main() {}
