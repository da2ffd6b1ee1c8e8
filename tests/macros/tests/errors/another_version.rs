const _: () = toolwright::generated::requires_version("0.0");
const _: () = toolwright::generated::requires_version("7.2");

fn main() {}
