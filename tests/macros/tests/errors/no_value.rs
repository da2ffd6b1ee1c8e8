toolwright_macros::tools!("api.yaml", strict);

fn main() {}
