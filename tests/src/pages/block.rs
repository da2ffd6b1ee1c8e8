use std::fs;

use super::root;

/// A code block of a page.
#[derive(Debug)]
pub struct Block {
    /// Page and line.
    pub place: String,
    /// What stands behind the fence: `rust`.
    pub language: String,
    /// The file that has the code.
    pub source: Option<Source>,
    /// What is shown.
    pub text: String,
}

/// What a comment before a block says: `<!-- src/main.rs -->` is the whole file, and
/// `<!-- of src/main.rs -->` lines of it, where `…` stands for others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Where the file is, from the repository's root.
    pub file: String,
    /// Whether the block shows a part only.
    pub is_part: bool,
}

impl Source {
    pub(super) fn read(comment: &str) -> Option<Self> {
        let says = comment.trim().strip_prefix("<!-- ")?.strip_suffix(" -->")?;
        let part = says.strip_prefix("of ");
        Some(Self {
            file: part.unwrap_or(says).to_owned(),
            is_part: part.is_some(),
        })
    }
}

impl Block {
    pub(super) fn new(place: String, language: String, source: Option<Source>) -> Self {
        Self {
            place,
            language,
            source,
            text: String::new(),
        }
    }

    /// The block of the file that it names.
    ///
    /// # Panics
    ///
    /// When the file is not there, or has something else.
    pub fn hold_to_its_file(&self) {
        let Some(source) = &self.source else { return };
        let (place, file) = (&self.place, &source.file);
        let text = fs::read_to_string(root().join(file));
        let text = text.unwrap_or_else(|error| panic!("{place}: {file}: {error}"));
        if !source.is_part {
            assert_eq!(self.text, text, "{place} shows another {file}");
        } else if let Err(missing) = is_part(&self.text, &text) {
            panic!("{place}: {file} does not have these lines:\n{missing}");
        }
    }
}

/// Whether all pieces between lines with `…` stand in the text, one behind the other. The indentation may
/// be another.
fn is_part(shown: &str, text: &str) -> Result<(), String> {
    let mut rest: Vec<&str> = text.lines().collect();
    let lines: Vec<&str> = shown.lines().collect();
    for piece in lines.split(|line| line.trim_start_matches(['/', '#', ' ']) == "…") {
        let Some(first) = piece.first() else { continue };
        let fits = |at: &usize| {
            let Some(indent) = rest[*at].strip_suffix(first) else {
                return false;
            };
            indent.trim().is_empty()
                && piece.iter().enumerate().all(|(line, shown)| {
                    let is = rest.get(at + line).copied().unwrap_or("\0");
                    shown.is_empty() && is.is_empty() || is.strip_prefix(indent) == Some(shown)
                })
        };
        let Some(at) = (0..rest.len()).find(fits) else {
            return Err(piece.join("\n"));
        };
        rest.drain(..at + piece.len());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_has_its_lines_in_their_order() {
        let text =
            "mod a {\n    struct B {\n        c: u8,\n        d: u8,\n    }\n\n    use e;\n}\n";
        for shown in [
            "struct B {\n    c: u8,\n    d: u8,\n}\n\nuse e;",
            "struct B {\n    // …\n    d: u8,\n}\n# …\nuse e;",
            "mod a {\n…\n}",
        ] {
            assert_eq!(is_part(shown, text), Ok(()), "{shown}");
        }
        for shown in [
            "struct B {\n    d: u8,\n}",
            "struct B {\nc: u8,",
            "use e;\n…\nstruct B {",
            "B {",
            "}\n}\n}",
        ] {
            assert!(is_part(shown, text).is_err(), "{shown}");
        }
    }

    #[test]
    fn comments_name_files() {
        let part = Source::read("<!-- of a/b.rs -->\n").expect("names a file");
        assert_eq!((part.file.as_str(), part.is_part), ("a/b.rs", true));
        let whole = Source::read("<!-- a/b.rs -->").expect("names a file");
        assert_eq!((whole.file.as_str(), whole.is_part), ("a/b.rs", false));
        assert_eq!(Source::read("<br>"), None);
    }
}
