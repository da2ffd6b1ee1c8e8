//! Writes literals of Rust for strings and integers from specs. Characters that a reader cannot see
//! are escaped, so that a spec cannot hide text from whoever reviews generated code. It knows
//! nothing of where a literal stands.

use proc_macro2::{Literal, TokenStream, TokenTree};

use super::EmitError;
use crate::invisible::is_invisible;

/// A string literal; a raw one where the text has quotes or backslashes, since JSON reads better
/// without escapes.
///
/// The text of the literal is made here, not by `proc_macro2`, so that it is the same in a build
/// script and in a macro.
pub(crate) fn string(text: &str) -> Result<Literal, EmitError> {
    let source = string_source(text);
    source
        .parse()
        .map_err(|_| EmitError::Literal(text.to_owned()))
}

/// Several strings.
pub(crate) fn strings(texts: &[String]) -> Result<Vec<Literal>, EmitError> {
    texts.iter().map(|text| string(text)).collect()
}

/// The source text of [`string`].
pub(crate) fn string_source(text: &str) -> String {
    if text.contains(['"', '\\']) && !text.contains(must_escape) {
        raw(text)
    } else {
        escape_literal(text)
    }
}

/// An integer without a suffix; a negative one is two tokens, as Rust has it.
pub(crate) fn integer(value: i64) -> TokenStream {
    // The smallest `i64` has no positive counterpart, but an absolute value in `u64`.
    let magnitude = TokenTree::from(Literal::u64_unsuffixed(value.unsigned_abs()));
    if value < 0 {
        quote::quote!(-#magnitude)
    } else {
        magnitude.into()
    }
}

fn raw(text: &str) -> String {
    let hashes = "#".repeat(hashes(text));
    format!("r{hashes}\"{text}\"{hashes}")
}

/// One more `#` than follow any quote in the text.
fn hashes(text: &str) -> usize {
    text.split('"')
        .skip(1)
        .map(|after| after.bytes().take_while(|&byte| byte == b'#').count() + 1)
        .max()
        .unwrap_or(0)
}

/// The source text of an ordinary literal.
pub(crate) fn escape_literal(text: &str) -> String {
    let mut source = String::with_capacity(text.len() + 2);
    source.push('"');
    for c in text.chars() {
        match c {
            '"' => source.push_str("\\\""),
            '\\' => source.push_str("\\\\"),
            '\n' => source.push_str("\\n"),
            '\r' => source.push_str("\\r"),
            '\t' => source.push_str("\\t"),
            c if must_escape(c) => source.extend(c.escape_unicode()),
            c => source.push(c),
        }
    }
    source.push('"');
    source
}

fn must_escape(c: char) -> bool {
    matches!(c, '\n' | '\t') || is_invisible(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_back(text: &str) -> String {
        let source = string_source(text);
        syn::parse_str::<syn::LitStr>(&source).unwrap().value()
    }

    #[test]
    fn whatever_is_written_is_read_back() {
        for text in [
            "",
            "plain",
            "\"",
            "a\"#b\"##c",
            "\"#\\",
            "\\",
            "\\u{41}",
            "line\nbreak",
            "bare\rreturn \"",
            "nul\0",
            "\u{202e}evil\u{2066}",
            "tab\t\"",
            "日本語 \"é\" 🐕",
            "{}{{}}/*",
            "\"###",
        ] {
            assert_eq!(read_back(text), text);
            assert!(string(text).is_ok());
        }
    }

    #[test]
    fn json_is_raw_and_prose_is_not() {
        assert_eq!(string_source(r#"{"a":1}"#), r##"r#"{"a":1}"#"##);
        assert_eq!(string_source("List all pets."), "\"List all pets.\"");
        assert_eq!(string_source("a\nb"), r#""a\nb""#);
        assert_eq!(string_source("\u{202e}"), r#""\u{202e}""#);
    }

    #[test]
    fn integers_have_their_sign() {
        assert_eq!(integer(7).to_string(), "7");
        assert_eq!(integer(i64::MIN).to_string(), "- 9223372036854775808");
    }
}
