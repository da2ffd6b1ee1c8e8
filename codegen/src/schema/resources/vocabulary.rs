//! `$vocabulary` in the metaschemas of a project's own.

use serde_json::Value;

use super::Resources;
use super::dialect::{Dialect, Draft};

/// How many metaschemas deep `$schema` is followed.
const DEPTH: usize = 8;

/// Whether a keyword belongs to the validation vocabulary.
pub(super) fn validates(keyword: &str) -> bool {
    matches!(
        keyword,
        "type"
            | "enum"
            | "const"
            | "multipleOf"
            | "maximum"
            | "exclusiveMaximum"
            | "minimum"
            | "exclusiveMinimum"
            | "maxLength"
            | "minLength"
            | "pattern"
            | "maxItems"
            | "minItems"
            | "uniqueItems"
            | "maxContains"
            | "minContains"
            | "maxProperties"
            | "minProperties"
            | "required"
            | "dependentRequired"
    )
}

/// The dialect that a schema declares; `None` where it declares none that is known.
pub(super) fn declared(schema: &Value, resources: &Resources) -> Option<Dialect> {
    follow(schema, resources, DEPTH)
}

fn follow(schema: &Value, resources: &Resources, depth: usize) -> Option<Dialect> {
    let uri = schema.get("$schema")?.as_str()?;
    if let Some(draft) = Draft::of(uri) {
        return Some(Dialect {
            draft,
            validation: true,
        });
    }
    let metaschema = resources.document(uri.trim_end_matches('#'))?.value;
    let dialect = follow(&metaschema, resources, depth.checked_sub(1)?)?;
    let vocabularies = metaschema.get("$vocabulary").and_then(Value::as_object);
    Some(Dialect {
        validation: vocabularies
            .is_none_or(|all| all.keys().any(|uri| uri.ends_with("/vocab/validation"))),
        ..dialect
    })
}
