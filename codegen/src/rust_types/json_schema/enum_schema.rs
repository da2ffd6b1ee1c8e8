//! The JSON Schema of an enum: alternatives in serde's four representations, or a list of strings.

use serde_json::{Value, json};

use super::{SchemaBuilder, with_annotations};
use crate::rust_types::user_type::{About, Contents, Names, Tagging, UserVariant};

impl SchemaBuilder<'_> {
    pub(super) fn union_schema(
        &mut self,
        tagging: &Tagging,
        variants: &[UserVariant],
        about: &About,
    ) -> Value {
        let alternatives: Vec<Value> = variants
            .iter()
            .map(|variant| self.variant_schema(tagging, variant))
            .collect();
        let keyword = match tagging {
            // serde takes the first variant that fits, and several may. With a tag, exactly one
            // does.
            Tagging::Untagged => "anyOf",
            _ => "oneOf",
        };
        with_annotations(json!({ keyword: alternatives }), about, None)
    }

    fn variant_schema(&mut self, tagging: &Tagging, variant: &UserVariant) -> Value {
        let UserVariant {
            wire,
            contents,
            about,
            ..
        } = variant;
        let silent = About::default();
        let object = match (tagging, contents) {
            (Tagging::Untagged, contents) => return self.contents_schema(contents, about),
            (Tagging::External, Contents::Unit) => constant_schema(wire),
            (Tagging::External, contents) => {
                let inner = self.contents_schema(contents, &silent);
                json!({
                    "type": "object",
                    "properties": {wire: inner},
                    "required": [wire],
                    "additionalProperties": false,
                })
            }
            (Tagging::Internal(tag), contents) => {
                let closed = matches!(contents, Contents::Fields { closed: true, .. });
                let members = contents.members();
                self.object_schema(members, closed, Some((tag, constant_schema(wire))))
            }
            (Tagging::Adjacent(tag, content), contents) => {
                let closed = matches!(contents, Contents::Fields { closed: true, .. });
                let mut object = json!({
                    "type": "object",
                    "properties": {tag: constant_schema(wire)},
                    "required": [tag],
                });
                if !matches!(contents, Contents::Unit) {
                    object["properties"][content] = self.contents_schema(contents, &silent);
                    object["required"] = json!([tag, content]);
                }
                if closed {
                    object["additionalProperties"] = json!(false);
                }
                object
            }
        };
        with_annotations(object, about, None)
    }
}

fn constant_schema(name: &str) -> Value {
    json!({"type": "string", "enum": [name]})
}

/// An enum of strings; what its variants mean is in the description.
pub(super) fn string_enum_schema(names: &[Names], about: &About) -> Value {
    let mut about = about.clone();
    let lines = names.iter().filter(|name| !name.doc.is_empty());
    let lines: Vec<String> = lines
        .map(|name| format!("- `{}`: {}", name.wire, name.doc))
        .collect();
    if !lines.is_empty() {
        let opening = match about.description.is_empty() {
            true => String::new(),
            false => format!("{}\n\n", about.description),
        };
        about.description = format!("{opening}{}", lines.join("\n"));
    }
    let values: Vec<&str> = names.iter().map(|name| name.wire.as_str()).collect();
    with_annotations(json!({"type": "string", "enum": values}), &about, None)
}
