toolwright_macros::tools!("api.yaml", clients = "gemini");

fn main() {}
