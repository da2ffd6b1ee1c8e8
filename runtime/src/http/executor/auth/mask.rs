//! Finds secrets in texts however they are escaped, and replaces them. The search compares all secrets at once, so
//! its cost does not grow with their number; its steps are bounded. It does not know where secrets come from.

use std::ops::Range;

/// What stands in place of a secret.
const MASK: &str = "***";

/// As much of a token as tells it from others, for logs: the first four and the last four
/// characters, or none of one that has no more than eight.
pub(super) fn shorten_token(token: &str) -> String {
    let characters = token.chars().count();
    if characters <= 8 {
        return "****".to_owned();
    }
    let first: String = token.chars().take(4).collect();
    let last: String = token.chars().skip(characters - 4).collect();
    format!("{first}...{last}")
}

/// A secret beyond ASCII as it looks where its bytes are read as Latin-1, as headers often are.
pub(super) fn misread_as_latin1(secret: &str) -> Option<String> {
    (!secret.is_ascii()).then(|| secret.bytes().map(char::from).collect())
}

/// Finds secrets in texts, in whatever way their characters are written: as they are, encoded for a URL
/// or a form, or escaped in JSON.
///
/// The forms are sorted, so that all of them are compared with a place in the text at once: the forms
/// that agree so far are a range, which every further character makes smaller. What a text costs does
/// not depend on how many secrets there are, of which clients may add hundreds.
pub(super) struct Masker {
    /// Sorted, each once, none empty.
    forms: Vec<Vec<u8>>,
    /// The bytes that a written form may begin with.
    starts: [bool; 256],
}

/// Forms that agree with the text up to here.
struct Candidates {
    /// How much of the text they are written with.
    written: usize,
    /// How many bytes of the forms that is.
    depth: usize,
    range: Range<usize>,
}

/// The longest that a byte of a secret is written with: `\u0041`, a unit of UTF-16 in JSON.
const LONGEST_ESCAPE: usize = UNIT_LENGTH;

/// How many steps a byte of a text may take on average, and how many any text may. Texts take one or
/// two; a text that repeats the beginnings of secrets takes more than anybody should wait for.
const STEPS_PER_BYTE: usize = 32;
const FREE_STEPS: usize = 100_000;

impl Masker {
    pub(super) fn new(forms: impl IntoIterator<Item = String>) -> Self {
        let forms = forms.into_iter().map(String::into_bytes);
        let mut forms: Vec<Vec<u8>> = forms.filter(|form| !form.is_empty()).collect();
        forms.sort_unstable();
        forms.dedup();
        let mut starts = [false; 256];
        for first in forms.iter().filter_map(|form| form.first()) {
            starts[usize::from(*first)] = true;
            // Whatever the first byte is, it may be escaped; a space may be a plus.
            starts[usize::from(b'%')] = true;
            starts[usize::from(b'\\')] = true;
            if *first == b' ' {
                starts[usize::from(b'+')] = true;
            }
        }
        Self { forms, starts }
    }

    /// The longest that a secret can be written.
    pub(super) fn longest_written(&self) -> usize {
        let lengths = self.forms.iter().map(Vec::len);
        lengths.max().unwrap_or_default() * LONGEST_ESCAPE
    }

    /// The text with every occurrence masked; `None` if there is none.
    pub(super) fn mask(&self, text: &str) -> Option<String> {
        self.mask_until(text, text.len())
    }

    /// The first `end` bytes of the text with every occurrence masked that begins in them, also one that
    /// ends behind them; `None` if there is none.
    pub(super) fn mask_until(&self, text: &str, end: usize) -> Option<String> {
        let masked = self.mask_bytes(text.as_bytes(), end)?;
        // An occurrence begins and ends between characters, as the secret does.
        Some(String::from_utf8(masked).unwrap_or_else(|_| MASK.to_owned()))
    }

    /// As [`mask_until`](Self::mask_until), of bytes that may be anything.
    pub(super) fn mask_bytes(&self, text: &[u8], end: usize) -> Option<Vec<u8>> {
        let mut steps = text.len().saturating_mul(STEPS_PER_BYTE) + FREE_STEPS;
        let mut result = Vec::new();
        let mut copied = 0;
        // Places within an occurrence are looked at as well: another one may begin there.
        for (at, byte) in text.iter().enumerate().take(end) {
            if !self.starts[usize::from(*byte)] {
                continue;
            }
            let rest = text.get(at..).unwrap_or_default();
            let Some(found) = self.find_longest_match(rest, &mut steps) else {
                // What cannot be searched is withheld.
                return Some(MASK.as_bytes().to_vec());
            };
            if found > 0 {
                if at >= copied {
                    result.extend_from_slice(text.get(copied..at).unwrap_or_default());
                    result.extend_from_slice(MASK.as_bytes());
                }
                copied = copied.max(at + found);
            }
        }
        if copied == 0 {
            return None;
        }
        result.extend_from_slice(text.get(copied..end).unwrap_or_default());
        Some(result)
    }

    /// How much of the beginning of `text` is the longest secret that it begins with; 0: it begins
    /// with none. `None` if there are no steps left.
    fn find_longest_match(&self, text: &[u8], steps: &mut usize) -> Option<usize> {
        let mut best = (0, 0);
        let mut open = vec![Candidates {
            written: 0,
            depth: 0,
            range: 0..self.forms.len(),
        }];
        while let Some(Candidates {
            written,
            depth,
            mut range,
        }) = open.pop()
        {
            *steps = steps.checked_sub(1)?;
            // The shortest comes first among forms that begin alike.
            if self
                .forms
                .get(range.start)
                .is_some_and(|form| form.len() == depth)
            {
                // Of two ways to read the same secret, the shorter leaves more of the text.
                if depth > best.0 || written < best.1 {
                    best = (depth, written);
                }
                range.start += 1;
            }
            let Some(rest) = text.get(written..) else {
                continue;
            };
            for reading in possible_readings(rest) {
                let range = self.narrow_range_by(&range, depth, reading.as_bytes());
                if !range.is_empty() {
                    open.push(Candidates {
                        written: written + reading.written,
                        depth: depth + reading.length,
                        range,
                    });
                }
            }
        }
        Some(best.1)
    }

    /// The forms of a range that have these bytes next.
    fn narrow_range_by(&self, range: &Range<usize>, depth: usize, bytes: &[u8]) -> Range<usize> {
        let mut range = range.clone();
        for (index, byte) in bytes.iter().enumerate() {
            range = self.narrow_range(&range, depth + index, *byte);
        }
        range
    }

    /// The forms of a range that have this byte next.
    fn narrow_range(&self, range: &Range<usize>, depth: usize, byte: u8) -> Range<usize> {
        let forms = self.forms.get(range.clone()).unwrap_or_default();
        let next = |form: &Vec<u8>| form.get(depth).copied();
        let from = forms.partition_point(|form| next(form) < Some(byte));
        let to = forms.partition_point(|form| next(form) <= Some(byte));
        range.start + from..range.start + to
    }
}

/// What the beginning of a text may stand for: a byte, or all bytes of a character.
struct Reading {
    /// As many as `length` says.
    bytes: [u8; 4],
    length: usize,
    /// How many bytes it is written with.
    written: usize,
}

impl Reading {
    fn of_byte(byte: u8, written: usize) -> Self {
        Self {
            bytes: [byte, 0, 0, 0],
            length: 1,
            written,
        }
    }

    fn of_character(character: char, written: usize) -> Self {
        let mut bytes = [0; 4];
        let length = character.encode_utf8(&mut bytes).len();
        Self {
            bytes,
            length,
            written,
        }
    }

    fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }
}

/// What the beginning of a text may stand for.
fn possible_readings(text: &[u8]) -> impl Iterator<Item = Reading> {
    let literal = text.first().map(|byte| Reading::of_byte(*byte, 1));
    let escaped = match *text {
        [b'%', high, low, ..] => read_hex(&[high, low])
            .and_then(|byte| u8::try_from(byte).ok())
            .map(|byte| Reading::of_byte(byte, 3)),
        [b'+', ..] => Some(Reading::of_byte(b' ', 1)),
        [b'\\', b'u', ..] => read_json_escape(text),
        [b'\\', next, ..] => Some(Reading::of_byte(next, 2)),
        _ => None,
    };
    literal.into_iter().chain(escaped)
}

/// Reads a character that JSON has as one or two units of UTF-16 (RFC 8259, section 7).
fn read_json_escape(text: &[u8]) -> Option<Reading> {
    let first = read_unit(text)?;
    let second = text.get(UNIT_LENGTH..).and_then(read_unit);
    let units = [Some(first), second].into_iter().flatten();
    let character = char::decode_utf16(units).next()?.ok()?;
    Some(Reading::of_character(
        character,
        UNIT_LENGTH * character.len_utf16(),
    ))
}

/// Bytes of a unit of UTF-16 as JSON escapes it, `\u00e9`.
const UNIT_LENGTH: usize = 6;

fn read_unit(text: &[u8]) -> Option<u16> {
    match text.get(..UNIT_LENGTH)? {
        [b'\\', b'u', digits @ ..] => read_hex(digits),
        _ => None,
    }
}

fn read_hex(digits: &[u8]) -> Option<u16> {
    let is_hex = digits.iter().all(u8::is_ascii_hexdigit);
    let digits = std::str::from_utf8(digits).ok().filter(|_| is_hex)?;
    u16::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::{Masker, misread_as_latin1, shorten_token};

    fn masked(text: &str, secret: &str) -> Option<String> {
        Masker::new([secret.to_owned()]).mask(text)
    }

    #[test]
    fn tells_tokens_apart_by_their_ends() {
        for (token, expected) in [
            ("", "****"),
            ("12345678", "****"),
            ("123456789", "1234...6789"),
            ("eyJhbGciOiJub25lIn0.e30.x9Qw", "eyJh...x9Qw"),
            ("äöüßäöüßx", "äöüß...öüßx"),
        ] {
            assert_eq!(shorten_token(token), expected);
        }
    }

    #[test]
    fn finds_a_secret_however_it_is_written() {
        for (text, expected) in [
            ("key a \"b/ü here", Some("key *** here")),
            ("k=a+%22b%2fü&k=a%20%22b%2F%C3%BC&", Some("k=***&k=***&")),
            (r#"{"k":"a \"b\/ü"}"#, Some(r#"{"k":"***"}"#)),
            (r"a\u0020\u0022b\u002Fü", Some("***")),
            (r"a\u0020\u0022b\u002F\u00FC", Some("***")),
            (r#"a "b/\u00fc and \ud83d"#, Some(r"*** and \ud83d")),
            ("a \"b/ and ü", None),
            ("%", None),
            ("", None),
        ] {
            assert_eq!(masked(text, "a \"b/ü").as_deref(), expected, "{text}");
        }
        for (written, is_secret) in [
            (r"\u20ac\uD83D\ude00", true),
            (r"€\uD83D\uDE00", true),
            (r"\u20ac%F0%9F%98%80", true),
            (r"\u20ac\uD83D", false),
            (r"\u20ac\ude00\uD83D", false),
            (r"\u20acD\uD83\ude00", false),
        ] {
            let expected = is_secret.then(|| "***".to_owned());
            assert_eq!(masked(written, "€😀"), expected, "{written}");
        }
        let misread = misread_as_latin1("sekretü").expect("is not ASCII");
        assert_eq!(
            masked("bad key sekretÃ¼!", &misread).as_deref(),
            Some("bad key ***!")
        );
        assert_eq!(masked(r"\\a \a", r"\a").as_deref(), Some("*** ***"));
        assert_eq!(masked("%2525 %25", "%25").as_deref(), Some("***25 ***"));
        assert_eq!(masked("%25a%", "%a%").as_deref(), Some("***"));
    }

    #[test]
    fn of_secrets_that_overlap_nothing_remains() {
        let masker =
            Masker::new(["abcd", "cdefgh", "abcdxy", "open", "open sesame"].map(str::to_owned));
        for (text, expected) in [
            ("-abcdefgh-", Some("-***-")),
            ("-abcdx-", Some("-***x-")),
            ("open sesame, open+sesame, open+x", Some("***, ***, ***+x")),
            ("abc", None),
        ] {
            assert_eq!(masker.mask(text).as_deref(), expected, "{text}");
        }
        assert_eq!(masker.longest_written(), 66);
    }

    #[test]
    fn a_text_made_to_take_long_is_withheld() {
        let secret = format!("{}b", "a".repeat(2_000));
        let text = "a".repeat(100_000);
        assert_eq!(masked(&text, &secret).as_deref(), Some("***"));
    }

    #[test]
    fn many_secrets_cost_no_more_than_one() {
        let tokens = (0..512).map(|number| format!("eyJhbGciOiJSUzI1NiJ9.{number:0>600}"));
        let masker = Masker::new(tokens);
        let mut text = "eyJhbGciOiJSUzI1NiJ9.e30 is not valid. ".repeat(1_000);
        assert_eq!(masker.mask(&text), None);
        text += &format!("eyJhbGciOiJSUzI1NiJ9.{:0>600}", 7);
        assert!(
            masker
                .mask(&text)
                .is_some_and(|masked| masked.ends_with("valid. ***"))
        );
    }
}
