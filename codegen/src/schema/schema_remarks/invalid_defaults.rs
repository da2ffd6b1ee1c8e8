use serde_json::Value;

use super::isolate_keywords;
use crate::schema::example::is_certain_violation;
use crate::schema::keyword::{Object, is_annotation_keyword};
use crate::schema::resolve_reference::DefinitionLookup;

/// As much of a value as is shown.
const LONGEST: usize = 60;

/// A remark on a `default` that its own schema does not admit. `null` is what many generators write
/// for "none"; type and `enum` were judged when the schema was read.
pub(super) fn find_invalid_default(
    object: &Object,
    definitions: &dyn DefinitionLookup,
) -> Option<String> {
    let default = object.get("default").filter(|default| !default.is_null())?;
    let (keyword, schema) = isolate_keywords(object)
        .filter(|(keyword, _)| !is_annotation_keyword(keyword))
        .find(|(_, schema)| is_certain_violation(default, schema, definitions))?;
    let shown = truncate_value(default);
    Some(match schema.get(keyword) {
        Some(limit @ (Value::Number(_) | Value::String(_))) if keyword != "$ref" => {
            format!("`default` is `{shown}`, which `{keyword}: {limit}` does not allow")
        }
        _ => format!("`default` is `{shown}`, which `{keyword}` beside it does not allow"),
    })
}

fn truncate_value(value: &Value) -> String {
    let text = value.to_string();
    match text.chars().count() {
        ..=LONGEST => text,
        _ => text.chars().take(LONGEST).chain(['\u{2026}']).collect(),
    }
}
