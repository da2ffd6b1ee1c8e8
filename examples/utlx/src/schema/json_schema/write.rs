//! Writes a node as JSON Schema.

use serde_json::{Map, Value, json};

use crate::api::types::SchemaNode;

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
