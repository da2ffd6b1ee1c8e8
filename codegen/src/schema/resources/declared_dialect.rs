//! `$vocabulary` in the metaschemas of a project's own.

use serde_json::Value;

use super::Resources;
use super::dialect::{Dialect, Draft};

/// How many metaschemas deep `$schema` is followed.
const MAX_METASCHEMA_DEPTH: usize = 8;

/// Whether a keyword belongs to the validation vocabulary.
pub(super) fn is_validation_keyword(keyword: &str) -> bool {
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
pub(super) fn declared_dialect(schema: &Value, resources: &Resources) -> Option<Dialect> {
    follow_schema_keyword(schema, resources, MAX_METASCHEMA_DEPTH)
}

fn follow_schema_keyword(schema: &Value, resources: &Resources, depth: usize) -> Option<Dialect> {
    let uri = schema.get("$schema")?.as_str()?;
    if let Some(draft) = Draft::from_metaschema_uri(uri) {
        return Some(Dialect {
            draft,
            validation: true,
        });
    }
    let metaschema = resources.find_document(uri.trim_end_matches('#'))?.value;
    let dialect = follow_schema_keyword(&metaschema, resources, depth.checked_sub(1)?)?;
    let vocabularies = metaschema.get("$vocabulary").and_then(Value::as_object);
    Some(Dialect {
        // Without `$vocabulary`, a metaschema has the vocabularies of its own draft (JSON Schema Core 2020-12,
        // section 8.1.2).
        validation: vocabularies
            .is_none_or(|all| all.keys().any(|uri| uri.ends_with("/vocab/validation"))),
        ..dialect
    })
}
