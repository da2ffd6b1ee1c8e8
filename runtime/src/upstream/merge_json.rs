//! Merges what a client sent into the example of a response. Members of another JSON type are left out, since a
//! mock response must satisfy its schema.

use crate::value::Json;

/// `example` with the members of `object` in it. A member whose value is of another kind than the
/// example's is left out: a request may write as a name what the response has as an object, and
/// the result must satisfy the response's schema.
pub(super) fn merge_into_example(example: &Json, object: &Json) -> Json {
    let (Json::Object(example), Json::Object(object)) = (example, object) else {
        return object.clone();
    };
    let mut merged = example.clone();
    for (name, value) in object {
        match merged.get_mut(name) {
            Some(shown) if has_same_kind(shown, value) => *shown = value.clone(),
            Some(shown) => {
                if let Some(meant) =
                    parse_text_value(value).filter(|meant| has_same_kind(shown, meant))
                {
                    *shown = meant;
                }
            }
            None => {
                merged.insert(name.clone(), value.clone());
            }
        }
    }
    Json::Object(merged)
}

/// Sets the members of `change` in `object`.
pub(super) fn set_members(object: &mut Json, change: &Json) {
    let (Json::Object(object), Json::Object(change)) = (object, change) else {
        return;
    };
    for (name, value) in change {
        object.insert(name.clone(), value.clone());
    }
}

/// A form has text for every value.
fn parse_text_value(value: &Json) -> Option<Json> {
    serde_json::from_str(value.as_str()?).ok()
}

fn has_same_kind(shown: &Json, value: &Json) -> bool {
    match (shown, value) {
        (Json::Null, _) | (_, Json::Null) => true,
        (Json::Array(shown), Json::Array(value)) => match (shown.first(), value.first()) {
            (Some(shown), Some(value)) => has_same_kind(shown, value),
            _ => true,
        },
        (Json::Bool(_), Json::Bool(_))
        | (Json::Number(_), Json::Number(_))
        | (Json::String(_), Json::String(_))
        | (Json::Object(_), Json::Object(_)) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn keeps_the_examples_form() {
        let example =
            json!({"id": 1, "labels": [{"name": "a"}], "milestone": {"id": 2}, "ok": null});
        let posted = json!({"labels": ["bug"], "milestone": 3, "id": 9, "extra": true, "ok": 1});
        assert_eq!(
            merge_into_example(&example, &posted),
            json!({"id": 9, "labels": [{"name": "a"}], "milestone": {"id": 2}, "ok": 1, "extra": true})
        );
    }

    #[test]
    fn reads_the_text_of_forms() {
        let example = json!({"id": 1, "ok": true, "name": "n"});
        let posted = json!({"id": "9", "ok": "false", "name": "5"});
        assert_eq!(
            merge_into_example(&example, &posted),
            json!({"id": 9, "ok": false, "name": "5"})
        );
        let posted = json!({"id": "nine"});
        assert_eq!(merge_into_example(&example, &posted), example);
    }

    #[test]
    fn takes_the_object_where_the_example_is_none() {
        assert_eq!(
            merge_into_example(&Json::Null, &json!({"a": 1})),
            json!({"a": 1})
        );
    }
}
