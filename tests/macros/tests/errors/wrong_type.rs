toolwright_macros::tools!("api.yaml", max_tokens = "many");

fn main() {}
