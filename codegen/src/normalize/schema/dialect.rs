use serde_json::Value;

use super::super::context::Context;
use super::super::place::Place;
use crate::schema::resources::Draft;

/// Says so where `$schema` or `jsonSchemaDialect` names a dialect that is not known.
pub(in crate::normalize) fn check_dialect(cx: &mut Context<'_>, dialect: &Value, at: &Place<'_>) {
    if !cx.version.has_json_schema()
        || dialect
            .as_str()
            .and_then(Draft::from_metaschema_uri)
            .is_some()
    {
        return;
    }
    cx.warn(
        at,
        format!("the dialect {dialect} is not supported; schemas are read as JSON Schema 2020-12"),
    );
}
