#[derive(toolwright_macros::ToolInput)]
union Number {
    small: u8,
    large: u64,
}

fn main() {}
