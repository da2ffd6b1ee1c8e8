#[derive(toolwright_macros::ToolInput)]
#[serde(transparent)]
struct Restock {
    pet: String,
    count: u8,
}

fn main() {}
