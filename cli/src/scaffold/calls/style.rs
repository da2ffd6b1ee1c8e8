//! RFC 6570 and OpenAPI's styles, with nothing encoded. `None` is what they do not define.

use serde_json::Value;
use toolwright_codegen::model::ParameterStyle as Style;

/// A value that stands in a path or a header.
pub(super) fn format_inline(name: &str, style: Style, value: &Value) -> Option<String> {
    let (prefix, between, is_exploded) = match style {
        Style::Json => return Some(value.to_string()),
        Style::Simple => ("", ",", false),
        Style::SimpleExploded => ("", ",", true),
        Style::Label => (".", ",", false),
        Style::LabelExploded => (".", ".", true),
        Style::Matrix => (";", ",", false),
        Style::MatrixExploded => (";", ";", true),
        _ => return None,
    };
    let is_matrix = matches!(style, Style::Matrix | Style::MatrixExploded);
    let text = match value {
        Value::Array(items) if is_matrix && is_exploded => name_items(name, items)?.join(between),
        Value::Object(_) if is_exploded => join_members(value, "=")?.join(between),
        Value::Object(_) => join_members(value, ",")?.join(between),
        Value::Array(items) => format_scalars(items)?.join(between),
        value => format_scalar(value)?,
    };
    let is_named = is_matrix && !(is_exploded && (value.is_array() || value.is_object()));
    Some(if is_named {
        format!("{prefix}{name}={text}")
    } else {
        format!("{prefix}{text}")
    })
}

/// The pairs of a value that stands in a query.
pub(super) fn query_pairs(name: &str, style: Style, value: &Value) -> Option<Vec<String>> {
    let whole = |text: String| Some(vec![format!("{name}={text}")]);
    match (style, value) {
        (Style::Json, value) => whole(value.to_string()),
        // RFC 6570 treats an empty list as undefined and omits it (section 2.3), and OpenAPI leaves
        // open whether `name=` is sent.
        (_, Value::Array(items)) if items.is_empty() => None,
        (Style::FormExploded, Value::Array(items)) => name_items(name, items),
        (Style::FormExploded, Value::Object(_)) => join_members(value, "="),
        (Style::Form, Value::Object(_)) => whole(join_members(value, ",")?.join(",")),
        (Style::DeepObject, Value::Object(all)) => {
            let pairs = all.iter();
            pairs
                .map(|(key, value)| Some(format!("{name}[{key}]={}", format_scalar(value)?)))
                .collect()
        }
        (Style::Form, Value::Array(items)) => whole(format_scalars(items)?.join(",")),
        (Style::SpaceDelimited, Value::Array(items)) => whole(format_scalars(items)?.join(" ")),
        (Style::PipeDelimited, Value::Array(items)) => whole(format_scalars(items)?.join("|")),
        (Style::TabDelimited, Value::Array(items)) => whole(format_scalars(items)?.join("\t")),
        (_, value) => whole(format_scalar(value)?),
    }
}

/// The text of a value that is no list and no object. How `null` is written is open, and so is what
/// becomes of nothing.
pub(super) fn format_scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Number(number) => match number.as_f64() {
            // `1.0` is `1`, and how large and small numbers are written is open.
            Some(float) if number.is_f64() && float.fract() == 0.0 => None,
            _ => Some(number.to_string()).filter(|text| !text.contains('e')),
        },
        Value::Bool(flag) => Some(flag.to_string()),
        _ => None,
    }
}

fn format_scalars(items: &[Value]) -> Option<Vec<String>> {
    items.iter().map(format_scalar).collect()
}

fn name_items(name: &str, items: &[Value]) -> Option<Vec<String>> {
    let items = format_scalars(items)?.into_iter();
    Some(items.map(|item| format!("{name}={item}")).collect())
}

fn join_members(value: &Value, between: &str) -> Option<Vec<String>> {
    let members = value.as_object()?.iter();
    let members =
        members.map(|(key, value)| Some(format!("{key}{between}{}", format_scalar(value)?)));
    members.collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The examples of OpenAPI 3.2 (4.12.4, "Style Examples") and RFC 6570.
    #[test]
    fn the_examples_of_the_standard() {
        let array = json!(["blue", "black", "brown"]);
        let object = json!({"R": 100, "G": 200});
        let inlined = [
            (Style::Matrix, json!("blue"), ";color=blue"),
            (Style::Matrix, array.clone(), ";color=blue,black,brown"),
            (
                Style::MatrixExploded,
                array.clone(),
                ";color=blue;color=black;color=brown",
            ),
            (Style::Matrix, object.clone(), ";color=R,100,G,200"),
            (Style::MatrixExploded, object.clone(), ";R=100;G=200"),
            (Style::Label, array.clone(), ".blue,black,brown"),
            (Style::LabelExploded, array.clone(), ".blue.black.brown"),
            (Style::LabelExploded, object.clone(), ".R=100.G=200"),
            (Style::Simple, object.clone(), "R,100,G,200"),
            (Style::SimpleExploded, object.clone(), "R=100,G=200"),
        ];
        for (style, value, expected) in inlined {
            assert_eq!(
                format_inline("color", style, &value).as_deref(),
                Some(expected)
            );
        }
        let queries = [
            (Style::Form, array.clone(), "color=blue,black,brown"),
            (
                Style::FormExploded,
                array.clone(),
                "color=blue&color=black&color=brown",
            ),
            (Style::Form, object.clone(), "color=R,100,G,200"),
            (Style::FormExploded, object.clone(), "R=100&G=200"),
            (
                Style::SpaceDelimited,
                array.clone(),
                "color=blue black brown",
            ),
            (Style::PipeDelimited, array, "color=blue|black|brown"),
            (Style::DeepObject, object, "color[R]=100&color[G]=200"),
        ];
        for (style, value, expected) in queries {
            let pairs = query_pairs("color", style, &value).map(|pairs| pairs.join("&"));
            assert_eq!(pairs.as_deref(), Some(expected));
        }
        assert_eq!(query_pairs("a", Style::FormExploded, &json!([[1]])), None);
    }
}
