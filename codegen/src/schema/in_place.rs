//! Which definitions a schema applies to the same value as itself. A value is a finite tree, so that a walk over it ends
//! only if no definition leads back to itself this way.

use std::collections::HashSet;

use serde_json::Value;

use super::keyword::{is_in_place_applicator, referenced_key, schemas_in_keyword};
use super::resolve_reference::DefinitionLookup;

/// Collects a schema and those within it that apply to the same value, without following references.
pub(crate) fn collect_in_place_schemas<'s>(schema: &'s Value, found: &mut Vec<&'s Value>) {
    found.push(schema);
    let keywords = schema.as_object().into_iter().flatten();
    for (keyword, value) in keywords.filter(|(keyword, _)| is_in_place_applicator(keyword)) {
        for inner in schemas_in_keyword(keyword, value) {
            collect_in_place_schemas(inner, found);
        }
    }
}

/// The keys of the definitions that a schema applies to the same value, without those that these apply.
pub(crate) fn in_place_references(schema: &Value) -> Vec<&str> {
    let mut schemas = Vec::new();
    collect_in_place_schemas(schema, &mut schemas);
    schemas.into_iter().filter_map(referenced_key).collect()
}

/// These definitions and all that they apply to the same value, at any distance.
pub(crate) fn reach_in_place<'s>(
    mut open: Vec<&'s str>,
    definitions: &'s (impl DefinitionLookup + ?Sized),
) -> HashSet<&'s str> {
    let mut reached = HashSet::new();
    while let Some(key) = open.pop() {
        if let Some(schema) = definitions.schema(key)
            && reached.insert(key)
        {
            open.extend(in_place_references(schema));
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schema::testing::definitions_from_json;

    #[test]
    fn only_what_applies_to_the_same_value_is_reached() {
        let refer = |key: &str| json!({"$ref": format!("#/$defs/{key}")});
        let known = definitions_from_json(json!({
            "A": {
                "allOf": [refer("B"), {"anyOf": [refer("C")]}],
                "if": refer("D"),
                "dependentSchemas": {"x": refer("E")},
                "properties": {"y": refer("No")},
                "items": {"allOf": [refer("No")]},
            },
            "B": refer("F"), "C": {}, "D": {"not": refer("A")}, "E": {}, "F": {}, "No": {},
        }));
        let mut reached: Vec<&str> = reach_in_place(vec!["A"], &known).into_iter().collect();
        reached.sort_unstable();
        assert_eq!(reached, ["A", "B", "C", "D", "E", "F"]);
    }
}
