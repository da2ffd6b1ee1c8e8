//! A file as an argument of a tool. JSON has no bytes, so it is a string or an object that says
//! what they are; the runtime's `File` reads both.

use serde_json::{Map, Value, json};

use super::keyword::{Object, declared_types};

/// The keyword that tells such a schema from the spec's own. It is no JSON Schema, so that no text
/// shows it.
const FILE_MARK: &str = "x-toolwright-file";

/// The annotations of the spec that say something about the argument, too.
const KEPT_ANNOTATIONS: [&str; 4] = ["title", "description", "deprecated", "contentMediaType"];

/// The schema of the argument for a file, whose schema in the spec is `stated`.
pub(crate) fn file_argument_schema(stated: &Object) -> Value {
    let mut argument = Map::new();
    let null = declared_types(stated).contains(&"null");
    let types = ["string", "object", "null"];
    argument.insert("type".to_owned(), json!(types[..2 + usize::from(null)]));
    for keyword in KEPT_ANNOTATIONS {
        if let Some(value) = stated.get(keyword) {
            argument.insert(keyword.to_owned(), value.clone());
        }
    }
    argument.insert("contentEncoding".to_owned(), json!("base64"));
    let text = || json!({"type": "string"});
    argument.insert(
        "properties".to_owned(),
        json!({
            "content": text(),
            "text": text(),
            "path": text(),
            "uri": text(),
            "filename": text(),
            "mediaType": text(),
        }),
    );
    argument.insert("additionalProperties".to_owned(), json!(false));
    argument.insert(FILE_MARK.to_owned(), json!(true));
    argument.into()
}

/// Whether a schema is one that [`argument`] made.
pub(crate) fn is_file_argument(schema: &Object) -> bool {
    schema.get(FILE_MARK) == Some(&json!(true))
        && ["string", "object"]
            .iter()
            .all(|name| declared_types(schema).contains(name))
}

/// What clients are shown: one type, which every client accepts, and only the ways that are open
/// whatever the operator of the server allows. The runtime adds the others where it does.
pub(crate) fn client_file_schema(schema: &Object) -> Object {
    let mut shown = Object::new();
    let null = declared_types(schema).contains(&"null");
    let kind = if null {
        json!(["object", "null"])
    } else {
        json!("object")
    };
    shown.insert("type".to_owned(), kind);
    for keyword in KEPT_ANNOTATIONS {
        if let Some(value) = schema.get(keyword) {
            shown.insert(keyword.to_owned(), value.clone());
        }
    }
    shown.insert(
        "properties".to_owned(),
        json!({
            "content": {"type": "string", "description": "base64; or use text"},
            "text": {"type": "string"},
            "filename": {"type": "string"},
            "mediaType": {"type": "string"},
        }),
    );
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object_from_json(schema: Value) -> Object {
        schema.as_object().cloned().unwrap_or_default()
    }

    #[test]
    fn a_file_is_a_string_or_an_object() {
        let stated = json!({"type": "string", "format": "binary", "description": "The photo"});
        let file = object_from_json(file_argument_schema(&object_from_json(stated.clone())));
        assert!(is_file_argument(&file) && !is_file_argument(&object_from_json(stated)));
        assert_eq!(file["type"], json!(["string", "object"]));
        assert_eq!(file["description"], "The photo");
        assert_eq!(file["properties"].as_object().map(Map::len), Some(6));
    }

    #[test]
    fn clients_are_shown_one_type() {
        let nullable = json!({"type": ["string", "null"], "format": "binary"});
        let shown = client_file_schema(&object_from_json(file_argument_schema(&object_from_json(
            nullable,
        ))));
        assert_eq!(shown["type"], json!(["object", "null"]));
        assert!(shown.get("additionalProperties").is_none());
        let names: Vec<_> = shown["properties"]
            .as_object()
            .into_iter()
            .flatten()
            .collect();
        assert_eq!(names.len(), 4);
    }
}
