//! Whether what a person has entered into a form is what the form asks for.
//!
//! The schemas of forms are flat (MCP, "Elicitation"): an object of texts, numbers, booleans, and
//! choices. A client should hold its user to the schema, and a server should not rely on it.

use rmcp::model::ElicitationSchema;

use crate::value::Json;

/// The content of an accepted form, without members that the form does not have. `None` if it lacks something
/// that is required, or if something is not of the type, the size or the choices that are asked for. A `format` is
/// an annotation, as in JSON Schema.
pub(crate) fn fit_form(schema: &ElicitationSchema, content: Option<Json>) -> Option<Json> {
    let schema = serde_json::to_value(schema).ok()?;
    let Some(Json::Object(mut content)) = content else {
        return None;
    };
    content.retain(|name, _| schema["properties"].get(name).is_some());
    let required = schema["required"].as_array().into_iter().flatten();
    let mut required = required.filter_map(Json::as_str);
    let has_all = required.all(|name| content.contains_key(name));
    let fits = content
        .iter()
        .all(|(name, value)| fits_property(&schema["properties"][name], value));
    (has_all && fits).then_some(Json::Object(content))
}

fn fits_property(property: &Json, value: &Json) -> bool {
    let has_type = match property["type"].as_str() {
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || is_integer(value),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("array") => value.is_array(),
        _ => true,
    };
    let size = match value {
        Json::String(text) => Some(text.chars().count() as f64),
        Json::Array(items) => Some(items.len() as f64),
        other => other.as_f64(),
    };
    let is_within = |least: &str, most: &str| {
        let bound = |name: &str| property[name].as_f64();
        size.is_none_or(|size| {
            bound(least).is_none_or(|least| size >= least)
                && bound(most).is_none_or(|most| size <= most)
        })
    };
    let has_size = match value {
        Json::String(_) => is_within("minLength", "maxLength"),
        Json::Array(_) => is_within("minItems", "maxItems"),
        _ => is_within("minimum", "maximum"),
    };
    let chosen = match value {
        Json::Array(items) => items.as_slice(),
        one => std::slice::from_ref(one),
    };
    let choices = allowed_values(property).or_else(|| allowed_values(property.get("items")?));
    has_type
        && has_size
        && choices.is_none_or(|choices| chosen.iter().all(|it| choices.contains(&it)))
}

/// `3.0` is an integer to JSON Schema. One that no `i64` holds is of no use to a handler.
fn is_integer(value: &Json) -> bool {
    const LARGEST: f64 = 9_007_199_254_740_992.0; // 2^53
    let number = value.as_f64().filter(|number| number.fract() == 0.0);
    number.is_some_and(|number| number.abs() <= LARGEST)
}

/// The values of a choice: an `enum`, or constants with titles.
fn allowed_values(property: &Json) -> Option<Vec<&Json>> {
    if let Some(values) = property["enum"].as_array() {
        return Some(values.iter().collect());
    }
    let titled = property["oneOf"].as_array();
    let titled = titled.or_else(|| property["anyOf"].as_array())?;
    titled.iter().map(|choice| choice.get("const")).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fit(content: Json) -> Option<Json> {
        let schema = json!({
            "type": "object",
            "properties": {
                "name": {"type": "string", "minLength": 2, "maxLength": 5},
                "age": {"type": "integer", "minimum": 1, "maximum": 150},
                "count": {"type": "integer"},
                "color": {"type": "string", "enum": ["red", "blue"]},
                "size": {"type": "string", "oneOf": [{"const": "s", "title": "Small"}]},
                "days": {"type": "array", "items": {"type": "string", "enum": ["mo", "tu"]}},
            },
            "required": ["name"],
        });
        let schema = serde_json::from_value(schema).expect("is a form");
        fit_form(&schema, Some(content))
    }

    fn fits(content: Json) -> bool {
        fit(content).is_some()
    }

    #[test]
    fn content_of_the_right_types_fits() {
        assert!(fits(json!({"name": "Ada"})));
        assert!(fits(
            json!({"name": "Ada", "age": 36.0, "color": "red", "size": "s"})
        ));
        assert!(fits(json!({"name": "Ada", "days": ["mo", "tu"]})));
    }

    #[test]
    fn what_the_form_does_not_have_is_dropped() {
        let content = json!({"name": "Ada", "admin": true, "__proto__": {}});
        assert_eq!(fit(content), Some(json!({"name": "Ada"})));
    }

    #[test]
    fn what_the_form_does_not_ask_for_does_not_fit() {
        for content in [
            json!({}),
            json!("Ada"),
            json!({"name": 7}),
            json!({"name": "Ada", "age": "old"}),
            json!({"name": "Ada", "age": 36.5}),
            json!({"name": "Ada", "count": 1e300}),
            json!({"name": "Ada", "count": u64::MAX}),
            json!({"name": "Ada", "age": 0}),
            json!({"name": "Ada", "age": 151}),
            json!({"name": "A"}),
            json!({"name": "Äåñöüß"}),
            json!({"name": "Ada", "color": "green"}),
            json!({"name": "Ada", "size": "xl"}),
            json!({"name": "Ada", "days": ["mo", "su"]}),
        ] {
            assert!(!fits(content.clone()), "{content}");
        }
        let schema = ElicitationSchema::builder().build().expect("is a form");
        assert!(fit_form(&schema, None).is_none());
    }
}
