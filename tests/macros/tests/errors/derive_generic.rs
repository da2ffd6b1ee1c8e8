#[derive(toolwright_macros::ToolOutput)]
struct Page<T> {
    items: Vec<T>,
}

fn main() {}
