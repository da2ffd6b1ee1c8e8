use crate::api::types::{SchemaNode, Structure, StructureType};

/// The root of a structure, whose type is one of three.
pub(crate) fn into_structure(node: SchemaNode) -> Structure {
    let (r#type, primitive_type) = match node.r#type.as_str() {
        "object" => (StructureType::Object, None),
        "array" => (StructureType::Array, None),
        other => (StructureType::Primitive, Some(other.to_owned())),
    };
    Structure {
        r#type,
        primitive_type,
        properties: node.properties,
        items: node.items.map(|items| *items),
        attributes: node.attributes,
        required: node.required,
        examples: node.examples,
        description: node.description,
        format: node.format,
        r#enum: node.r#enum,
        item_name: node.item_name,
        min_items: node.min_items,
        max_items: node.max_items,
        additional_properties: node.additional_properties.map(|node| *node),
        any_of: node.any_of,
    }
}
