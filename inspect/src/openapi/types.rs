//! The `type` of a schema in OpenAPI 3.0, which allows a single type and the mark `nullable`.
//! Several types become alternatives, and the type `null` alone becomes an enum of null. Runs last,
//! because it may have to move keywords that were written before.

use serde_json::{Map, Value, json};

/// The types that a schema names, as OpenAPI 3.0 has them: one, and a mark for null.
#[derive(Debug)]
pub(super) struct Types<'s> {
    names: Vec<&'s str>,
    is_nullable: bool,
}

impl<'s> Types<'s> {
    /// Of a schema; `None` where it does not say.
    pub(super) fn from_schema(schema: &'s Map<String, Value>) -> Option<Self> {
        let mut names: Vec<&str> = match schema.get("type")? {
            Value::String(one) => vec![one],
            Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
            _ => return None,
        };
        let count = names.len();
        names.retain(|name| *name != "null");
        let is_nullable = names.len() < count;
        // Every integer is a number.
        if names.contains(&"number") {
            names.retain(|name| *name != "integer");
        }
        (count > 0).then_some(Self { names, is_nullable })
    }

    /// Writes them to a schema whose other keywords are written.
    pub(super) fn write_to(self, schema: &mut Map<String, Value>) {
        match self.names.as_slice() {
            [] => *schema = null_schema(schema),
            [name] => {
                schema.insert("type".to_owned(), (*name).into());
                if self.is_nullable {
                    schema.insert("nullable".to_owned(), true.into());
                }
                // OpenAPI 3.0 requires `items` beside `type: array` (3.0.3, section 4.7.24.1).
                if *name == "array" {
                    schema.entry("items").or_insert_with(|| json!({}));
                }
            }
            names => {
                let alternatives = names.iter().enumerate().map(|(index, name)| {
                    let mut alternative = Map::new();
                    alternative.insert("type".to_owned(), (*name).into());
                    // Once is enough: `anyOf` accepts null if any alternative does.
                    if self.is_nullable && index == 0 {
                        alternative.insert("nullable".to_owned(), true.into());
                    }
                    if *name == "array" {
                        let items = schema.get("items").cloned();
                        alternative.insert("items".to_owned(), items.unwrap_or_else(|| json!({})));
                    }
                    Value::Object(alternative)
                });
                let alternatives = Value::Array(alternatives.collect());
                // The standard wants `items` beside the type that has them.
                schema.remove("items");
                if schema.contains_key("anyOf") {
                    let choice = json!({"anyOf": alternatives});
                    add_to_all(schema, choice);
                } else {
                    schema.insert("anyOf".to_owned(), alternatives);
                }
            }
        }
    }
}

/// Adds a schema to `allOf`.
pub(super) fn add_to_all(schema: &mut Map<String, Value>, part: Value) {
    let parts = schema.entry("allOf").or_insert_with(|| json!([]));
    if let Value::Array(parts) = parts {
        parts.insert(0, part);
    }
}

/// The schema of null, which OpenAPI 3.0 has as the mark of another type, with the annotations of a schema.
pub(super) fn null_schema(annotated: &Map<String, Value>) -> Map<String, Value> {
    let mut null = Map::new();
    for annotation in ["title", "description", "deprecated"] {
        if let Some(value) = annotated.get(annotation) {
            null.insert(annotation.to_owned(), value.clone());
        }
    }
    null.insert("type".to_owned(), "string".into());
    null.insert("nullable".to_owned(), true.into());
    null.insert("enum".to_owned(), json!([null]));
    null
}
