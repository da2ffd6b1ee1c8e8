//! How messages quote values: as JSON, or as Python's `repr` writes them.
//!
//! Models and Rust callers get JSON. Clients of the REST bridge parse the texts of python-jsonschema, so they get those
//! word for word. A long value is truncated in its middle, whichever way it is quoted.

use std::fmt::{self, Display, Write};

use crate::json::Json;
use crate::schema::{Literal, Number, Types};

/// A quoted value is cut in the middle beyond this many characters.
const VALUE_LIMIT: usize = 200;
/// What may be chosen from is worth more room.
const CHOICES_LIMIT: usize = 2000;

/// The language that values are quoted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quoting {
    /// `null`, `true`, `"text"`
    Json,
    /// `None`, `True`, `'text'`
    Python,
}

/// A value of the instance.
pub(super) struct Quoted<'a>(pub(super) Quoting, pub(super) &'a Json);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_bounded(f, VALUE_LIMIT, |out| write_json(out, self.0, self.1))
    }
}

/// Values of the instance, as a list.
pub(super) struct QuotedList<'a>(pub(super) Quoting, pub(super) &'a [Json]);

impl Display for QuotedList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_bounded(f, VALUE_LIMIT, |out| {
            write_list(out, self.1, |out, item| write_json(out, self.0, item))
        })
    }
}

/// Values of the instance, as they follow each other in a sentence.
pub(super) struct QuotedEach<'a>(pub(super) Quoting, pub(super) &'a [&'a Json]);

impl Display for QuotedEach<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_bounded(f, CHOICES_LIMIT, |out| {
            write_separated(out, self.1, |out, value| write_json(out, self.0, value))
        })
    }
}

/// A string.
pub(super) struct QuotedStr<'a>(pub(super) Quoting, pub(super) &'a str);

impl Display for QuotedStr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_bounded(f, VALUE_LIMIT, |out| write_string(out, self.0, self.1))
    }
}

/// Strings, as they follow each other in a sentence.
pub(super) fn join_quoted(quoting: Quoting, strings: &[&str]) -> String {
    struct Joined<'a>(Quoting, &'a [&'a str]);
    impl Display for Joined<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write_bounded(f, CHOICES_LIMIT, |out| {
                write_separated(out, self.1, |out, string| write_string(out, self.0, string))
            })
        }
    }
    Joined(quoting, strings).to_string()
}

/// The name of a property, as a message quotes it.
pub(crate) fn quote_property(quoting: Quoting, name: &str) -> String {
    QuotedStr(quoting, name).to_string()
}

/// The names of types, as they follow each other in a sentence.
pub(super) fn join_types(quoting: Quoting, types: Types) -> String {
    join_quoted(quoting, &types.names())
}

/// A `const`.
pub(super) struct QuotedLiteral<'a>(pub(super) Quoting, pub(super) &'a Literal);

impl Display for QuotedLiteral<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_bounded(f, CHOICES_LIMIT, |out| write_literal(out, self.0, self.1))
    }
}

/// An `enum`.
pub(super) struct QuotedLiteralList<'a>(pub(super) Quoting, pub(super) &'a [Literal]);

impl Display for QuotedLiteralList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_bounded(f, CHOICES_LIMIT, |out| {
            write_list(out, self.1, |out, literal| {
                write_literal(out, self.0, literal)
            })
        })
    }
}

/// An `enum` of strings.
pub(super) struct QuotedStrList<'a>(pub(super) Quoting, pub(super) &'a [&'a str]);

impl Display for QuotedStrList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_bounded(f, CHOICES_LIMIT, |out| {
            write_list(out, self.1, |out, string| write_string(out, self.0, string))
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

fn write_json(out: &mut dyn Write, quoting: Quoting, value: &Json) -> fmt::Result {
    match value {
        Json::Null => write_null(out, quoting),
        Json::Bool(value) => write_bool(out, quoting, *value),
        Json::Number(number) => write!(out, "{}", Number::from_json(number)),
        Json::String(string) => write_string(out, quoting, string),
        Json::Array(items) => write_list(out, items, |out, item| write_json(out, quoting, item)),
        Json::Object(members) => write_object(
            out,
            quoting,
            members.iter().map(|(key, value)| (key.as_str(), value)),
            |out, value| write_json(out, quoting, value),
        ),
    }
}

fn write_literal(out: &mut dyn Write, quoting: Quoting, literal: &Literal) -> fmt::Result {
    match *literal {
        Literal::Null => write_null(out, quoting),
        Literal::Bool(value) => write_bool(out, quoting, value),
        Literal::Int(int) => write!(out, "{int}"),
        Literal::Uint(uint) => write!(out, "{uint}"),
        Literal::Float(float) => write_float(out, float),
        Literal::Str(string) => write_string(out, quoting, string),
        Literal::Array(items) => {
            write_list(out, items, |out, item| write_literal(out, quoting, item))
        }
        Literal::Object(members) => write_object(
            out,
            quoting,
            members.iter().map(|(key, value)| (*key, value)),
            |out, value| write_literal(out, quoting, value),
        ),
    }
}

fn write_null(out: &mut dyn Write, quoting: Quoting) -> fmt::Result {
    out.write_str(match quoting {
        Quoting::Json => "null",
        Quoting::Python => "None",
    })
}

fn write_bool(out: &mut dyn Write, quoting: Quoting, value: bool) -> fmt::Result {
    out.write_str(match (quoting, value) {
        (Quoting::Json, true) => "true",
        (Quoting::Json, false) => "false",
        (Quoting::Python, true) => "True",
        (Quoting::Python, false) => "False",
    })
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

fn write_object<'a, T: 'a>(
    out: &mut dyn Write,
    quoting: Quoting,
    members: impl Iterator<Item = (&'a str, &'a T)>,
    write: impl Fn(&mut dyn Write, &T) -> fmt::Result,
) -> fmt::Result {
    out.write_char('{')?;
    write_separated(out, members, |out, (key, value)| {
        write_string(out, quoting, key)?;
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

fn write_string(out: &mut dyn Write, quoting: Quoting, string: &str) -> fmt::Result {
    // Python prefers single quotes, unless the text has only those.
    let quote = match quoting {
        Quoting::Python if !string.contains('\'') || string.contains('"') => '\'',
        _ => '"',
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
            c => write_escape(out, quoting, c)?,
        }
    }
    out.write_char(quote)
}

/// Writes a character that people would not see.
fn write_escape(out: &mut dyn Write, quoting: Quoting, c: char) -> fmt::Result {
    match (quoting, u32::from(c)) {
        // JSON has escapes of UTF-16 code units alone (RFC 8259, section 7).
        (Quoting::Json, _) => c
            .encode_utf16(&mut [0; 2])
            .iter()
            .try_for_each(|unit| write!(out, "\\u{unit:04x}")),
        (Quoting::Python, code @ ..=0xff) => write!(out, "\\x{code:02x}"),
        (Quoting::Python, code @ ..=0xffff) => write!(out, "\\u{code:04x}"),
        (Quoting::Python, code) => write!(out, "\\U{code:08x}"),
    }
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
    fn values_are_written_as_json_or_as_python_writes_them() {
        let value = json!({"a": [true, null, 1.5, 1e16, 1e-5, 1.25e300, -0.0, 100.0], "it's": "say \"hi\"", "b": "it's", "c": "é\u{200b}\n\u{7f}😀\u{e0001}"});
        assert_eq!(
            Quoted(Quoting::Python, &value).to_string(),
            r#"{'a': [True, None, 1.5, 1e+16, 1e-05, 1.25e+300, -0.0, 100.0], "it's": 'say "hi"', 'b': "it's", 'c': 'é\u200b\n\x7f😀\U000e0001'}"#
        );
        let written = Quoted(Quoting::Json, &value).to_string();
        assert_eq!(
            written,
            r#"{"a": [true, null, 1.5, 1e+16, 1e-05, 1.25e+300, -0.0, 100.0], "it's": "say \"hi\"", "b": "it's", "c": "é\u200b\n\u007f😀\udb40\udc01"}"#
        );
        let read: Json = serde_json::from_str(&written).expect("is JSON");
        assert_eq!(read, value);
    }

    #[test]
    fn long_values_lose_their_middle() {
        let text = Quoted(Quoting::Json, &json!("x".repeat(100_000))).to_string();
        assert_eq!(text.chars().count(), VALUE_LIMIT + 3);
        assert!(text.starts_with("\"xxx") && text.contains("x...x") && text.ends_with("xxx\""));
        assert_eq!(
            Quoted(Quoting::Json, &json!("y".repeat(198))).to_string(),
            format!("\"{}\"", "y".repeat(198))
        );
    }
}
