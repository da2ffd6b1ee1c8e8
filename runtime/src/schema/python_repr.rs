//! Values as Python's `repr` writes them, which is how python-jsonschema quotes them.

use std::fmt::{self, Display, Write};

use crate::schema::{Literal, Number};
use crate::value::Json;

/// A quoted value is cut in the middle beyond this many characters.
const VALUE_LIMIT: usize = 200;
/// What may be chosen from is worth more room.
const CHOICES_LIMIT: usize = 2000;

/// A value of the instance.
pub(super) struct Repr<'a>(pub(super) &'a Json);

impl Display for Repr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_bounded(f, VALUE_LIMIT, |out| write_json(out, self.0))
    }
}

/// Values of the instance, as a list.
pub(super) struct ReprList<'a>(pub(super) &'a [Json]);

impl Display for ReprList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_bounded(f, VALUE_LIMIT, |out| write_list(out, self.0, write_json))
    }
}

/// Values of the instance, as they follow each other in a sentence.
pub(super) struct ReprEach<'a>(pub(super) &'a [&'a Json]);

impl Display for ReprEach<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_bounded(f, CHOICES_LIMIT, |out| {
            write_separated(out, self.0, |out, value| write_json(out, value))
        })
    }
}

/// A string.
pub(super) struct ReprStr<'a>(pub(super) &'a str);

impl Display for ReprStr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_bounded(f, VALUE_LIMIT, |out| write_string(out, self.0))
    }
}

/// Strings, as they follow each other in a sentence.
pub(super) fn join_quoted(strings: &[&str]) -> String {
    struct Joined<'a>(&'a [&'a str]);
    impl Display for Joined<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write_bounded(f, CHOICES_LIMIT, |out| {
                write_separated(out, self.0, |out, string| write_string(out, string))
            })
        }
    }
    Joined(strings).to_string()
}

/// A `const`.
pub(super) struct ReprLiteral<'a>(pub(super) &'a Literal);

impl Display for ReprLiteral<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_bounded(f, CHOICES_LIMIT, |out| write_literal(out, self.0))
    }
}

/// An `enum`.
pub(super) struct ReprLiterals<'a>(pub(super) &'a [Literal]);

impl Display for ReprLiterals<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_bounded(f, CHOICES_LIMIT, |out| {
            write_list(out, self.0, write_literal)
        })
    }
}

/// An `enum` of strings.
pub(super) struct ReprStrings<'a>(pub(super) &'a [&'a str]);

impl Display for ReprStrings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_bounded(f, CHOICES_LIMIT, |out| {
            write_list(out, self.0, |out, string| write_string(out, string))
        })
    }
}

impl Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Int(int) => write!(f, "{int}"),
            Self::Uint(uint) => write!(f, "{uint}"),
            Self::Float(float) => write_float(f, float),
        }
    }
}

fn write_json(out: &mut dyn Write, value: &Json) -> fmt::Result {
    match value {
        Json::Null => out.write_str("None"),
        Json::Bool(true) => out.write_str("True"),
        Json::Bool(false) => out.write_str("False"),
        Json::Number(number) => write!(out, "{}", Number::from_json(number)),
        Json::String(string) => write_string(out, string),
        Json::Array(items) => write_list(out, items, write_json),
        Json::Object(members) => write_dict(
            out,
            members.iter().map(|(key, value)| (key.as_str(), value)),
            write_json,
        ),
    }
}

fn write_literal(out: &mut dyn Write, literal: &Literal) -> fmt::Result {
    match *literal {
        Literal::Null => out.write_str("None"),
        Literal::Bool(true) => out.write_str("True"),
        Literal::Bool(false) => out.write_str("False"),
        Literal::Int(int) => write!(out, "{int}"),
        Literal::Uint(uint) => write!(out, "{uint}"),
        Literal::Float(float) => write_float(out, float),
        Literal::Str(string) => write_string(out, string),
        Literal::Array(items) => write_list(out, items, write_literal),
        Literal::Object(members) => write_dict(
            out,
            members.iter().map(|(key, value)| (*key, value)),
            write_literal,
        ),
    }
}

fn write_list<T>(
    out: &mut dyn Write,
    items: &[T],
    write: impl Fn(&mut dyn Write, &T) -> fmt::Result,
) -> fmt::Result {
    out.write_char('[')?;
    write_separated(out, items, write)?;
    out.write_char(']')
}

fn write_dict<'a, T: 'a>(
    out: &mut dyn Write,
    members: impl Iterator<Item = (&'a str, &'a T)>,
    write: impl Fn(&mut dyn Write, &T) -> fmt::Result,
) -> fmt::Result {
    out.write_char('{')?;
    write_separated(out, members, |out, (key, value)| {
        write_string(out, key)?;
        out.write_str(": ")?;
        write(out, value)
    })?;
    out.write_char('}')
}

fn write_separated<T>(
    out: &mut dyn Write,
    items: impl IntoIterator<Item = T>,
    write: impl Fn(&mut dyn Write, T) -> fmt::Result,
) -> fmt::Result {
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.write_str(", ")?;
        }
        write(out, item)?;
    }
    Ok(())
}

fn write_string(out: &mut dyn Write, string: &str) -> fmt::Result {
    // Python prefers single quotes, unless the text has only those.
    let quote = if string.contains('\'') && !string.contains('"') {
        '"'
    } else {
        '\''
    };
    out.write_char(quote)?;
    for c in string.chars() {
        match c {
            '\\' => out.write_str("\\\\")?,
            '\n' => out.write_str("\\n")?,
            '\r' => out.write_str("\\r")?,
            '\t' => out.write_str("\\t")?,
            c if c == quote => write!(out, "\\{c}")?,
            c if is_printable(c) => out.write_char(c)?,
            c if u32::from(c) <= 0xff => write!(out, "\\x{:02x}", u32::from(c))?,
            c if u32::from(c) <= 0xffff => write!(out, "\\u{:04x}", u32::from(c))?,
            c => write!(out, "\\U{:08x}", u32::from(c))?,
        }
    }
    out.write_char(quote)
}

/// What Python's `str.isprintable` says, but for code points that are not assigned.
fn is_printable(c: char) -> bool {
    c == ' '
        || !(c.is_control()
            || c.is_whitespace()
            || matches!(c,
                '\u{ad}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{180e}'
                | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
                | '\u{e000}'..='\u{f8ff}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}' | '\u{f0000}'..))
}

fn write_float<W: Write + ?Sized>(out: &mut W, float: f64) -> fmt::Result {
    // The bounds at which Python's `repr` switches to scientific notation.
    let scientific = float != 0.0 && !(1e-4..1e16).contains(&float.abs());
    if !scientific {
        return write!(out, "{float:?}");
    }
    let text = format!("{float:e}");
    match text.split_once('e') {
        Some((mantissa, exponent)) => {
            let (sign, digits) = match exponent.strip_prefix('-') {
                Some(digits) => ('-', digits),
                None => ('+', exponent),
            };
            write!(out, "{mantissa}e{sign}{digits:0>2}")
        }
        None => out.write_str(&text),
    }
}

/// Writes what `write` writes, without its middle where it is longer than `limit` characters.
fn write_bounded(
    f: &mut fmt::Formatter<'_>,
    limit: usize,
    write: impl FnOnce(&mut dyn Write) -> fmt::Result,
) -> fmt::Result {
    let mut cut = MiddleTruncation {
        limit,
        head: String::new(),
        head_chars: 0,
        tail: std::collections::VecDeque::new(),
        dropped: false,
    };
    write(&mut cut)?;
    f.write_str(&cut.head)?;
    if cut.dropped {
        f.write_str("...")?;
    }
    cut.tail.iter().try_for_each(|c| f.write_char(*c))
}

struct MiddleTruncation {
    limit: usize,
    head: String,
    head_chars: usize,
    tail: std::collections::VecDeque<char>,
    dropped: bool,
}

impl Write for MiddleTruncation {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            if self.head_chars < self.limit / 2 {
                self.head.push(c);
                self.head_chars += 1;
            } else {
                if self.tail.len() == self.limit / 2 {
                    self.tail.pop_front();
                    self.dropped = true;
                }
                self.tail.push_back(c);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_written_as_python_writes_them() {
        let value = json!({"a": [true, null, 1.5, 1e16, 1e-5, 1.25e300, -0.0, 100.0], "it's": "say \"hi\"", "b": "it's", "c": "é\u{200b}\n\u{7f}😀"});
        assert_eq!(
            Repr(&value).to_string(),
            r#"{'a': [True, None, 1.5, 1e+16, 1e-05, 1.25e+300, -0.0, 100.0], "it's": 'say "hi"', 'b': "it's", 'c': 'é\u200b\n\x7f😀'}"#
        );
    }

    #[test]
    fn long_values_lose_their_middle() {
        let text = Repr(&json!("x".repeat(100_000))).to_string();
        assert_eq!(text.chars().count(), VALUE_LIMIT + 3);
        assert!(text.starts_with("'xxx") && text.contains("x...x") && text.ends_with("xxx'"));
        assert_eq!(
            Repr(&json!("y".repeat(198))).to_string(),
            format!("'{}'", "y".repeat(198))
        );
    }
}
