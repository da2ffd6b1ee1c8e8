struct Shop;

impl Shop {
    /// Restocks.
    #[toolwright_macros::tool]
    fn restock(count: u8) -> u8 {
        count
    }

    /// Sells.
    #[toolwright_macros::tool]
    fn sell(&mut self, count: u8) -> u8 {
        count
    }
}

fn main() {}
