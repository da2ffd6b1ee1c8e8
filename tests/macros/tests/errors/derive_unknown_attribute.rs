#[derive(toolwright_macros::ToolInput)]
struct Restock {
    #[tool(min_lenght = 1)]
    pet: String,
    #[serde(renam = "n")]
    note: String,
    #[tool(colour = "red")]
    colour: String,
}

fn main() {}
