//! The id of a JSON-RPC request that is rejected before it is read as a message.
//!
//! It is looked for in the bytes, without a parser: a message may be rejected because it is not JSON,
//! or because parsing it takes too much memory.

use crate::value::Json;

/// Longest id that is repeated in an answer, in bytes of JSON. Clients number their requests, or give
/// them UUIDs.
const LONGEST: usize = 200;

/// The `id` of a message, a string or a number, if it can be found: also in a text that breaks off
/// behind it.
pub(super) fn find_request_id(message: &[u8]) -> Option<Json> {
    let mut depth = 0usize;
    // Within the outermost object: behind the name `id`, and behind a colon.
    let (mut is_id, mut is_value) = (false, false);
    let mut rest = message;
    while let Some(&byte) = rest.first() {
        let length = match byte {
            b'"' => string_length(rest)?,
            b'{' | b'[' => {
                depth += 1;
                1
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                1
            }
            b':' | b',' => {
                if depth == 1 {
                    is_value = byte == b':';
                    is_id &= is_value;
                }
                1
            }
            byte if byte.is_ascii_whitespace() => 1,
            _ => scalar_length(rest),
        };
        let (token, behind) = rest.split_at_checked(length)?;
        let is_scalar =
            !matches!(byte, b'{' | b'[' | b'}' | b']' | b':' | b',') && !byte.is_ascii_whitespace();
        if depth == 1 && is_scalar {
            match is_value {
                false => is_id = token == b"\"id\"",
                true if is_id => return read_id(token),
                true => {}
            }
        }
        rest = behind;
    }
    None
}

fn read_id(token: &[u8]) -> Option<Json> {
    let id: Json = match token.len() <= LONGEST {
        true => serde_json::from_slice(token).ok()?,
        false => return None,
    };
    (id.is_string() || id.is_number()).then_some(id)
}

/// Bytes of the string that a text begins with, with its quotes.
fn string_length(text: &[u8]) -> Option<usize> {
    let mut is_escaped = false;
    let end = text.iter().skip(1).position(|byte| {
        let is_end = *byte == b'"' && !is_escaped;
        is_escaped = *byte == b'\\' && !is_escaped;
        is_end
    });
    Some(end? + 2)
}

/// Bytes of the number or literal that a text begins with.
fn scalar_length(text: &[u8]) -> usize {
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || b",:{}[]\"".contains(byte);
    text.iter().position(is_end).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn finds_ids_wherever_they_are() {
        for (message, expected) in [
            (
                r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#,
                Some(json!(7)),
            ),
            (
                r#"{"params":{"id":1,"a":[{"id":2}]},"id":"x"}"#,
                Some(json!("x")),
            ),
            (r#"{"id":-1,"params":[0,0"#, Some(json!(-1))),
            (r#"{"id":null,"method":"ping"}"#, None),
            (r#"{"id":{"a":[0]},"method":"ping"}"#, None),
            (r#"{"method":"notifications/initialized"}"#, None),
            (r#"[{"id":1}]"#, None),
            (r#"{ "id" : "a\"b" , "x":1}"#, Some(json!("a\"b"))),
            (r#"{"a":"\"id\":1","id":2}"#, Some(json!(2))),
            (r#"{"x":"id","y":3}"#, None),
            (r#"{"id":"unfinished"#, None),
            ("", None),
        ] {
            assert_eq!(find_request_id(message.as_bytes()), expected, "{message}");
        }
        let long = json!({"id": "x".repeat(1000)}).to_string();
        assert_eq!(find_request_id(long.as_bytes()), None);
    }
}
