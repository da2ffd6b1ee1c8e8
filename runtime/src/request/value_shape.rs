//! What a value is to a parameter style: a text, a list of texts, pairs, or a tree. It takes the JSON of an
//! argument and drops `null`, which RFC 6570 calls undefined.

use crate::request::Style;
use crate::value::Json;

/// What a parameter's value is to a style: its leaves are text, not yet escaped.
#[derive(Debug, PartialEq)]
pub(super) enum ValueShape {
    /// Nothing to write: `null`, or an array or object with nothing in it (RFC 6570, 2.3).
    Undefined,
    Text(String),
    Items(Vec<String>),
    Members(Vec<(String, String)>),
    /// An array or object for `deepObject`.
    Tree(Json),
}

impl ValueShape {
    pub(super) fn from_json_text(json: &str, style: Style) -> Self {
        if style == Style::Json {
            return Self::Text(json.to_owned());
        }
        match json.as_bytes().first() {
            Some(b'"') => Self::Text(unquote_json(json)),
            Some(b'[' | b'{') => match serde_json::from_str(json) {
                Ok(value) => Self::from_json(value, style),
                Err(_) => Self::Text(json.to_owned()),
            },
            _ if json.is_empty() || json == "null" => Self::Undefined,
            _ => Self::Text(json.to_owned()),
        }
    }

    pub(super) fn from_json(value: Json, style: Style) -> Self {
        match value {
            value if style == Style::Json => Self::Text(value.to_string()),
            Json::Array(_) | Json::Object(_) if style == Style::DeepObject => Self::Tree(value),
            Json::Array(items) => match items.into_iter().filter_map(leaf_text).collect::<Vec<_>>()
            {
                items if items.is_empty() => Self::Undefined,
                items => Self::Items(items),
            },
            Json::Object(members) => {
                let members: Vec<_> = members
                    .into_iter()
                    .filter_map(|(name, value)| Some((name, leaf_text(value)?)))
                    .collect();
                if members.is_empty() {
                    Self::Undefined
                } else {
                    Self::Members(members)
                }
            }
            value => leaf_text(value).map_or(Self::Undefined, Self::Text),
        }
    }
}

/// The text of a value inside a value; none for `null`.
pub(super) fn leaf_text(value: Json) -> Option<String> {
    match value {
        Json::Null => None,
        Json::String(text) => Some(text),
        value => Some(value.to_string()),
    }
}

fn unquote_json(json: &str) -> String {
    let inner = json
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    match inner {
        // Most strings have no escapes, and need no parser.
        Some(inner) if !inner.contains('\\') => inner.to_owned(),
        _ => serde_json::from_str(json).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(items: &[&str]) -> ValueShape {
        ValueShape::Items(items.iter().map(|item| (*item).to_owned()).collect())
    }

    #[test]
    fn scalars_are_their_text() {
        let read = |json| ValueShape::from_json_text(json, Style::Simple);
        assert_eq!(read(r#""blue""#), ValueShape::Text("blue".into()));
        assert_eq!(read(r#""a\"\u00e9\n""#), ValueShape::Text("a\"é\n".into()));
        assert_eq!(read(r#""""#), ValueShape::Text(String::new()));
        assert_eq!(
            read("18446744073709551615"),
            ValueShape::Text("18446744073709551615".into())
        );
        assert_eq!(read("true"), ValueShape::Text("true".into()));
    }

    #[test]
    fn null_and_emptiness_are_undefined() {
        for json in ["null", "[]", "{}", "[null]", r#"{"a":null}"#] {
            assert_eq!(
                ValueShape::from_json_text(json, Style::Form),
                ValueShape::Undefined,
                "{json}"
            );
        }
        assert_eq!(
            ValueShape::from_json_text("null", Style::Json),
            ValueShape::Text("null".into())
        );
    }

    #[test]
    fn values_inside_values_are_json_text() {
        let read = |json| ValueShape::from_json_text(json, Style::Form);
        assert_eq!(read(r#"["a",null,1.5]"#), items(&["a", "1.5"]));
        assert_eq!(
            read(r#"[["a","b"],{"c":1}]"#),
            items(&[r#"["a","b"]"#, r#"{"c":1}"#])
        );
    }
}
