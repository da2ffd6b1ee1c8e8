#[derive(toolwright_macros::ToolInput)]
struct Restock {
    pet: String,
    #[serde(rename = "pet")]
    animal: String,
}

fn main() {}
