//! Whether the OpenAPI 3.0 form of a schema accepts exactly the same values. The conversion asks
//! before it writes `not` and `oneOf`, where accepting more inside means rejecting more outside. It
//! follows references within the schema and no others.

use std::collections::HashSet;

use serde_json::Value;

/// Keywords that OpenAPI 3.0 has no counterpart for, or one that accepts more.
const INEXACT: [&str; 14] = [
    "$dynamicRef",
    "contains",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "else",
    "if",
    "patternProperties",
    "prefixItems",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
    "$recursiveRef",
];

/// Whether the form of a schema accepts what the schema does and nothing else. Within `not` and `oneOf`, a form that
/// accepts more would reject more.
pub(super) fn is_exact(root: &Value, schema: &Value) -> bool {
    let mut known: HashSet<*const Value> = HashSet::new();
    let mut open = vec![schema];
    while let Some(schema) = open.pop() {
        let Value::Object(keywords) = schema else {
            continue;
        };
        // Each is looked at once: schemas that refer to each other make more ways than can be gone.
        if !known.insert(schema) {
            continue;
        }
        for (keyword, value) in keywords {
            match keyword.as_str() {
                "$ref" => match resolve_reference(root, value) {
                    Some(target) => open.push(target),
                    // Inexact is the safe answer: the keyword is then left out or weakened to `anyOf`.
                    None => return false,
                },
                "allOf" | "anyOf" | "oneOf" => open.extend(value.as_array().into_iter().flatten()),
                "properties" => {
                    let properties = value.as_object().into_iter().flatten();
                    open.extend(properties.map(|(_, property)| property));
                }
                "additionalProperties" | "items" | "not" => open.push(value),
                keyword if INEXACT.contains(&keyword) => return false,
                _ => {}
            }
        }
    }
    true
}

/// What a reference within the schema leads to.
fn resolve_reference<'s>(root: &'s Value, reference: &Value) -> Option<&'s Value> {
    root.pointer(reference.as_str()?.strip_prefix('#')?)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn schemas_that_refer_to_each_other_are_looked_at_once() {
        // There are more ways through these than could be gone in a lifetime.
        let all: Vec<Value> = (0..40)
            .map(|it| json!({"$ref": format!("#/$defs/s{it}")}))
            .collect();
        let define = |last: Value| -> Value {
            let schemas = (0..40).map(|it| (format!("s{it}"), json!({"oneOf": all})));
            let last = ("s39".to_owned(), last);
            json!({"$defs": schemas.chain([last]).collect::<Value>()})
        };
        let exact = define(json!({"type": "string"}));
        assert!(is_exact(&exact, &all[0]));
        let inexact = define(json!({"contains": {"type": "string"}}));
        assert!(!is_exact(&inexact, &all[0]));
        assert!(!is_exact(&exact, &json!({"not": {"$ref": "#/$defs/none"}})));
    }
}
