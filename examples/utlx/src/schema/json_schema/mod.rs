//! Translates JSON Schema to `SchemaNode` and back. Attributes of XML are properties with `@` in front there, as paths
//! of UTL-X have them, and the text of an element with attributes is `#text`.

mod intersect;
mod keyword_type;
mod read;
mod write;

use serde_json::Value;

pub(crate) use read::read_schema;
pub(crate) use write::write_schema;

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
