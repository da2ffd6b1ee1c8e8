//! Merges what several values of one place look like: the items of an array, the rows of a table, repeated elements.

use toolwright::Map;

use super::json::MAX_PROPERTIES;
use super::node::{self, add_example};
use crate::api::types::SchemaNode;

/// A node that describes both.
pub(crate) fn merge(left: SchemaNode, right: SchemaNode) -> SchemaNode {
    // Null says nothing about the type, so it never makes a choice of types.
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
        // Every integer is a number. A choice of both would be noise.
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
    let attributes = merge_attributes(left.attributes, right.attributes);
    let count = |map: &Option<Map<SchemaNode>>| map.as_ref().map_or(0, Map::len);
    let most = count(&left.properties).max(count(&right.properties));
    let properties = merge_maps(left.properties, right.properties);
    let values = merge_optional(left.additional_properties, right.additional_properties);
    // Objects that each have other names are maps, too; a table has as many columns as it has.
    let total = count(&properties);
    if values.is_some() || (total > MAX_PROPERTIES && total > most) {
        let own = properties.into_iter().flatten().map(|(_, node)| node);
        let values = values.map(|values| *values).into_iter().chain(own);
        return SchemaNode {
            additional_properties: values.reduce(merge).map(Box::new),
            attributes,
            ..node::of_type("object")
        };
    }
    let of_left = left.required.unwrap_or_default();
    let of_right = right.required.unwrap_or_default();
    // Nearly all rows of a table have the same columns, and then nothing has to be searched.
    let required = match of_left == of_right {
        true => of_left,
        false => of_left
            .into_iter()
            .filter(|name| of_right.contains(name))
            .collect(),
    };
    SchemaNode {
        properties,
        attributes,
        required: Some(required),
        ..node::of_type("object")
    }
}

fn merge_optional(
    left: Option<Box<SchemaNode>>,
    right: Option<Box<SchemaNode>>,
) -> Option<Box<SchemaNode>> {
    match (left, right) {
        (Some(left), Some(right)) => Some(Box::new(merge(*left, *right))),
        (left, right) => left.or(right),
    }
}

/// Attributes have no form for names that are data: the first of them are kept.
fn merge_attributes(
    left: Option<Map<SchemaNode>>,
    right: Option<Map<SchemaNode>>,
) -> Option<Map<SchemaNode>> {
    let merged = merge_maps(left, right)?;
    Some(match merged.len() > MAX_PROPERTIES {
        true => merged.into_iter().take(MAX_PROPERTIES).collect(),
        false => merged,
    })
}

fn merge_maps(
    left: Option<Map<SchemaNode>>,
    right: Option<Map<SchemaNode>>,
) -> Option<Map<SchemaNode>> {
    let (mut left, right) = match (left, right) {
        (Some(left), Some(right)) => (left, right),
        (left, right) => return left.or(right),
    };
    // Mostly, both have the same names in the same order, and nothing is to be looked for.
    let is_same = left.len() == right.len()
        && left
            .iter()
            .zip(right.iter())
            .all(|((one, _), (other, _))| one == other);
    if is_same {
        let pairs = left.into_iter().zip(right);
        let merged = pairs.map(|((name, one), (_, other))| (name, merge(one, other)));
        return Some(merged.collect());
    }
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
    SchemaNode {
        items: merge_optional(left.items, right.items),
        min_items: left.min_items.min(right.min_items),
        max_items: left.max_items.max(right.max_items),
        attributes: merge_attributes(left.attributes, right.attributes),
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
    left.attributes = merge_attributes(left.attributes, right.attributes);
    left
}

/// Values of different types: each type once, under `anyOf`.
fn merge_alternatives(left: SchemaNode, right: SchemaNode) -> SchemaNode {
    let attributes = merge_attributes(left.attributes.clone(), right.attributes.clone());
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

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::schema::{json, xml};

    #[test]
    fn objects_that_each_have_another_name_are_a_map_and_take_no_quadratic_time() {
        let started = Instant::now();
        let rows: Vec<String> = (0..100_000)
            .map(|row| format!("{{\"k{row}\": {row}}}"))
            .collect();
        let value = json::parse(&format!("[{}]", rows.join(","))).expect("is JSON");
        let node = json::infer_value(&value);
        let items = node.items.expect("has items");
        assert_eq!(items.properties, None);
        let values = items.additional_properties.expect("is a map");
        assert_eq!(values.r#type, "integer");
        assert!(started.elapsed() < Duration::from_secs(5));
    }

    #[test]
    fn maps_keep_the_kind_of_their_values_when_they_are_merged() {
        let large: Vec<String> = (0..300).map(|name| format!("\"k{name}\": 1")).collect();
        let large = large.join(",");
        let value = json::parse(&format!("[{{{large}}}, {{\"x\": 1.5}}]")).expect("is JSON");
        let items = json::infer_value(&value).items.expect("has items");
        let values = items.additional_properties.expect("is a map");
        assert_eq!(values.r#type, "number");
    }

    #[test]
    fn attributes_that_each_have_another_name_are_limited() {
        let rows: String = (0..5000).map(|row| format!("<x a{row}=\"1\"/>")).collect();
        let root = xml::parse(&format!("<r>{rows}</r>")).expect("is XML");
        let node = xml::infer_document(&root);
        let root = node.properties.as_ref().and_then(|it| it.get("r"));
        let array = root.and_then(|it| it.properties.as_ref()?.get("x"));
        let item = array.and_then(|it| it.items.as_ref());
        let attributes = item.and_then(|it| it.attributes.as_ref());
        assert_eq!(attributes.map(Map::len), Some(MAX_PROPERTIES));
    }
}
