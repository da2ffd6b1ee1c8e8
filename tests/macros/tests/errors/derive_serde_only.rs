#[derive(toolwright_macros::ToolInput)]
struct Restock {
    #[serde(deserialize_with = "id")]
    pet: String,
    #[serde(alias = "number")]
    count: u8,
    #[serde(minimum = 1)]
    size: u8,
}

fn main() {}
