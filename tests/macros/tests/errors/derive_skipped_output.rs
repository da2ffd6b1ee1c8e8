#[derive(toolwright_macros::ToolOutput)]
enum Answer {
    Yes,
    #[serde(skip)]
    Internal,
}

fn main() {}
