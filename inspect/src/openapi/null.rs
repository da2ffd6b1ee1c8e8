//! Null as an alternative of `anyOf`, which OpenAPI 3.0 has as the mark `nullable` of another alternative.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

/// Keywords that may reject null whatever the `type` beside them says. The others of JSON Schema are about one type, and
/// to `enum` null can be added.
const ABOUT_ANY_TYPE: [&str; 9] = [
    "$dynamicRef",
    "$recursiveRef",
    "$ref",
    "allOf",
    "anyOf",
    "const",
    "if",
    "not",
    "oneOf",
];

/// The schema in which an alternative that is null is a type of the alternative before it: `anyOf: [{type: string},
/// {type: "null"}]` becomes `type: [string, "null"]`. One without such an alternative, or whose other alternatives
/// cannot have the type, stays.
pub(super) fn join_null(schema: &Map<String, Value>) -> Cow<'_, Map<String, Value>> {
    let alternatives = schema.get("anyOf").and_then(Value::as_array);
    let others = alternatives.and_then(|it| without_null(it));
    let Some(mut others) = others else {
        return Cow::Borrowed(schema);
    };
    let mut joined = schema.clone();
    match others.as_mut_slice() {
        [Value::Object(only)] if only.keys().all(|it| !schema.contains_key(it)) => {
            joined.remove("anyOf");
            joined.append(only);
        }
        _ => {
            joined.insert("anyOf".to_owned(), others.into());
        }
    }
    Cow::Owned(joined)
}

/// The alternatives without those that are null, one of which accepts it instead.
fn without_null(alternatives: &[Value]) -> Option<Vec<Value>> {
    let null = json!({"type": "null"});
    if !alternatives.contains(&null) {
        return None;
    }
    let mut others: Vec<Value> = alternatives.to_vec();
    others.retain(|it| *it != null);
    let accepting = others.iter_mut().find_map(|it| match it {
        Value::Object(it) if has_one_type(it) => Some(it),
        _ => None,
    });
    accept_null(accepting?);
    Some(others)
}

/// Whether the type of an alternative is the only thing in it that rejects null, but for `enum`.
fn has_one_type(alternative: &Map<String, Value>) -> bool {
    alternative.get("type").is_some_and(Value::is_string)
        && !ABOUT_ANY_TYPE
            .iter()
            .any(|keyword| alternative.contains_key(*keyword))
}

fn accept_null(alternative: &mut Map<String, Value>) {
    if let Some(name) = alternative.get_mut("type") {
        *name = json!([name.take(), "null"]);
    }
    if let Some(Value::Array(values)) = alternative.get_mut("enum")
        && !values.contains(&Value::Null)
    {
        values.push(Value::Null);
    }
}
