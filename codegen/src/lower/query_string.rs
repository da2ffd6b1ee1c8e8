use indexmap::IndexMap;
use serde_json::Value;

use super::body::form_encodings;
use crate::model::{Definition, QueryString, is_json_media_type, media_type_essence};
use crate::normalize::Encoding;

/// How a query string of a media type is written.
pub(super) fn read_query_string(
    name: &str,
    encoding: &IndexMap<String, Encoding>,
    schema: &Value,
    definitions: &IndexMap<String, Definition>,
) -> QueryString {
    // OpenAPI 3.2, "Parameter Object": the whole query string is one value of this media type.
    match media_type_essence(name).as_str() {
        "application/x-www-form-urlencoded" => {
            QueryString::Form(form_encodings(encoding, schema, definitions))
        }
        essence if is_json_media_type(essence) => QueryString::Json,
        _ => QueryString::Text,
    }
}
