#[derive(toolwright_macros::ToolInput)]
struct Restock<'a> {
    pet: &'a str,
    wide: u128,
    wait: std::time::Duration,
    by_number: std::collections::HashMap<u8, String>,
    items: [u8; LENGTH],
    call: fn() -> u8,
}

const LENGTH: usize = 3;

fn main() {}
