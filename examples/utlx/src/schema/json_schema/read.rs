//! Reads a JSON Schema. References are followed within the schema; a definition that contains itself is shown once.

use serde_json::{Map, Value};
use toolwright::Map as NodeMap;

use super::intersect::intersect;
use super::keyword_type::read_type;
use crate::api::types::SchemaNode;
use crate::schema::node;

/// Levels of a schema that are described.
const MAX_DEPTH: usize = 40;
/// Nodes of a schema that are described: definitions that are used often could make more of a small schema.
const MAX_NODES: usize = 20_000;

/// What a JSON Schema describes.
pub(crate) fn read_schema(schema: &Value) -> SchemaNode {
    let mut reader = SchemaReader {
        root: schema,
        open: Vec::new(),
        nodes: 0,
    };
    reader.read(schema, 0)
}

struct SchemaReader<'s> {
    root: &'s Value,
    /// The references that are being followed.
    open: Vec<String>,
    nodes: usize,
}

impl SchemaReader<'_> {
    fn read(&mut self, schema: &Value, depth: usize) -> SchemaNode {
        self.nodes += 1;
        if depth > MAX_DEPTH || self.nodes > MAX_NODES {
            return SchemaNode {
                description: Some("Not shown: the schema is too large.".to_owned()),
                ..node::of_type("any")
            };
        }
        let Some(members) = schema.as_object() else {
            // `true` and `false` are schemas, too.
            return node::of_type("any");
        };
        if let Some(reference) = members.get("$ref").and_then(Value::as_str) {
            return self.read_reference(reference, members, depth);
        }
        let mut described = self.read_members(members, depth);
        if let Some(parts) = members.get("allOf").and_then(Value::as_array) {
            for part in parts {
                let part = self.read(part, depth + 1);
                described = intersect(described, part);
            }
        }
        for keyword in ["anyOf", "oneOf"] {
            if let Some(parts) = members.get(keyword).and_then(Value::as_array) {
                described = self.read_alternatives(described, parts, depth);
            }
        }
        described
    }

    fn read_reference(
        &mut self,
        reference: &str,
        members: &Map<String, Value>,
        depth: usize,
    ) -> SchemaNode {
        let name = reference.rsplit('/').next().unwrap_or(reference).to_owned();
        if self.open.iter().any(|open| open == reference) {
            return SchemaNode {
                r#ref: Some(name),
                ..node::of_type("object")
            };
        }
        let target = match reference {
            "#" => Some(self.root),
            _ => reference
                .strip_prefix('#')
                .and_then(|pointer| self.root.pointer(pointer)),
        };
        let Some(target) = target else {
            return SchemaNode {
                r#ref: Some(name),
                description: Some(format!("Not shown: `{reference}` is not in the schema.")),
                ..node::of_type("any")
            };
        };
        self.open.push(reference.to_owned());
        let mut described = self.read(target, depth + 1);
        self.open.pop();
        if let Some(description) = members.get("description").and_then(Value::as_str) {
            described.description = Some(description.to_owned());
        }
        described
    }

    fn read_members(&mut self, members: &Map<String, Value>, depth: usize) -> SchemaNode {
        let text = |name: &str| members.get(name).and_then(Value::as_str).map(str::to_owned);
        let count = |name: &str| members.get(name).and_then(Value::as_i64);
        let number = |name: &str| members.get(name).and_then(Value::as_f64);
        let list = |name: &str| members.get(name).and_then(Value::as_array).cloned();
        let (name, nullable) = read_type(members);
        let required = list("required").unwrap_or_default();
        let required: Vec<String> = required
            .iter()
            .filter_map(|it| it.as_str().map(str::to_owned))
            .collect();
        let mut described = SchemaNode {
            nullable: (nullable || members.get("nullable") == Some(&Value::Bool(true)))
                .then_some(true),
            description: text("description").or_else(|| text("title")),
            format: text("format"),
            pattern: text("pattern"),
            item_name: text("itemName"),
            default: members.get("default").cloned(),
            r#enum: match members.get("const") {
                Some(value) => Some(vec![value.clone()]),
                None => list("enum"),
            },
            examples: list("examples").or_else(|| Some(vec![members.get("example")?.clone()])),
            minimum: number("minimum"),
            maximum: number("maximum"),
            exclusive_minimum: number("exclusiveMinimum"),
            exclusive_maximum: number("exclusiveMaximum"),
            min_length: count("minLength"),
            max_length: count("maxLength"),
            min_items: count("minItems"),
            max_items: count("maxItems"),
            ..node::of_type(&name)
        };
        self.read_properties(members, required, &mut described, depth);
        let items = members
            .get("items")
            .or_else(|| members.get("prefixItems")?.get(0));
        if let Some(items) = items.filter(|it| it.is_object()) {
            described.items = Some(Box::new(self.read(items, depth + 1)));
        }
        if let Some(others) = members
            .get("additionalProperties")
            .filter(|it| it.is_object())
        {
            described.additional_properties = Some(Box::new(self.read(others, depth + 1)));
        }
        described
    }

    fn read_properties(
        &mut self,
        members: &Map<String, Value>,
        required: Vec<String>,
        described: &mut SchemaNode,
        depth: usize,
    ) {
        let mut properties = NodeMap::new();
        let mut attributes = NodeMap::new();
        let mut text = None;
        for (name, schema) in members
            .get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            // Names beyond the limit are left out: they would be compared with all others.
            if self.nodes > MAX_NODES {
                described.description =
                    Some("Not shown in whole: the schema is too large.".to_owned());
                break;
            }
            let property = self.read(schema, depth + 1);
            match name.strip_prefix('@') {
                Some(attribute) => {
                    attributes.insert(attribute, property);
                }
                None if name == "#text" => text = Some(property),
                None => {
                    properties.insert(name.clone(), property);
                }
            }
        }
        // The form of `get_input_schema` has attributes apart.
        for (name, schema) in members
            .get("attributes")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            if self.nodes > MAX_NODES {
                break;
            }
            attributes.insert(name.clone(), self.read(schema, depth + 1));
        }
        let has_text = text.is_some();
        if let Some(text) = text.filter(|_| properties.is_empty()) {
            *described = SchemaNode {
                description: described.description.take(),
                ..text
            };
        } else if described.r#type == "object" && !(properties.is_empty() && required.is_empty()) {
            let required = required
                .into_iter()
                .filter(|name| !name.starts_with(['@', '#']));
            described.required = Some(required.collect());
        }
        if has_text && described.r#type == "object" {
            described.description = Some("Text stands between the elements.".to_owned());
        }
        if !properties.is_empty() {
            described.properties = Some(properties);
        }
        if !attributes.is_empty() {
            described.attributes = Some(attributes);
        }
    }

    fn read_alternatives(
        &mut self,
        described: SchemaNode,
        parts: &[Value],
        depth: usize,
    ) -> SchemaNode {
        let alternatives: Vec<SchemaNode> = parts
            .iter()
            .map(|part| self.read(part, depth + 1))
            .collect();
        let is_nullable = alternatives.iter().any(|it| it.r#type == "null");
        let mut others: Vec<SchemaNode> = alternatives
            .into_iter()
            .filter(|it| it.r#type != "null")
            .collect();
        let nullable = is_nullable.then_some(true);
        if others.len() == 1
            && let Some(only) = others.pop()
        {
            let mut only = intersect(described, only);
            only.nullable = only.nullable.or(nullable);
            return only;
        }
        SchemaNode {
            any_of: Some(others),
            nullable: described.nullable.or(nullable),
            ..described
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn an_object_of_very_many_properties_is_described_to_a_limit() {
        let started = Instant::now();
        let properties: Map<String, Value> = (0..200_000)
            .map(|number| {
                (
                    format!("property_{number}"),
                    serde_json::json!({"type": "string"}),
                )
            })
            .collect();
        let node = read_schema(&serde_json::json!({"type": "object", "properties": properties}));
        assert_eq!(node.properties.map(|it| it.len()), Some(MAX_NODES));
        assert!(started.elapsed() < Duration::from_secs(30));
    }
}
