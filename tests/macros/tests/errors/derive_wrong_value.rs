#[derive(toolwright_macros::ToolInput)]
struct Restock {
    #[tool(minimum = "one")]
    count: u8,
    #[tool(pattern = "(")]
    pet: String,
    #[tool(default = 300)]
    size: u8,
    #[tool(default = MAX * 2)]
    most: u8,
    #[tool(examples = "dog")]
    kind: String,
    #[tool(max_length = -1)]
    name: String,
}

fn main() {}
