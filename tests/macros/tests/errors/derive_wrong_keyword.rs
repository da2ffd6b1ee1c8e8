#[derive(toolwright_macros::ToolInput)]
struct Restock {
    #[tool(minimum = 1)]
    pet: String,
    #[tool(min_length = 1)]
    tags: Vec<String>,
    #[tool(pattern = "^a")]
    count: u8,
    #[tool(maximum = 300)]
    size: u8,
    #[tool(minimum = 5, maximum = 1)]
    weight: f64,
    #[tool(maximum = 5)]
    other: Other,
}

struct Other;

fn main() {}
