//! Whether the OpenAPI 3.0 form of a schema accepts exactly the same values. The conversion asks
//! before it writes `not` and `oneOf`, where accepting more inside means rejecting more outside. It
//! follows references within the schema and no others.

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

/// How many schemas within each other are looked at; what lies deeper counts as inexact.
const DEEPEST: usize = 64;

/// Whether the form of a schema accepts what the schema does and nothing else. Within `not` and `oneOf`, a form that
/// accepts more would refuse more.
pub(super) fn is_exact(root: &Value, schema: &Value) -> bool {
    is_exact_within(root, schema, &mut Vec::new())
}

fn is_exact_within<'s>(root: &'s Value, schema: &'s Value, way: &mut Vec<&'s Value>) -> bool {
    let Value::Object(keywords) = schema else {
        return true;
    };
    if way.iter().any(|outer| std::ptr::eq(*outer, schema)) {
        // A schema within itself is as exact as what stands beside it.
        return true;
    }
    // Inexact is the safe answer: the keyword is then left out or weakened to `anyOf`.
    if way.len() == DEEPEST {
        return false;
    }
    way.push(schema);
    let is_exact = keywords
        .iter()
        .all(|(keyword, value)| match keyword.as_str() {
            "$ref" => resolve_reference(root, value)
                .is_some_and(|target| is_exact_within(root, target, way)),
            "allOf" | "anyOf" | "oneOf" => {
                let mut schemas = value.as_array().into_iter().flatten();
                schemas.all(|it| is_exact_within(root, it, way))
            }
            "properties" => {
                let mut schemas = value.as_object().into_iter().flatten();
                schemas.all(|(_, it)| is_exact_within(root, it, way))
            }
            "additionalProperties" | "items" | "not" => is_exact_within(root, value, way),
            keyword => !INEXACT.contains(&keyword),
        });
    way.pop();
    is_exact
}

/// What a reference within the schema leads to.
fn resolve_reference<'s>(root: &'s Value, reference: &Value) -> Option<&'s Value> {
    root.pointer(reference.as_str()?.strip_prefix('#')?)
}
