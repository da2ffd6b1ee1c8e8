//! Decodes requests by the generated types, and says what is wrong with them.

use serde_json::Value;
use toolwright::generated::decode_arguments;
use toolwright::value::{Cursor, Decode, Fields};

/// The request as its type.
///
/// # Errors
///
/// What does not fit, a line each.
pub(super) fn decode_request<T: Decode>(value: Value) -> Result<T, String> {
    let Value::Object(members) = value else {
        return Err("The body must be an object.".to_owned());
    };
    let mut cursor = Cursor::new();
    let decoded = decode_arguments(&mut Fields::new(members, &mut cursor));
    let violations = cursor.into_violations();
    match decoded.filter(|_| violations.is_empty()) {
        Some(decoded) => Ok(decoded),
        None => {
            let lines = violations.iter().map(ToString::to_string);
            Err(lines.collect::<Vec<_>>().join("\n"))
        }
    }
}
