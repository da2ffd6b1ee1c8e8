toolwright_macros::tools!("api.yaml", strict = true, client = "gemnii");

fn main() {}
