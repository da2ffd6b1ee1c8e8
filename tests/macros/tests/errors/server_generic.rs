#[derive(toolwright_macros::ToolServer)]
#[tools(methods(restock))]
struct Shop<T> {
    db: T,
}

fn main() {}
