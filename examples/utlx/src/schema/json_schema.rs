//! Translates JSON Schema to `SchemaNode` and back. Attributes of XML are properties with `@` in front there, as paths
//! of UTL-X have them, and the text of an element with attributes is `#text`.

use std::collections::HashSet;

use serde_json::{Map, Value, json};
use toolwright::Map as NodeMap;

use super::node;
use crate::api::types::SchemaNode;

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
        let Some(target) = target.cloned() else {
            return SchemaNode {
                r#ref: Some(name),
                description: Some(format!("Not shown: `{reference}` is not in the schema.")),
                ..node::of_type("any")
            };
        };
        self.open.push(reference.to_owned());
        let mut described = self.read(&target, depth + 1);
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

/// The type, and whether null is one as well. A schema without `type` says by its keywords what it describes.
fn read_type(members: &Map<String, Value>) -> (String, bool) {
    let known = |name: &str| match name {
        // The structure of `get_input_schema` says so of its root.
        "primitive" => members
            .get("primitiveType")
            .and_then(Value::as_str)
            .unwrap_or("any")
            .to_owned(),
        name => name.to_owned(),
    };
    match members.get("type") {
        Some(Value::String(name)) => (known(name), false),
        Some(Value::Array(names)) => {
            let names: HashSet<&str> = names.iter().filter_map(Value::as_str).collect();
            let nullable = names.contains("null");
            let mut others = names.into_iter().filter(|name| *name != "null");
            match (others.next(), others.next()) {
                (Some(only), None) => (known(only), nullable),
                (None, _) => ("null".to_owned(), false),
                _ => ("any".to_owned(), nullable),
            }
        }
        _ if members.contains_key("properties") || members.contains_key("required") => {
            ("object".to_owned(), false)
        }
        _ if members.contains_key("items") => ("array".to_owned(), false),
        _ => (type_of_values(members).unwrap_or("any").to_owned(), false),
    }
}

fn type_of_values(members: &Map<String, Value>) -> Option<&'static str> {
    let first = match members.get("const") {
        Some(value) => value,
        None => members.get("enum")?.get(0)?,
    };
    Some(match first {
        Value::String(_) => "string",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        _ => return None,
    })
}

/// What both say. Of keywords that both have, those of the first hold.
fn intersect(first: SchemaNode, second: SchemaNode) -> SchemaNode {
    let join =
        |one: Option<NodeMap<SchemaNode>>, other: Option<NodeMap<SchemaNode>>| match (one, other) {
            (Some(mut one), Some(other)) => {
                for (name, node) in other {
                    if one.get(&name).is_none() {
                        one.insert(name, node);
                    }
                }
                Some(one)
            }
            (one, other) => one.or(other),
        };
    let required = match (first.required, second.required) {
        (Some(mut one), Some(other)) => {
            one.extend(other);
            Some(one)
        }
        (one, other) => one.or(other),
    };
    SchemaNode {
        r#type: match first.r#type.as_str() {
            "any" => second.r#type,
            _ => first.r#type,
        },
        nullable: first.nullable.or(second.nullable),
        properties: join(first.properties, second.properties),
        attributes: join(first.attributes, second.attributes),
        items: first.items.or(second.items),
        required,
        examples: first.examples.or(second.examples),
        description: first.description.or(second.description),
        item_name: first.item_name.or(second.item_name),
        format: first.format.or(second.format),
        r#enum: first.r#enum.or(second.r#enum),
        default: first.default.or(second.default),
        pattern: first.pattern.or(second.pattern),
        minimum: first.minimum.or(second.minimum),
        maximum: first.maximum.or(second.maximum),
        exclusive_minimum: first.exclusive_minimum.or(second.exclusive_minimum),
        exclusive_maximum: first.exclusive_maximum.or(second.exclusive_maximum),
        min_length: first.min_length.or(second.min_length),
        max_length: first.max_length.or(second.max_length),
        min_items: first.min_items.or(second.min_items),
        max_items: first.max_items.or(second.max_items),
        additional_properties: first.additional_properties.or(second.additional_properties),
        any_of: first.any_of.or(second.any_of),
        r#ref: first.r#ref.or(second.r#ref),
    }
}

/// Whether this is the `structure` of `get_input_schema` and not a JSON Schema.
pub(crate) fn is_structure(schema: &Value) -> bool {
    let Some(members) = schema.as_object() else {
        return false;
    };
    let own = ["attributes", "itemName", "primitiveType"];
    let is_own = own.iter().any(|name| members.contains_key(*name));
    let children = members
        .iter()
        .filter_map(|(name, value)| match name.as_str() {
            "items" | "additionalProperties" => Some(vec![value]),
            "properties" => Some(value.as_object()?.values().collect()),
            _ => None,
        });
    is_own || children.flatten().any(is_structure)
}

/// The JSON Schema of a node.
pub(crate) fn write_schema(node: &SchemaNode) -> Value {
    let mut schema = Map::new();
    let mut properties = Map::new();
    for (name, attribute) in node.attributes.iter().flatten() {
        properties.insert(format!("@{name}"), write_schema(attribute));
    }
    let is_scalar_with_attributes =
        node.attributes.is_some() && node.properties.is_none() && node.r#type != "object";
    if is_scalar_with_attributes && node.r#type != "array" {
        let bare = SchemaNode {
            attributes: None,
            ..node.clone()
        };
        properties.insert("#text".to_owned(), write_schema(&bare));
        return json!({"type": "object", "properties": properties});
    }
    if let Some(item_name) = &node.item_name {
        return write_wrapper(node, item_name);
    }
    for (name, property) in node.properties.iter().flatten() {
        properties.insert(name.clone(), write_schema(property));
    }
    match (node.r#type.as_str(), node.nullable) {
        ("any" | "", _) => {}
        (name, Some(true)) => {
            schema.insert("type".to_owned(), json!([name, "null"]));
        }
        (name, _) => {
            schema.insert("type".to_owned(), json!(name));
        }
    }
    if !properties.is_empty() {
        schema.insert("properties".to_owned(), Value::Object(properties));
    }
    write_keywords(node, &mut schema);
    Value::Object(schema)
}

/// The element that wraps the items of an array.
fn write_wrapper(node: &SchemaNode, item_name: &str) -> Value {
    let array = SchemaNode {
        item_name: None,
        ..node.clone()
    };
    let is_required = node.min_items.is_some_and(|count| count > 0);
    let required: Vec<&str> = is_required.then_some(item_name).into_iter().collect();
    json!({"type": "object", "properties": {item_name: write_schema(&array)}, "required": required})
}

fn write_keywords(node: &SchemaNode, schema: &mut Map<String, Value>) {
    let mut insert = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            schema.insert(name.to_owned(), value);
        }
    };
    let number = |value: Option<f64>| value.map(Value::from);
    let count = |value: Option<i64>| value.map(Value::from);
    insert("required", node.required.clone().map(Value::from));
    insert("items", node.items.as_deref().map(write_schema));
    insert(
        "additionalProperties",
        node.additional_properties.as_deref().map(write_schema),
    );
    let alternatives = node.any_of.as_ref();
    insert(
        "anyOf",
        alternatives.map(|parts| parts.iter().map(write_schema).collect()),
    );
    insert("description", node.description.clone().map(Value::from));
    insert("format", node.format.clone().map(Value::from));
    insert("pattern", node.pattern.clone().map(Value::from));
    insert("enum", node.r#enum.clone().map(Value::from));
    insert("default", node.default.clone());
    insert("examples", node.examples.clone().map(Value::from));
    insert("minimum", number(node.minimum));
    insert("maximum", number(node.maximum));
    insert("exclusiveMinimum", number(node.exclusive_minimum));
    insert("exclusiveMaximum", number(node.exclusive_maximum));
    insert("minLength", count(node.min_length));
    insert("maxLength", count(node.max_length));
    insert("minItems", count(node.min_items));
    insert("maxItems", count(node.max_items));
}
