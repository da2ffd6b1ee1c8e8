#[toolwright_macros::tool]
struct Restock;

fn main() {}
