/// What stands in place of a secret.
const MASK: &str = "***";

/// As much of a token as tells it from others, for logs: the first four and the last four
/// characters, or none of one that has no more than eight.
pub(super) fn hint(token: &str) -> String {
    let characters = token.chars().count();
    if characters <= 8 {
        return "****".to_owned();
    }
    let first: String = token.chars().take(4).collect();
    let last: String = token.chars().skip(characters - 4).collect();
    format!("{first}...{last}")
}

/// A secret beyond ASCII as it looks where its bytes are read as Latin-1, as headers often are.
pub(super) fn misread(secret: &str) -> Option<String> {
    (!secret.is_ascii()).then(|| secret.bytes().map(char::from).collect())
}

/// The text with every occurrence of a secret masked, in whatever way its characters are written:
/// as they are, encoded for a URL or a form, or escaped in JSON. `None` where there is none.
pub(super) fn masked(text: &str, secret: &str) -> Option<String> {
    let mut result = String::new();
    let (mut copied, mut at) = (0, 0);
    while at < text.len() {
        let length = text
            .as_bytes()
            .get(at..)
            .and_then(|rest| length(rest, secret.as_bytes()));
        match length {
            Some(length) => {
                // An occurrence begins and ends between characters, as the secret does.
                result.push_str(text.get(copied..at)?);
                result.push_str(MASK);
                at += length;
                copied = at;
            }
            None => at += 1,
        }
    }
    if copied == 0 {
        return None;
    }
    result.push_str(text.get(copied..)?);
    Some(result)
}

/// How much of the beginning of `text` is the secret. A `%` or `\` of the secret may stand for
/// itself or begin an escape: all of them do the one or all do the other.
fn length(text: &[u8], secret: &[u8]) -> Option<usize> {
    let read = |width: fn(&[u8], u8) -> Option<usize>| {
        let mut at = 0;
        for byte in secret {
            at += width(text.get(at..)?, *byte)?;
        }
        (at > 0).then_some(at)
    };
    read(|text, byte| literal(text, byte).or_else(|| escaped(text, byte)))
        .or_else(|| read(|text, byte| escaped(text, byte).or_else(|| literal(text, byte))))
}

fn literal(text: &[u8], byte: u8) -> Option<usize> {
    (text.first() == Some(&byte)).then_some(1)
}

/// How many bytes the escape of this one has, if it stands there.
fn escaped(text: &[u8], byte: u8) -> Option<usize> {
    let is_hex = |digits: &[u8]| {
        let digits = std::str::from_utf8(digits).ok();
        digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) == Some(byte)
    };
    match text {
        [b'%', high, low, ..] if is_hex(&[*high, *low]) => Some(3),
        [b'+', ..] if byte == b' ' => Some(1),
        [b'\\', next, ..] if *next == byte => Some(2),
        [b'\\', b'u', b'0', b'0', high, low, ..] if is_hex(&[*high, *low]) => Some(6),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{hint, masked, misread};

    #[test]
    fn tells_tokens_apart_by_their_ends() {
        for (token, expected) in [
            ("", "****"),
            ("12345678", "****"),
            ("123456789", "1234...6789"),
            ("eyJhbGciOiJub25lIn0.e30.x9Qw", "eyJh...x9Qw"),
            ("äöüßäöüßx", "äöüß...öüßx"),
        ] {
            assert_eq!(hint(token), expected);
        }
    }

    #[test]
    fn finds_a_secret_however_it_is_written() {
        for (text, expected) in [
            ("key a \"b/ü here", Some("key *** here")),
            ("k=a+%22b%2fü&k=a%20%22b%2F%C3%BC&", Some("k=***&k=***&")),
            (r#"{"k":"a \"b\/ü"}"#, Some(r#"{"k":"***"}"#)),
            (r"a\u0020\u0022b\u002Fü", Some("***")),
            ("a \"b/ and ü", None),
            ("%", None),
            ("", None),
        ] {
            assert_eq!(masked(text, "a \"b/ü").as_deref(), expected, "{text}");
        }
        let misread = misread("sekretü").expect("is not ASCII");
        assert_eq!(
            masked("bad key sekretÃ¼!", &misread).as_deref(),
            Some("bad key ***!")
        );
        assert_eq!(masked(r"\\a \a", r"\a").as_deref(), Some("*** ***"));
        assert_eq!(masked("%2525 %25", "%25").as_deref(), Some("***25 ***"));
        assert_eq!(masked("%25a%", "%a%").as_deref(), Some("***"));
    }
}
