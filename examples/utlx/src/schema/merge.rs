//! Merges what several values of one place look like: the items of an array, the rows of a table, repeated elements.

use toolwright::Map;

use super::node::{self, add_example};
use crate::api::types::SchemaNode;

/// A node that describes both.
pub(crate) fn merge(left: SchemaNode, right: SchemaNode) -> SchemaNode {
    if left.r#type == "null" {
        return make_nullable(right);
    }
    if right.r#type == "null" {
        return make_nullable(left);
    }
    let nullable = left.nullable.or(right.nullable);
    let mut merged = match (left.r#type.as_str(), right.r#type.as_str()) {
        ("object", "object") => merge_objects(left, right),
        ("array", "array") => merge_arrays(left, right),
        (one, other) if one == other => merge_scalars(left, right),
        ("integer", "number") | ("number", "integer") => {
            let mut merged = merge_scalars(left, right);
            merged.r#type = "number".to_owned();
            merged
        }
        _ => merge_alternatives(left, right),
    };
    merged.nullable = nullable;
    merged
}

fn make_nullable(mut node: SchemaNode) -> SchemaNode {
    if node.r#type != "null" {
        node.nullable = Some(true);
    }
    node
}

fn merge_objects(left: SchemaNode, right: SchemaNode) -> SchemaNode {
    let of_left = left.required.unwrap_or_default();
    let of_right = right.required.unwrap_or_default();
    let required: Vec<String> = of_left
        .into_iter()
        .filter(|name| of_right.contains(name))
        .collect();
    SchemaNode {
        properties: merge_maps(left.properties, right.properties),
        attributes: merge_maps(left.attributes, right.attributes),
        required: Some(required),
        ..node::of_type("object")
    }
}

fn merge_maps(
    left: Option<Map<SchemaNode>>,
    right: Option<Map<SchemaNode>>,
) -> Option<Map<SchemaNode>> {
    let (mut left, right) = match (left, right) {
        (Some(left), Some(right)) => (left, right),
        (left, right) => return left.or(right),
    };
    for (name, node) in right {
        let merged = match left.get_mut(&name) {
            Some(known) => merge(std::mem::take(known), node),
            None => node,
        };
        left.insert(name, merged);
    }
    Some(left)
}

fn merge_arrays(left: SchemaNode, right: SchemaNode) -> SchemaNode {
    let items = match (left.items, right.items) {
        (Some(left), Some(right)) => Some(Box::new(merge(*left, *right))),
        (left, right) => left.or(right),
    };
    SchemaNode {
        items,
        min_items: left.min_items.min(right.min_items),
        max_items: left.max_items.max(right.max_items),
        attributes: merge_maps(left.attributes, right.attributes),
        item_name: left
            .item_name
            .filter(|name| right.item_name.as_ref() == Some(name)),
        ..node::of_type("array")
    }
}

fn merge_scalars(mut left: SchemaNode, right: SchemaNode) -> SchemaNode {
    for example in right.examples.unwrap_or_default() {
        add_example(&mut left, example);
    }
    if left.format != right.format {
        left.format = None;
    }
    left.attributes = merge_maps(left.attributes, right.attributes);
    left
}

/// Values of different types: each type once, under `anyOf`.
fn merge_alternatives(left: SchemaNode, right: SchemaNode) -> SchemaNode {
    let attributes = merge_maps(left.attributes.clone(), right.attributes.clone());
    let mut alternatives: Vec<SchemaNode> = Vec::new();
    for node in [left, right] {
        let parts = match node.any_of {
            Some(parts) => parts,
            None => vec![node],
        };
        for part in parts {
            let same = alternatives
                .iter_mut()
                .find(|known| is_same_kind(known, &part));
            match same {
                Some(known) => *known = merge(std::mem::take(known), part),
                None => alternatives.push(part),
            }
        }
    }
    SchemaNode {
        any_of: Some(alternatives),
        attributes,
        ..node::of_type("any")
    }
}

fn is_same_kind(left: &SchemaNode, right: &SchemaNode) -> bool {
    let kind = |node: &SchemaNode| match node.r#type.as_str() {
        "integer" => "number".to_owned(),
        other => other.to_owned(),
    };
    kind(left) == kind(right)
}
