struct Shop;

impl Shop {
    /// Restocks.
    #[toolwright_macros::tool]
    fn restock(&self, (a, b): (u8, u8), pet: &str) -> String {
        format!("{a} {b} {pet}")
    }

    /// Sells.
    #[toolwright_macros::tool]
    fn sell<T: ToString>(&self, #[tool(minimum = 1)] what: String, item: T) -> String {
        what + &item.to_string()
    }
}

fn main() {}
