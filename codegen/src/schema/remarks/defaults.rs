use serde_json::Value;

use super::one_by_one;
use crate::schema::example::breaks;
use crate::schema::keyword::{Object, annotates};
use crate::schema::resolve::Definitions;

/// As much of a value as is shown.
const LONGEST: usize = 60;

/// A remark on a `default` that its own schema does not admit. `null` is what many generators write
/// for "none"; type and `enum` were judged when the schema was read.
pub(super) fn of(object: &Object, definitions: &dyn Definitions) -> Option<String> {
    let default = object.get("default").filter(|default| !default.is_null())?;
    let (keyword, schema) = one_by_one(object)
        .filter(|(keyword, _)| !annotates(keyword))
        .find(|(_, schema)| breaks(default, schema, definitions))?;
    let shown = shortened(default);
    Some(match schema.get(keyword) {
        Some(limit @ (Value::Number(_) | Value::String(_))) if keyword != "$ref" => {
            format!("`default` is `{shown}`, which `{keyword}: {limit}` does not admit")
        }
        _ => format!("`default` is `{shown}`, which `{keyword}` beside it does not admit"),
    })
}

fn shortened(value: &Value) -> String {
    let text = value.to_string();
    match text.chars().count() {
        ..=LONGEST => text,
        _ => text.chars().take(LONGEST).chain(['\u{2026}']).collect(),
    }
}
