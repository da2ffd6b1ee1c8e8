use serde_json::{Value, json};

use super::{Writer, annotated};
use crate::rust_types::model::{About, Contents, Names, Tagging, UserVariant};

impl Writer<'_> {
    pub(super) fn choice(
        &mut self,
        tagging: &Tagging,
        variants: &[UserVariant],
        about: &About,
    ) -> Value {
        let alternatives: Vec<Value> = variants
            .iter()
            .map(|variant| self.variant(tagging, variant))
            .collect();
        let keyword = match tagging {
            Tagging::Untagged => "anyOf",
            _ => "oneOf",
        };
        annotated(json!({ keyword: alternatives }), about, None)
    }

    fn variant(&mut self, tagging: &Tagging, variant: &UserVariant) -> Value {
        let UserVariant {
            wire,
            contents,
            about,
            ..
        } = variant;
        let silent = About::default();
        let object = match (tagging, contents) {
            (Tagging::Untagged, contents) => return self.contents(contents, about),
            (Tagging::External, Contents::Unit) => constant(wire),
            (Tagging::External, contents) => {
                let inner = self.contents(contents, &silent);
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
                self.object(members, closed, Some((tag, constant(wire))))
            }
            (Tagging::Adjacent(tag, content), contents) => {
                let closed = matches!(contents, Contents::Fields { closed: true, .. });
                let mut object = json!({
                    "type": "object",
                    "properties": {tag: constant(wire)},
                    "required": [tag],
                });
                if !matches!(contents, Contents::Unit) {
                    object["properties"][content] = self.contents(contents, &silent);
                    object["required"] = json!([tag, content]);
                }
                if closed {
                    object["additionalProperties"] = json!(false);
                }
                object
            }
        };
        annotated(object, about, None)
    }
}

fn constant(name: &str) -> Value {
    json!({"type": "string", "enum": [name]})
}

/// An enum of strings; what its variants mean is in the description.
pub(super) fn names(names: &[Names], about: &About) -> Value {
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
    annotated(json!({"type": "string", "enum": values}), &about, None)
}
