struct Shop;

impl Shop {
    #[toolwright_macros::tool]
    fn restock(&self) {}
}

fn main() {}
