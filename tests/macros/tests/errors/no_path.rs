toolwright_macros::tools!(strict = true);

fn main() {}
