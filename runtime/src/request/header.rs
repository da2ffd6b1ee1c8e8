/// A header, its name as the spec writes it.
pub(super) type Header = (&'static str, String);

/// Headers that frame the message or describe its body. A value of the client's choice there could
/// smuggle a second request past a proxy.
const RESERVED_HEADERS: [&str; 11] = [
    "connection",
    "content-length",
    "content-type",
    "expect",
    "host",
    "keep-alive",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// Whether a header is written by what sends the message, and by nobody else.
pub(crate) fn is_reserved_header(name: &str) -> bool {
    RESERVED_HEADERS
        .iter()
        .any(|ours| ours.eq_ignore_ascii_case(name))
}

pub(super) fn check_header(name: &str, value: &str) -> Result<(), String> {
    // A line break in a value would begin another header (CWE-113), so it is an error and never removed.
    if name.is_empty() || !name.bytes().all(is_token_character) {
        return Err("is not a legal header name".to_owned());
    }
    match value.chars().find(|c| is_forbidden_character(*c)) {
        Some('\n' | '\r') => Err("contains a line break, which a header cannot contain".to_owned()),
        Some(c) => Err(format!(
            "contains the control character U+{:04X}, which a header cannot contain",
            u32::from(c)
        )),
        None => Ok(()),
    }
}

/// `tchar` of RFC 9110, section 5.6.2.
fn is_token_character(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

fn is_forbidden_character(c: char) -> bool {
    c.is_ascii_control() && c != '\t'
}
