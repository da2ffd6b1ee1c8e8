use std::collections::HashMap;

#[derive(toolwright_macros::ToolInput)]
#[serde(deny_unknown_fields)]
struct Restock {
    #[serde(flatten)]
    rest: HashMap<String, u8>,
}

#[derive(toolwright_macros::ToolInput)]
struct Order {
    #[serde(flatten)]
    count: u8,
    #[serde(flatten)]
    perhaps: Option<Pet>,
}

struct Pet;

fn main() {}
