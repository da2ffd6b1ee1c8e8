//! `default` of a schema, fitted to its `type` and `enum`. Takes the schema that was made so far and changes it.

use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::fields;
use super::super::place::Place;
use super::enums::convert_value;

/// Brings `default` together with `type` and `enum`: written as another type it is read as what it
/// should be, and what no value of the schema can be is dropped. `null` stays: many generators write
/// it for "none".
pub(super) fn fit_default(cx: &mut Context<'_>, out: &mut Map<String, Value>, at: &Place<'_>) {
    let Some(default) = out.get("default").filter(|default| !default.is_null()) else {
        return;
    };
    let place = at.key("default");
    let types = crate::schema::keyword::declared_types(out);
    if !types.is_empty() && !types.iter().any(|name| admits_default(name, default)) {
        let names = types.join("` or `");
        match types.iter().find_map(|name| convert_value(name, default)) {
            Some(read) => {
                let message =
                    format!("`default` must be of type `{names}`; it is read as `{read}`");
                cx.warn(&place, message);
                out.insert("default".into(), read);
            }
            None => {
                let kind = fields::json_kind(default);
                let message =
                    format!("`default` must be of type `{names}`, not {kind}; it is ignored");
                cx.warn(&place, message);
                out.shift_remove("default");
            }
        }
    }
    let (Some(default), Some(Value::Array(values))) = (out.get("default"), out.get("enum")) else {
        return;
    };
    if !values.iter().any(|value| is_same(value, default)) {
        cx.warn(
            &place,
            "`default` is not one of the values of `enum`; it is ignored",
        );
        out.shift_remove("default");
    }
}

fn admits_default(name: &str, value: &Value) -> bool {
    match (name, value) {
        ("integer", Value::Number(number)) => {
            !number.is_f64() || number.as_f64().is_some_and(|number| number.fract() == 0.0)
        }
        ("string", Value::String(_))
        | ("number", Value::Number(_))
        | ("boolean", Value::Bool(_))
        | ("array", Value::Array(_))
        | ("object", Value::Object(_))
        | ("null", Value::Null) => true,
        _ => false,
    }
}

/// Whether JSON Schema takes two values for the same one: `1` is `1.0`.
fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        _ => a == b,
    }
}
