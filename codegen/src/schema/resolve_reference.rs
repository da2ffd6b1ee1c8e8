//! Looks up definitions and follows references through schemas that are nothing but a reference. All stages
//! after `normalize` use it; references are `#/$defs/{key}` here, whatever form they had in the spec.

use indexmap::IndexMap;
use serde_json::Value;

use super::keyword::{is_annotation_keyword, referenced_key};
use crate::model::Definition;
use crate::schema::Schema;

/// How many references are followed to a schema; a longer chain counts as a circle.
const MAX_REFERENCE_CHAIN: usize = 64;

/// Named schemas, whatever else is known about them.
pub(crate) trait DefinitionLookup {
    /// The schema of that key.
    fn schema(&self, key: &str) -> Option<&Value>;

    /// The address of the place in the spec that it was read from.
    fn pointer(&self, key: &str) -> Option<&str>;
}

impl DefinitionLookup for IndexMap<String, Definition> {
    fn schema(&self, key: &str) -> Option<&Value> {
        self.get(key).map(|definition| &definition.schema)
    }

    fn pointer(&self, key: &str) -> Option<&str> {
        self.get(key).map(|definition| definition.pointer.as_str())
    }
}

impl DefinitionLookup for IndexMap<String, Schema> {
    fn schema(&self, key: &str) -> Option<&Value> {
        self.get(key).map(|schema| &schema.value)
    }

    fn pointer(&self, key: &str) -> Option<&str> {
        self.get(key).map(|schema| schema.pointer.as_str())
    }
}

/// Follows `$ref`s as long as nothing but annotations stands beside them. What cannot be followed
/// (a dangling reference, a cycle of references, `$ref` beside validation keywords) is returned
/// as it is.
///
/// ```
/// use serde_json::json;
/// use toolwright_codegen::schema::resolve_reference;
///
/// let dangling = json!({"$ref": "#/$defs/Pet"});
/// assert_eq!(resolve_reference(&dangling, &Default::default()), &dangling);
/// ```
pub fn resolve_reference<'a>(
    schema: &'a Value,
    definitions: &'a IndexMap<String, Definition>,
) -> &'a Value {
    follow_references(schema, definitions)
}

pub(crate) fn follow_references<'a>(
    schema: &'a Value,
    definitions: &'a (impl DefinitionLookup + ?Sized),
) -> &'a Value {
    let mut seen: Vec<&str> = Vec::new();
    let mut current = schema;
    while let Some(key) = alias_target_key(current) {
        let Some(target) = definitions.schema(key) else {
            return current;
        };
        if seen.len() == MAX_REFERENCE_CHAIN || seen.contains(&key) {
            return current;
        }
        seen.push(key);
        current = target;
    }
    current
}

/// The key of a schema that is a reference and nothing more.
pub(super) fn alias_target_key(schema: &Value) -> Option<&str> {
    let key = referenced_key(schema)?;
    schema
        .as_object()?
        .keys()
        .all(|keyword| keyword == "$ref" || is_annotation_keyword(keyword))
        .then_some(key)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schema::testing::definitions_from_json;

    #[test]
    fn follows_chains_and_stops_where_it_must() {
        let known = definitions_from_json(json!({
            "A": {"$ref": "#/$defs/B", "description": "alias"},
            "B": {"type": "string"},
            "Loop": {"$ref": "#/$defs/Loop"},
            "Strict": {"$ref": "#/$defs/B", "minLength": 1},
        }));
        let get = |key: &str| json!({"$ref": format!("#/$defs/{key}")});
        assert_eq!(
            resolve_reference(&get("A"), &known),
            &json!({"type": "string"})
        );
        assert_eq!(resolve_reference(&get("Loop"), &known), &get("Loop"));
        assert_eq!(resolve_reference(&get("Absent"), &known), &get("Absent"));
        assert_eq!(resolve_reference(&get("Strict"), &known)["minLength"], 1);
    }
}
