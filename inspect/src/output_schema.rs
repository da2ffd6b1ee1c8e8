//! Output schemas as they are advertised: what a result still satisfies after it was truncated, or
//! after a model selected some of its properties.
//!
//! The compiler reports the schemas that the runtime lists, so both relax them here. The rules work on
//! JSON Schema alone and know nothing of tools.

use serde_json::{Map, Value, json};

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

/// How the results of a tool may differ from what the upstream sends.
///
/// ```
/// use serde_json::json;
/// use toolwright_inspect::OutputRelaxation;
///
/// let mut schema = json!({"required": ["id"], "properties": {"id": {"minLength": 3}}});
/// let members = schema.as_object_mut().ok_or("is an object")?;
/// OutputRelaxation { is_wrapped: false, selects_members: true }.relax(members);
/// assert_eq!(schema, json!({"properties": {"id": {}}}));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputRelaxation {
    /// Whether the result is in a frame of its own, `{"result": …}`, which is never left out.
    pub is_wrapped: bool,
    /// Whether callers may select properties, so that an object may lack any of them.
    pub selects_members: bool,
}

impl OutputRelaxation {
    /// Removes from an output schema what a truncated result, or a selection of its properties, may
    /// break.
    pub fn relax(self, schema: &mut Map<String, Value>) {
        let frame = schema.get("required").filter(|_| self.is_wrapped).cloned();
        relax_schema(schema, self.selects_members);
        schema.extend(frame.map(|required| ("required".to_owned(), required)));
    }
}

fn relax_schema(schema: &mut Map<String, Value>, selects: bool) {
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
                members.for_each(|(_, schema)| relax_subschema(schema, selects));
            }
            ("allOf" | "anyOf" | "prefixItems", Value::Array(members)) => {
                members
                    .iter_mut()
                    .for_each(|schema| relax_subschema(schema, selects));
            }
            (
                "items" | "additionalProperties" | "unevaluatedItems" | "unevaluatedProperties",
                inner,
            ) => relax_subschema(inner, selects),
            _ => {}
        }
    }
}

fn relax_subschema(schema: &mut Value, selects: bool) {
    if let Value::Object(schema) = schema {
        relax_schema(schema, selects);
    }
}
