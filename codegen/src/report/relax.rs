//! Output schemas as the runtime advertises them (`server/outputs`): what a result still satisfies when
//! it was cut, or when members of it were selected.

use serde_json::{Map, Value, json};

use crate::model::Operation;

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

/// The output schema of an operation, relaxed as far as its results may be less than the upstream's.
pub(super) fn relaxed(operation: &Operation, wrapped: bool, schema: Value) -> Value {
    let Value::Object(mut schema) = schema else {
        return schema;
    };
    let selects = operation.call.fields.is_some();
    // The frame around a result is never left out.
    let frame = schema.get("required").filter(|_| wrapped).cloned();
    of_schema(&mut schema, selects);
    schema.extend(frame.map(|required| ("required".to_owned(), required)));
    Value::Object(schema)
}

fn of_schema(schema: &mut Map<String, Value>, selects: bool) {
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
            ("allOf" | "anyOf" | "prefixItems", Value::Array(members)) => {
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

fn within(schema: &mut Value, selects: bool) {
    if let Value::Object(schema) = schema {
        of_schema(schema, selects);
    }
}
