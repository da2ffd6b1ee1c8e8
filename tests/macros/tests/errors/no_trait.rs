toolwright_macros::tools!("api.yaml", derives = ["Clone", "Debug)]"]);

fn main() {}
