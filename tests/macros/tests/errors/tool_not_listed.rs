#[derive(toolwright_macros::ToolServer)]
#[tools(methods(restock, missing, plain))]
struct Shop;

impl Shop {
    /// Restocks.
    #[toolwright_macros::tool(readonly)]
    fn restock(&self) {}

    /// Sells.
    #[toolwright_macros::tool]
    fn sell(&self) {}

    fn plain(&self) {}
}

struct NoServer;

impl NoServer {
    /// Sells.
    #[toolwright_macros::tool]
    fn sell(&self) {}
}

fn main() {}
