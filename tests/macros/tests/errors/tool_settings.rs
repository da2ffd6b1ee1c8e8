struct Shop;

impl Shop {
    /// Restocks.
    #[toolwright_macros::tool(readonly, name = "re stock", idempotent = "yes", title)]
    fn restock(&self) {}

    /// Sells.
    #[toolwright_macros::tool(read_only, destructive)]
    fn sell(&self) {}
}

fn main() {}
