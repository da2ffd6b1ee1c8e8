//! Objects of any members, as generated code has them and as `serde_json` has them.

use serde_json::Value;
use toolwright::{Json, Map};

/// An object of a request or a response as a value.
pub(crate) fn to_value(map: Map<Json>) -> Value {
    Value::Object(map.into_iter().collect())
}

/// The members of a value; none if it is no object.
pub(crate) fn from_value(value: Value) -> Map<Json> {
    match value {
        Value::Object(members) => members.into_iter().collect(),
        _ => Map::new(),
    }
}
