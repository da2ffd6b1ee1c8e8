use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::context::Context;
use super::place::Place;
use super::skip::Skip;

/// Reads an object of an operation, which was brought to the form of OpenAPI 3.0, with openapiv3's type of it.
/// Objects in it that are read on their own are left out or empty.
pub(super) fn read_object<T: DeserializeOwned>(
    cx: &mut Context<'_>,
    mut object: Map<String, Value>,
    at: &Place<'_>,
) -> Result<T, Skip> {
    cx.shared_parts.add_weight(&object);
    cx.cleaner.clean_object(&mut object, &at.to_pointer());
    serde_json::from_value(Value::Object(object))
        .map_err(|error| Skip::new(at, format!("this is not valid OpenAPI: {error}")))
}
