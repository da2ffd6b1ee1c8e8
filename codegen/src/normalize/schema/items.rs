use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::place::Place;
use super::super::reference;
use super::children;
use crate::schema::resources::Draft;

/// `items`; the form with a list becomes `prefixItems`, and `additionalItems` then `items`.
pub(super) fn read_items(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    value: &Value,
    out: &mut Map<String, Value>,
    at: &Place<'_>,
) {
    let Value::Array(list) = value else {
        if let Some(schema) = children::read_child(cx, "items", value, at) {
            out.insert("items".into(), schema);
        }
        return;
    };
    if list.is_empty() {
        cx.warn(
            at,
            "`items` must be a schema, not an empty list; it is ignored",
        );
        return;
    }
    let draft = reference::draft_at(&cx.documents, &at.to_pointer()).unwrap_or_default();
    if draft == Draft::V2020 {
        cx.warn(
            at,
            "`items` must be a schema, not a list; it is read as `prefixItems`",
        );
    }
    if let Some(schemas) = children::read_list(cx, "items", value, at) {
        out.insert("prefixItems".into(), schemas);
    }
    if let (Some(rest), Place::Key(parent, _)) = (object.get("additionalItems"), at) {
        let place = parent.key("additionalItems");
        if let Some(schema) = children::schema_or_flag(cx, "additionalItems", rest, &place) {
            out.insert("items".into(), schema);
        }
    }
}
