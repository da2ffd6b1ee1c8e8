/// Puts an empty line between items, as people do; prettyplease writes none.
///
/// It goes by lines alone, which is enough for what is generated here: no literal spans lines.
pub(crate) fn space_out(source: &str) -> String {
    let mut spaced = String::with_capacity(source.len() + source.len() / 32);
    let mut previous = "";
    for line in source.lines() {
        if ends_item(previous) && starts_item(line) && !are_one_block(previous, line) {
            spaced.push('\n');
        }
        spaced.push_str(line);
        spaced.push('\n');
        previous = line;
    }
    spaced
}

fn ends_item(line: &str) -> bool {
    line.ends_with(['}', ';']) && !line.trim_start().starts_with("//")
}

fn starts_item(line: &str) -> bool {
    const STARTS: [&str; 12] = [
        "///", "#[", "pub ", "impl ", "impl<", "struct ", "mod ", "fn ", "static ", "symbol!(",
        "code!(", "choice!(",
    ];
    let line = line.trim_start();
    STARTS.iter().any(|start| line.starts_with(start))
}

/// Short items of one kind stand together.
fn are_one_block(previous: &str, line: &str) -> bool {
    let (previous, line) = (previous.trim_start(), line.trim_start());
    ["pub static ", "static ", "pub const "]
        .iter()
        .any(|start| previous.starts_with(start) && line.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::space_out;

    #[test]
    fn items_are_apart_and_fields_are_not() {
        let source = "use a::*;\n/// A.\npub struct A {\n    /// B.\n    pub b: B,\n    pub c: C,\n}\n\
            impl A {\n    const D: D = 1;\n    const E: E = 2;\n    fn f() {}\n    fn g() {}\n}\n";
        let spaced = "use a::*;\n\n/// A.\npub struct A {\n    /// B.\n    pub b: B,\n    pub c: C,\n}\n\n\
            impl A {\n    const D: D = 1;\n    const E: E = 2;\n\n    fn f() {}\n\n    fn g() {}\n}\n";
        assert_eq!(space_out(source), spaced);
    }

    #[test]
    fn comments_are_no_items() {
        let source = "/// {};\n/// {}\npub struct A {}\n";
        assert_eq!(space_out(source), source);
    }

    #[test]
    fn short_statics_are_one_block() {
        let source =
            "pub static A: A = 1;\npub static B: B = B {\n    b: 1,\n};\npub static C: C = 1;\n";
        let spaced =
            "pub static A: A = 1;\npub static B: B = B {\n    b: 1,\n};\n\npub static C: C = 1;\n";
        assert_eq!(space_out(source), spaced);
    }
}
