struct Shop;

impl Shop {
    /// Restocks.
    #[toolwright_macros::tool]
    fn restock(&self, (a, b): (u8, u8), pet: &str) {}

    /// Sells.
    #[toolwright_macros::tool]
    fn sell<T>(&self, #[tool(minimum = 1)] what: String, item: T) {}
}

fn main() {}
