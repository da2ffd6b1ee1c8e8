//! Output schemas as they are advertised: what a result still satisfies when it was cut, or when
//! members of it were selected.

use rmcp::model::JsonObject;
use serde_json::json;

use crate::face::Face;
use crate::tool::OutputSchema;
use crate::value::Json;

/// What lists and texts need not satisfy that lost their ends, or items that lost what told them
/// apart.
const OF_WHOLE_VALUES: [&str; 11] = [
    "minItems",
    "uniqueItems",
    "contains",
    "minContains",
    "maxContains",
    "minLength",
    "pattern",
    "format",
    "if",
    "then",
    "else",
];

/// What objects need not satisfy that lost members.
const OF_WHOLE_OBJECTS: [&str; 4] = [
    "required",
    "minProperties",
    "dependentRequired",
    "dependentSchemas",
];

/// Relaxes the output schema of a tool as far as its results may be less than the upstream's.
pub(super) fn relax(tool: &Face, output: &OutputSchema, schema: &mut JsonObject) {
    let selects = !tool.call.fields.is_empty();
    // The frame around a result is never left out.
    let frame = schema.get("required").filter(|_| output.wrapped).cloned();
    of_schema(schema, selects);
    schema.extend(frame.map(|required| ("required".to_owned(), required)));
}

fn of_schema(schema: &mut JsonObject, selects: bool) {
    schema.retain(|keyword, value| {
        let keyword = keyword.as_str();
        let is_broken = OF_WHOLE_VALUES.contains(&keyword)
            || (selects && OF_WHOLE_OBJECTS.contains(&keyword))
            // What is excluded may be what is left, but for what is excluded whatever it is.
            || (keyword == "not" && *value != json!({}));
        !is_broken
    });
    // What told alternatives apart may be gone.
    if let Some(alternatives) = schema.shift_remove("oneOf") {
        schema.entry("anyOf").or_insert(alternatives);
    }
    for (keyword, value) in schema.iter_mut() {
        match (keyword.as_str(), value) {
            ("properties" | "patternProperties" | "$defs" | "dependentSchemas", inner) => {
                let members = inner.as_object_mut().into_iter().flatten();
                members.for_each(|(_, schema)| within(schema, selects));
            }
            ("allOf" | "anyOf" | "prefixItems", Json::Array(members)) => {
                members
                    .iter_mut()
                    .for_each(|schema| within(schema, selects));
            }
            (
                "items" | "additionalProperties" | "unevaluatedItems" | "unevaluatedProperties",
                inner,
            ) => within(inner, selects),
            _ => {}
        }
    }
}

fn within(schema: &mut Json, selects: bool) {
    if let Json::Object(schema) = schema {
        of_schema(schema, selects);
    }
}

#[cfg(test)]
mod tests;
