#[derive(toolwright_macros::ToolInput)]
struct Wrapped(Box<Wrapped>);

#[derive(toolwright_macros::ToolInput)]
struct Perhaps(Option<Box<Self>>);

#[derive(toolwright_macros::ToolInput)]
#[serde(untagged)]
enum Either {
    Number(u8),
    Again(Box<Either>),
}

#[derive(toolwright_macros::ToolInput)]
struct Part {
    name: String,
    #[serde(flatten)]
    part: Box<Part>,
}

#[derive(toolwright_macros::ToolOutput)]
struct Given {
    name: String,
    inner: Box<Given>,
}

fn main() {}
