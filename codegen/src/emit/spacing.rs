//! Puts empty lines between the items of generated code, as people write them. Takes and gives
//! whole lines of Rust text after formatting; it does not parse it.

use super::layout::LineWriter;

/// Text with an empty line between items, as people write it; prettyplease writes none.
///
/// It goes by lines alone, which is enough for what is generated here: no literal spans lines before it is written.
#[derive(Debug, Default)]
pub(crate) struct SpacedText {
    text: LineWriter,
    /// The last line, before it was broken.
    last_line: String,
}

impl SpacedText {
    /// Text that begins with this.
    pub(crate) fn starting_with(text: &str) -> Self {
        let mut spaced = Self::default();
        spaced.add(text);
        spaced
    }

    /// Adds whole lines.
    pub(crate) fn add(&mut self, text: &str) {
        for line in text.lines() {
            if are_apart(&self.last_line, line) {
                self.text.push_empty_line();
            }
            self.last_line.clear();
            self.last_line.push_str(line);
            self.text.push_line(line);
        }
    }

    /// Adds a text whose lines are broken already.
    pub(crate) fn append_text(&mut self, other: Self) {
        let Some(first_line) = other.text.first_line() else {
            return;
        };
        if are_apart(&self.last_line, first_line) {
            self.text.push_empty_line();
        }
        self.text.append_lines(other.text);
        self.last_line = other.last_line;
    }

    /// The text.
    pub(crate) fn finish(self) -> String {
        self.text.into_text()
    }
}

/// Whether an empty line is between two lines.
fn are_apart(previous: &str, line: &str) -> bool {
    ends_item(previous) && starts_item(line) && !are_one_block(previous, line)
}

fn ends_item(line: &str) -> bool {
    line.ends_with(['}', ';']) && !line.trim_start().starts_with("//")
}

fn starts_item(line: &str) -> bool {
    const STARTS: [&str; 12] = [
        "///",
        "#[",
        "pub ",
        "impl ",
        "impl<",
        "struct ",
        "mod ",
        "fn ",
        "static ",
        "string_enum!(",
        "integer_enum!(",
        "choice!(",
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
    use super::SpacedText;

    fn space_out(source: &str) -> String {
        SpacedText::starting_with(source).finish()
    }

    #[test]
    fn items_are_apart_and_fields_are_not() {
        let source = "use a::*;\n/// A.\npub struct A {\n    /// B.\n    pub b: B,\n    pub c: C,\n}\n\
            impl A {\n    const D: D = 1;\n    const E: E = 2;\n    fn f() {}\n    fn g() {}\n}\n";
        let spaced = "use a::*;\n\n/// A.\npub struct A {\n    /// B.\n    pub b: B,\n    pub c: C,\n}\n\n\
            impl A {\n    const D: D = 1;\n    const E: E = 2;\n\n    fn f() {}\n\n    fn g() {}\n}\n";
        assert_eq!(space_out(source), spaced);
    }

    #[test]
    fn texts_that_are_joined_are_spaced_as_one() {
        for (head, rest) in [
            ("use a::*;\n", "/// A.\npub struct A {}\n"),
            ("static A: A = 1;\n", "static B: B = 1;\n"),
            ("// A.\n", "pub struct A {}\n"),
            ("", "pub struct A {}\n"),
            ("pub struct A {}\n", ""),
        ] {
            let mut joined = SpacedText::starting_with(head);
            joined.append_text(SpacedText::starting_with(rest));
            joined.add("/// C.\npub struct C {}");
            let whole = format!("{head}{rest}/// C.\npub struct C {{}}\n");
            assert_eq!(joined.finish(), space_out(&whole));
        }
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
