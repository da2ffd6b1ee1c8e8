//! Breaks string literals that end beyond the width of a line, after their spaces and line feeds: a `\` ends the line,
//! and Rust ignores it together with the indentation of the next one. Takes one line of laid-out code and gives
//! several, in which each literal has the same value as before. rustfmt leaves such literals as they are.

use std::borrow::Cow;

use super::super::literal::escape_literal;
use super::MAX_WIDTH;
use super::rewrite::count_columns;

/// Columns that no line has to exceed. A short first word stays on the line of its quote.
const HARD_WIDTH: usize = 120;

/// Columns of the deepest indentation of a literal's further lines. It leaves room for words where code is nested
/// deeply; rustfmt does not care.
const MAX_MARGIN: usize = 60;

/// Breaks the literals of a line that is too wide. `None` if the line stays as it is.
pub(super) fn break_literals(line: &str) -> Option<String> {
    if count_columns(line) <= MAX_WIDTH {
        return None;
    }
    let parts = split_parts(line)?;
    let indent = line.len() - line.trim_start().len();
    // A literal alone continues below its quote, another one below the code that it belongs to.
    let starts = ["\"", "r\"", "r#"];
    let margin = match starts
        .iter()
        .any(|start| line.trim_start().starts_with(start))
    {
        true => indent,
        false => indent + 4,
    };
    let mut writer = LiteralWriter {
        text: String::with_capacity(line.len() + line.len() / 8),
        column: 0,
        margin: margin.min(MAX_MARGIN),
    };
    for (index, part) in parts.iter().enumerate() {
        match part {
            Part::Code(code) => writer.push_text(code),
            Part::Literal(value) => writer.push_literal(value, count_behind(&parts[index + 1..])),
        }
    }
    Some(writer.text)
}

/// The columns of what follows a literal in its line, as far as it cannot be broken or is not worth a line.
fn count_behind(parts: &[Part<'_>]) -> usize {
    const MOST: usize = MAX_WIDTH / 5;
    let mut columns = 0;
    for part in parts {
        columns += match part {
            Part::Code(code) => count_columns(code),
            Part::Literal(value) => count_columns(value) + "\"\"".len(),
        };
        if columns >= MOST {
            return MOST;
        }
    }
    columns
}

/// A part of a line.
enum Part<'l> {
    Code(&'l str),
    /// What is between the quotes of an ordinary literal.
    Literal(Cow<'l, str>),
}

/// Finds the string literals of a line. `None` if one does not end there, or is of a kind that is not generated.
fn split_parts(line: &str) -> Option<Vec<Part<'_>>> {
    let mut parts = Vec::new();
    let (mut start, mut at) = (0, 0);
    while let Some(c) = line[at..].chars().next() {
        let rest = &line[at..];
        let (literal, len) = match c {
            '"' => {
                let len = find_closing_quote(rest)? + 1;
                (Some(Cow::Borrowed(&rest[1..len - 1])), len)
            }
            '\'' => (None, find_char_end(rest)),
            '/' if rest.starts_with("//") => break,
            c if c == '_' || c.is_alphanumeric() => split_word(rest)?,
            c => (None, c.len_utf8()),
        };
        if let Some(literal) = literal {
            parts.push(Part::Code(&line[start..at]));
            parts.push(Part::Literal(literal));
            start = at + len;
        }
        at += len;
    }
    parts.push(Part::Code(&line[start..]));
    Some(parts)
}

/// A word, or the raw literal that begins with it, and its bytes.
fn split_word(rest: &str) -> Option<(Option<Cow<'_, str>>, usize)> {
    let end = rest.find(|c: char| c != '_' && !c.is_alphanumeric());
    let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
    let unhashed = after.trim_start_matches('#');
    let Some(content) = unhashed.strip_prefix('"') else {
        return Some((None, word.len()));
    };
    let hashes = &after[..after.len() - unhashed.len()];
    if word != "r" {
        // The quote of an ordinary literal may follow a word only in tokens that nobody has formatted.
        return None;
    }
    let content = &content[..content.find(&format!("\"{hashes}"))?];
    let len = word.len() + content.len() + 2 * (hashes.len() + 1);
    // Quotes make a raw literal, which cannot be broken. Its escaped form can.
    let literal = escape_literal(content);
    Some((
        Some(Cow::Owned(literal[1..literal.len() - 1].to_owned())),
        len,
    ))
}

/// The index of the quote that ends a literal.
fn find_closing_quote(literal: &str) -> Option<usize> {
    let mut at = 1;
    while let Some(unit) = first_unit(&literal[at..]) {
        if unit == "\"" {
            return Some(at);
        }
        at += unit.len();
    }
    None
}

/// The bytes of a character's literal, or of the quote of a lifetime.
fn find_char_end(rest: &str) -> usize {
    let content = &rest[1..];
    let unit = first_unit(content).map_or(0, str::len);
    match content[unit..].starts_with('\'') {
        true => unit + 2,
        false => 1,
    }
}

/// The first character or escape of a literal's source.
fn first_unit(source: &str) -> Option<&str> {
    let mut chars = source.chars();
    let first = chars.next()?;
    if first != '\\' {
        return Some(&source[..first.len_utf8()]);
    }
    let len = match chars.next()? {
        'x' => 4,
        'u' => source.find('}')? + 1,
        c => 1 + c.len_utf8(),
    };
    source.get(..len)
}

/// Writes a line, and further lines where a literal needs them.
struct LiteralWriter {
    text: String,
    column: usize,
    /// Columns that the further lines of a literal are indented by.
    margin: usize,
}

impl LiteralWriter {
    fn push_text(&mut self, text: &str) {
        self.text.push_str(text);
        self.column += count_columns(text);
    }

    fn break_line(&mut self) {
        self.text.push_str("\\\n");
        self.text.push_str(&" ".repeat(self.margin));
        self.column = self.margin;
    }

    /// Writes a literal with so many columns that are taken behind it.
    fn push_literal(&mut self, source: &str, behind: usize) {
        self.push_text("\"");
        let at_end = 1 + behind;
        if self.column + count_columns(source) + at_end <= MAX_WIDTH {
            self.push_text(source);
            self.push_text("\"");
            return;
        }
        let words = split_words(source);
        let (mut starts_line, mut is_first) = (true, true);
        for (index, word) in words.iter().enumerate() {
            // The `\` of a line that is broken takes a column as well.
            let is_last = index + 1 == words.len();
            let taken = count_columns(word) + if is_last { at_end } else { 1 };
            let fits_below = self.margin < self.column
                && self.margin + taken <= MAX_WIDTH
                && !word.starts_with(char::is_whitespace);
            let is_wide = |width| self.column + taken > width;
            let must_break = match is_first {
                true => is_wide(HARD_WIDTH) && fits_below,
                false => is_wide(MAX_WIDTH) && !starts_line,
            };
            let stays_whole = is_link(word) || (is_first && !is_wide(HARD_WIDTH));
            if must_break {
                self.break_line();
            }
            if self.column + taken <= MAX_WIDTH || stays_whole {
                self.push_text(word);
            } else {
                self.push_in_pieces(word, if is_last { at_end } else { 1 });
            }
            (starts_line, is_first) = (false, false);
            if !is_last && word.ends_with("\\n") {
                self.break_line();
                starts_line = true;
            }
        }
        self.push_text("\"");
    }

    /// Writes a word that is wider than a line.
    fn push_in_pieces(&mut self, word: &str, at_end: usize) {
        let mut rest = word;
        while let Some(unit) = first_unit(rest) {
            rest = &rest[unit.len()..];
            let is_wide = self.column + count_columns(unit) + at_end > MAX_WIDTH;
            if !is_wide || self.column <= self.margin {
                self.push_text(unit);
                continue;
            }
            self.break_line();
            match unit.chars().next() {
                // A space would be ignored with the indentation before it.
                Some(c) if c.is_whitespace() => self.push_text(&c.escape_unicode().to_string()),
                _ => self.push_text(unit),
            }
        }
    }
}

/// A link is more useful in one piece, even where it is wider than a line.
fn is_link(word: &str) -> bool {
    word.contains("://")
}

/// The words of a literal's source, each with the spaces or line feeds behind it. None but the first one begins with a
/// space, which would be ignored at the start of a line.
fn split_words(source: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let (mut start, mut at) = (0, 0);
    while let Some(unit) = first_unit(&source[at..]) {
        at += unit.len();
        let rest = &source[at..];
        let ends_word = unit == " " || unit == "\\n";
        if ends_word && !rest.starts_with(char::is_whitespace) && !rest.starts_with("\\n") {
            words.push(&source[start..at]);
            start = at;
        }
    }
    // An escape that is not complete, which no literal has.
    if start < source.len() {
        words.push(&source[start..]);
    }
    words
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::super::literal::string_source;
    use super::*;

    /// The values of the literals in some code.
    fn read_values(code: &str) -> Vec<String> {
        let list: syn::ExprArray = syn::parse_str(code).expect("is an array");
        let values = list.elems.into_iter().map(|item| match item {
            syn::Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Str(text),
                ..
            }) => text.value(),
            _ => panic!("is no string"),
        });
        values.collect()
    }

    fn check_values(texts: &[&str], indent: usize) {
        let literals: Vec<_> = texts.iter().map(|text| string_source(text)).collect();
        let line = format!("{}[{}]", " ".repeat(indent), literals.join(", "));
        let broken = break_literals(&line).unwrap_or(line);
        assert_eq!(read_values(&broken), texts, "{broken}");
        let links = texts.iter().filter(|text| is_link(text)).count();
        for line in broken.lines() {
            assert!(links > 0 || count_columns(line) <= 120, "{line}");
        }
    }

    #[test]
    fn literals_are_broken_after_spaces_and_line_feeds() {
        let line = format!(r#"    "Summary\n\n{}end","#, "some words ".repeat(10));
        assert_eq!(
            break_literals(&line).as_deref(),
            Some(
                "    \"Summary\\n\\n\\\n    \
                 some words some words some words some words some words some words some words some words some \\\n    \
                 words some words end\","
            )
        );
    }

    #[test]
    fn hard_texts_keep_their_values() {
        let spaces = " ".repeat(400);
        let word = "x".repeat(400);
        let link = format!("see https://example.com/{word} there");
        let quotes = "\"\\ ".repeat(200);
        let feeds = "\n \n".repeat(100);
        let others = "\u{a0}\u{2003} \u{3000}".repeat(100);
        let escapes = "\u{202e}\0\t".repeat(60);
        for text in [&spaces, &word, &link, &quotes, &feeds, &others, &escapes] {
            for indent in [0, 4, 97] {
                check_values(&[text], indent);
            }
        }
        check_values(&["a", &quotes, "'", &word, "//"], 8);
        // Short literals behind a long one count as well.
        check_values(
            &["\t\u{fffc}\"\u{3164} \nA", &"\u{ff10}".repeat(8), "", ""],
            83,
        );
        check_values(&["ab", &"x".repeat(26), "", "", "a", ""], 83);
    }

    #[test]
    fn other_lines_stay() {
        let word = "x".repeat(200);
        for line in [
            String::new(),
            format!("fn {word}() {{"),
            format!("\"{word}"),
            format!("b\"{word}\""),
            format!("r#\"{word}\""),
            format!("\"{word}\\u"),
        ] {
            let broken = break_literals(&line);
            assert!(broken.is_none_or(|broken| broken == line), "{line}");
        }
    }

    proptest! {
        #[test]
        fn values_stay_the_same(texts in prop::collection::vec("([a-z\"\\\\ \n\t'#/]|\\PC){0,300}", 1..4), indent in 0_usize..99) {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            check_values(&texts, indent);
        }

        #[test]
        fn no_line_makes_it_fail(line in "([a-z\"\\\\ 'r#/u{}]|\\PC){90,300}") {
            let _ = break_literals(&line);
        }
    }
}
