toolwright_macros::tools!("api.yaml", name = String::new());

fn main() {}
