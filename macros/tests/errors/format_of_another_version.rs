const _: () = toolwright::generated::assert_format(0);
const _: () = toolwright::generated::assert_format(4_000_000_000);

fn main() {}
