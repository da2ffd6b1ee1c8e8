//! Intersects open enums: `anyOf` of known values and their type. Any value of the type is accepted, so that the known
//! values are an annotation, and two such schemas can be merged although their alternatives differ.

use serde_json::{Value, json};

use crate::schema::keyword::Object;
use crate::schema::open_enum::OpenEnum;

/// Brings two schemas to a form in which only one of them has known values beside any other value of their type.
/// Schemas of which neither is an open enum stay as they are.
pub(super) fn merge_known_values(a: &mut Object, b: &mut Object) {
    match (OpenEnum::from_schema(a), OpenEnum::from_schema(b)) {
        (Some(left), Some(right)) if left.any_value == right.any_value => {
            let both = intersect_values(left, &right);
            b.shift_remove("anyOf");
            a.insert("anyOf".to_owned(), write_alternatives(&both));
        }
        (Some(open), None) if lists_values(b) => replace_by_type(&open, a),
        (None, Some(open)) if lists_values(a) => replace_by_type(&open, b),
        _ => {}
    }
}

/// The values that both know, or those of the first if there are none: others are allowed all the same.
fn intersect_values(mut one: OpenEnum, other: &OpenEnum) -> OpenEnum {
    let theirs = other.known_values();
    let mut common = one.known_values().to_vec();
    common.retain(|value| theirs.contains(value));
    if !common.is_empty() {
        one.known.insert("enum".to_owned(), Value::Array(common));
    }
    one.has_null &= other.has_null;
    one
}

fn write_alternatives(open: &OpenEnum) -> Value {
    let mut alternatives = vec![json!(open.known), json!(open.any_value)];
    if open.has_null {
        alternatives.push(json!({"type": "null"}));
    }
    Value::Array(alternatives)
}

/// Leaves the type of an open enum alone, since another schema says which of its values are allowed.
fn replace_by_type(open: &OpenEnum, schema: &mut Object) {
    let name = open.any_value.get("type").cloned().unwrap_or_default();
    let types = match open.has_null {
        true => json!([name, "null"]),
        false => name,
    };
    schema.shift_remove("anyOf");
    schema.entry("type").or_insert(types);
}

fn lists_values(schema: &Object) -> bool {
    schema.contains_key("enum") || schema.contains_key("const")
}
