//! Describes texts that hold bytes in Base64, so that models encode what they send.

use serde_json::{Map, Value};

/// Says of a text that it is bytes in Base64, unless its description does: `format: byte` and `contentEncoding` are
/// words that few models act on.
pub(crate) fn describe_encoding(out: &mut Map<String, Value>) {
    let text = |key| out.get(key).and_then(Value::as_str);
    let encoding = text("contentEncoding").unwrap_or_default();
    let name = match encoding.to_ascii_lowercase().as_str() {
        "base64url" => "Base64url",
        "base64" => "Base64",
        "" if text("format") == Some("byte") => "Base64",
        _ => return,
    };
    let is_text = out.get("type").is_some_and(|name| match name {
        Value::Array(names) => names.iter().any(|name| name == "string"),
        name => name == "string",
    });
    let description = text("description").unwrap_or_default().trim();
    if !is_text || description.to_ascii_lowercase().contains("base64") {
        return;
    }
    let end = match description.chars().next_back() {
        None => "",
        Some('.' | '!' | '?' | ':') => " ",
        Some(_) => ". ",
    };
    let description = format!("{description}{end}In {name}.");
    out.insert("description".to_owned(), description.into());
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn bytes_in_a_text_are_said_to_be_encoded() {
        for (schema, expected) in [
            (
                json!({"type": "string", "format": "byte"}),
                Some("In Base64."),
            ),
            (
                json!({"type": ["string", "null"], "format": "byte", "description": "The key"}),
                Some("The key. In Base64."),
            ),
            (
                json!({"type": "string", "contentEncoding": "base64url", "description": "A key."}),
                Some("A key. In Base64url."),
            ),
            (
                json!({"type": "string", "format": "byte", "description": "base64 text"}),
                Some("base64 text"),
            ),
            (json!({"type": "integer", "format": "byte"}), None),
            (json!({"type": "string", "format": "binary"}), None),
        ] {
            let Value::Object(mut schema) = schema else {
                panic!("an object");
            };
            describe_encoding(&mut schema);
            let described = schema.get("description").and_then(Value::as_str);
            assert_eq!(described, expected);
        }
    }
}
