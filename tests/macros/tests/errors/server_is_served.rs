#[derive(toolwright_macros::ToolServer)]
#[tools(methods(restock), client = "gemini")]
struct Shop;

impl Shop {
    /// Restocks.
    #[toolwright_macros::tool]
    fn restock(&self, order: Order) -> Restocked {
        let note = String::new();
        Restocked { order, note }
    }
}

#[derive(toolwright_macros::ToolInput, toolwright_macros::ToolOutput)]
struct Order {
    #[tool(min_lenght = 1)]
    pet: String,
}

#[derive(toolwright_macros::ToolOutput)]
struct Restocked {
    order: Order,
    #[serde(renam = "n")]
    note: String,
}

fn main() {
    toolwright::run(Shop);
}
