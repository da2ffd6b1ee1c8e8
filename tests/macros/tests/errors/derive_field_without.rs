struct Pet;

#[derive(toolwright_macros::ToolInput)]
struct Restock {
    pet: Pet,
    others: Vec<Pet>,
    #[serde(flatten)]
    more: Pet,
}

#[derive(toolwright_macros::ToolOutput)]
struct Restocked {
    pet: Pet,
    others: Option<Pet>,
}

fn main() {}
