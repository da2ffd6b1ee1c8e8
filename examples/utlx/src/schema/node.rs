//! Constructors of `SchemaNode`, the generated type of a described value.

use serde_json::Value;
use toolwright::Map;

use crate::api::types::SchemaNode;

/// Distinct sample values that are kept of a field.
pub(crate) const MAX_EXAMPLES: usize = 3;
/// Longer texts are no samples.
const MAX_EXAMPLE_LENGTH: usize = 100;

/// A node of that type.
pub(crate) fn of_type(name: &str) -> SchemaNode {
    SchemaNode {
        r#type: name.to_owned(),
        ..SchemaNode::default()
    }
}

/// An object with these properties, all of them required.
pub(crate) fn object(properties: impl IntoIterator<Item = (String, SchemaNode)>) -> SchemaNode {
    let properties: Map<SchemaNode> = properties.into_iter().collect();
    SchemaNode {
        required: Some(properties.iter().map(|(name, _)| name.to_owned()).collect()),
        properties: Some(properties),
        ..of_type("object")
    }
}

/// An array of that many items.
pub(crate) fn array(items: Option<SchemaNode>, length: usize) -> SchemaNode {
    let length = i64::try_from(length).unwrap_or(i64::MAX);
    SchemaNode {
        items: items.map(Box::new),
        min_items: Some(length),
        max_items: Some(length),
        ..of_type("array")
    }
}

/// A scalar of that type, with a sample.
pub(crate) fn sample(name: &str, value: Value) -> SchemaNode {
    let mut node = of_type(name);
    add_example(&mut node, value);
    node
}

/// Adds a sample, unless there are enough.
pub(crate) fn add_example(node: &mut SchemaNode, value: Value) {
    let is_long = value
        .as_str()
        .is_some_and(|text| text.len() > MAX_EXAMPLE_LENGTH);
    let examples = node.examples.get_or_insert_default();
    if !is_long && examples.len() < MAX_EXAMPLES && !examples.contains(&value) {
        examples.push(value);
    }
    if examples.is_empty() {
        node.examples = None;
    }
}
