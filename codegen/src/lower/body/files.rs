//! Which parts of a body are files.

use indexmap::IndexMap;
use serde_json::{Map, Value, json};

use super::super::types::object_of;
use crate::model::Definition;
use crate::schema::file_argument;
use crate::schema::keyword::declared_types;
use crate::schema::resolve_reference;

/// A schema of files, or of lists of them.
#[derive(Debug, PartialEq)]
pub(super) struct File {
    /// The schema of the argument.
    pub(super) argument: Value,
    /// `contentMediaType`, else empty.
    pub(super) media_type: String,
}

/// Schemas that only contain themselves end somewhere.
const MAX_DEPTH: usize = 16;

/// Reads a schema as one of files; `None` where it admits anything else.
pub(super) fn file_from_schema(
    schema: &Value,
    definitions: &IndexMap<String, Definition>,
) -> Option<File> {
    Reader { definitions }.read_schema(schema, MAX_DEPTH)
}

/// The schema of a file about which the spec says nothing.
pub(super) fn undescribed_file(schema: &Value) -> File {
    File {
        argument: file_argument::file_argument_schema(schema.as_object().unwrap_or(&Map::new())),
        media_type: String::new(),
    }
}

/// The schema of a body with its files as arguments have them; the files go to `found` by the
/// names of their properties.
pub(super) fn replace_file_properties(
    schema: &Value,
    definitions: &IndexMap<String, Definition>,
    is_file: &dyn Fn(&str, &Value) -> Option<File>,
    found: &mut Vec<(String, File)>,
) -> Value {
    if let Some(mut object) = object_of(schema, definitions) {
        let properties = object.get_mut("properties").and_then(Value::as_object_mut);
        for (name, property) in properties.into_iter().flatten() {
            if let Some(file) = is_file(name, property) {
                *property = file.argument.clone();
                found.push((name.clone(), file));
            }
        }
        return object;
    }
    let mut resolved = resolve_reference(schema, definitions).clone();
    for keyword in ["oneOf", "anyOf"] {
        if let Some(Value::Array(branches)) = resolved.get_mut(keyword) {
            for branch in branches {
                *branch = replace_file_properties(branch, definitions, is_file, found);
            }
        }
    }
    resolved
}

struct Reader<'a> {
    definitions: &'a IndexMap<String, Definition>,
}

impl Reader<'_> {
    fn read_schema(&self, schema: &Value, depth: usize) -> Option<File> {
        let depth = depth.checked_sub(1)?;
        let resolved = resolve_reference(schema, self.definitions).as_object()?;
        let names = declared_types(resolved);
        if names.contains(&"array") {
            let items = self.read_schema(resolved.get("items")?, depth)?;
            return Some(self.with_keyword(resolved, "items", items.argument, items.media_type));
        }
        for keyword in ["anyOf", "oneOf"] {
            if let Some(Value::Array(branches)) = resolved.get(keyword) {
                return self.read_branches(resolved, keyword, branches, depth);
            }
        }
        if let Some([only]) = resolved
            .get("allOf")
            .and_then(Value::as_array)
            .map(Vec::as_slice)
        {
            return self.read_schema(only, depth);
        }
        is_binary(resolved, &names).then(|| File {
            argument: file_argument::file_argument_schema(resolved),
            media_type: media_type(resolved).unwrap_or_default().to_owned(),
        })
    }

    fn read_branches(
        &self,
        schema: &Map<String, Value>,
        keyword: &str,
        branches: &[Value],
        depth: usize,
    ) -> Option<File> {
        let mut read = Vec::new();
        let mut media_type = None;
        for branch in branches {
            if branch.get("type") == Some(&json!("null")) {
                read.push(branch.clone());
                continue;
            }
            let file = self.read_schema(branch, depth)?;
            media_type.get_or_insert(file.media_type);
            read.push(file.argument);
        }
        Some(self.with_keyword(schema, keyword, read.into(), media_type?))
    }

    fn with_keyword(
        &self,
        schema: &Map<String, Value>,
        keyword: &str,
        value: Value,
        media_type: String,
    ) -> File {
        let mut argument = schema.clone();
        argument.insert(keyword.to_owned(), value);
        File {
            argument: argument.into(),
            media_type,
        }
    }
}

/// `format: binary`, or content of a media type that is neither encoded nor text (OpenAPI 3.1.0,
/// "Considerations for File Uploads"). A media type in the place of the format is no word of the standard;
/// those who write it mean a file of it.
fn is_binary(schema: &Map<String, Value>, names: &[&str]) -> bool {
    let others: Vec<_> = names.iter().filter(|name| **name != "null").collect();
    let may_be_string = others.is_empty() || others == [&"string"];
    // Text for bytes is a string in JSON and no file.
    let is_encoded = schema.contains_key("contentEncoding");
    let media_type = media_type(schema).map(str::to_ascii_lowercase);
    let is_bytes = media_type.is_some_and(|name| {
        !name.starts_with("text/") && !name.contains("json") && !name.contains("xml")
    });
    may_be_string && !is_encoded && (text_keyword(schema, "format") == Some("binary") || is_bytes)
}

/// `contentMediaType`, or a `format` that is a media type.
fn media_type(schema: &Map<String, Value>) -> Option<&str> {
    const TYPES: [&str; 4] = ["application/", "audio/", "image/", "video/"];
    let format = || {
        text_keyword(schema, "format")
            .filter(|format| TYPES.iter().any(|it| format.starts_with(it)))
    };
    text_keyword(schema, "contentMediaType").or_else(format)
}

fn text_keyword<'a>(schema: &'a Map<String, Value>, keyword: &str) -> Option<&'a str> {
    schema.get(keyword)?.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::testing::definitions_from_json;

    #[test]
    fn files_are_found_through_lists_references_and_null() {
        let known = definitions_from_json(json!({"Photo": {"type": "string", "format": "binary"}}));
        let photo = json!({"$ref": "#/$defs/Photo"});
        for schema in [
            photo.clone(),
            json!({"type": "array", "items": photo}),
            json!({"anyOf": [photo, {"type": "null"}]}),
            json!({"type": ["string", "null"], "format": "binary"}),
            json!({"allOf": [photo], "description": "d"}),
            json!({"contentMediaType": "image/png"}),
            json!({"type": "string", "format": "audio/x-wav"}),
        ] {
            assert!(file_from_schema(&schema, &known).is_some(), "{schema}");
        }
        for schema in [
            json!({"type": "string"}),
            json!({"type": "string", "format": "byte"}),
            json!({"type": "string", "format": "application/json"}),
            json!({"type": "string", "format": "MM/DD"}),
            json!({"type": "string", "contentMediaType": "image/png", "contentEncoding": "base64"}),
            json!({"type": "string", "contentMediaType": "application/json"}),
            json!({"anyOf": [photo, {"type": "string", "format": "uri"}]}),
            json!({}),
        ] {
            assert!(file_from_schema(&schema, &known).is_none(), "{schema}");
        }
        let endless =
            definitions_from_json(json!({"A": {"type": "array", "items": {"$ref": "#/$defs/A"}}}));
        assert!(file_from_schema(&json!({"$ref": "#/$defs/A"}), &endless).is_none());
    }
}
