#[derive(toolwright_macros::ToolInput)]
#[tool(minimum = 1, tag = "kind")]
struct Restock {
    #[serde(untagged)]
    pet: String,
    #[serde(flatten = true, default, default)]
    count: u8,
}

#[derive(toolwright_macros::ToolInput)]
struct Pair(#[serde(skip)] u8, #[serde(default)] u8);

fn main() {}
