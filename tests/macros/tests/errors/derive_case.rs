#[derive(toolwright_macros::ToolOutput)]
#[serde(rename_all = "camel_case")]
struct Restock {
    pet_id: u8,
    #[serde(rename = 5)]
    count: u8,
}

fn main() {}
