use indexmap::IndexMap;
use serde_json::Value;

use super::body::form_encodings;
use crate::model::{Definition, QueryString};
use crate::normalize::Encoding;

/// How a query string of a media type is written.
pub(super) fn read_query_string(
    name: &str,
    encoding: &IndexMap<String, Encoding>,
    schema: &Value,
    definitions: &IndexMap<String, Definition>,
) -> QueryString {
    let essence = name.split(';').next().unwrap_or_default().trim();
    // OpenAPI 3.2, "Parameter Object": the whole query string is one value of this media type.
    match essence.to_ascii_lowercase().as_str() {
        "application/x-www-form-urlencoded" => {
            QueryString::Form(form_encodings(encoding, schema, definitions))
        }
        name if name.ends_with("/json") || name.ends_with("+json") => QueryString::Json,
        _ => QueryString::Text,
    }
}
