toolwright_macros::tools!("api.yaml", client = "gemini", client = "cursor", name = "a", name = "b");

fn main() {}
