use crate::value::Json;

/// `example` with the members of `object` in it. A member whose value is of another kind than the
/// example's is left out: a request may write as a name what the response has as an object, and
/// the result must satisfy the response's schema.
pub(super) fn merged(example: &Json, object: &Json) -> Json {
    let (Json::Object(example), Json::Object(object)) = (example, object) else {
        return object.clone();
    };
    let mut merged = example.clone();
    for (name, value) in object {
        match merged.get_mut(name) {
            Some(shown) if fits(shown, value) => *shown = value.clone(),
            Some(shown) => {
                if let Some(meant) = in_text(value).filter(|meant| fits(shown, meant)) {
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
pub(super) fn update(object: &mut Json, change: &Json) {
    let (Json::Object(object), Json::Object(change)) = (object, change) else {
        return;
    };
    for (name, value) in change {
        object.insert(name.clone(), value.clone());
    }
}

/// A form has text for every value.
fn in_text(value: &Json) -> Option<Json> {
    serde_json::from_str(value.as_str()?).ok()
}

fn fits(shown: &Json, value: &Json) -> bool {
    match (shown, value) {
        (Json::Null, _) | (_, Json::Null) => true,
        (Json::Array(shown), Json::Array(value)) => match (shown.first(), value.first()) {
            (Some(shown), Some(value)) => fits(shown, value),
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
            merged(&example, &posted),
            json!({"id": 9, "labels": [{"name": "a"}], "milestone": {"id": 2}, "ok": 1, "extra": true})
        );
    }

    #[test]
    fn reads_the_text_of_forms() {
        let example = json!({"id": 1, "ok": true, "name": "n"});
        let posted = json!({"id": "9", "ok": "false", "name": "5"});
        assert_eq!(
            merged(&example, &posted),
            json!({"id": 9, "ok": false, "name": "5"})
        );
        let posted = json!({"id": "nine"});
        assert_eq!(merged(&example, &posted), example);
    }

    #[test]
    fn takes_the_object_where_the_example_is_none() {
        assert_eq!(merged(&Json::Null, &json!({"a": 1})), json!({"a": 1}));
    }
}
