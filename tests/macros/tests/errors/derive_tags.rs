#[derive(toolwright_macros::ToolInput)]
#[serde(content = "c")]
enum NoTag {
    A(u8),
}

#[derive(toolwright_macros::ToolInput)]
#[serde(tag = "t", untagged)]
enum Both {
    A { a: u8 },
}

#[derive(toolwright_macros::ToolInput)]
#[serde(tag = "kind")]
enum NoPlace {
    Pair(u8, u8),
    Text(String),
    Twice { kind: String },
}

fn main() {}
