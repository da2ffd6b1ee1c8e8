use toolwright::Map as NodeMap;

use crate::api::types::SchemaNode;

/// What both say. Of keywords that both have, those of the first hold.
pub(super) fn intersect(first: SchemaNode, second: SchemaNode) -> SchemaNode {
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
