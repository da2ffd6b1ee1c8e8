use serde_json::{Map, Value};

use super::super::context::Context;
use super::super::fields;
use super::super::place::Place;
use super::super::version::Version;
use crate::schema::nullable::{accept_null, has_type_or_applicator, is_spec_annotation};

/// Lets a schema accept null where `nullable` or `x-nullable` says so.
pub(super) fn apply_nullable(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    mut out: Map<String, Value>,
    at: &Place<'_>,
) -> Value {
    if !is_nullable(cx, object, at) {
        return Value::Object(out);
    }
    if !has_type_or_applicator(&out) {
        cx.warn(
            at,
            "`nullable` has no effect without `type` by the standard; `null` is accepted",
        );
        if is_alternative(at) && out.keys().all(|key| is_spec_annotation(key)) {
            out.insert("type".into(), "null".into());
            return Value::Object(out);
        }
    }
    accept_null(out)
}

fn is_nullable(cx: &mut Context<'_>, object: &Map<String, Value>, at: &Place<'_>) -> bool {
    let extension = object.get("x-nullable") == Some(&Value::Bool(true));
    let keyword = fields::read_flag(cx, object, "nullable", at) == Some(true);
    if keyword && cx.version != Version::OpenApi30 {
        let version = cx.version.name();
        cx.warn(
            &at.key("nullable"),
            format!("`nullable` is not a keyword of {version}, in which `type` can list `null`; it is read as in OpenAPI 3.0"),
        );
    }
    extension || keyword
}

/// Whether the place is one of several alternatives: there `{nullable: true}` is meant as null.
fn is_alternative(at: &Place<'_>) -> bool {
    matches!(at, Place::Index(Place::Key(_, "anyOf" | "oneOf"), _))
}
