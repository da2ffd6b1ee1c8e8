use serde_json::Map;

use crate::json::Json;
use crate::schema::Schema;
use crate::schema::coerce::coerce;
use crate::violation::Violation;

/// Holds the arguments of a call to a tool's schema. Where they are not valid as they are, JSON
/// that was sent as a string is parsed, and `null` for an optional property that can't be null is
/// taken for its absence; `arguments` is then what became valid.
///
/// # Errors
///
/// What is wrong with them even so: the first 20 violations, and one more entry that says how many
/// others there are (`and 981 more`).
///
/// ```
/// use serde_json::json;
/// use toolwright::schema::{Keyword, Optional, Schema, Types, check_arguments};
///
/// static ARGUMENTS: Schema = Schema(Types::OBJECT, &[Keyword::ClosedObject(&[
///     Optional("tags", Schema::STRINGS),
///     Optional("limit", Schema::INTEGER),
/// ])]);
///
/// let sent = json!({"tags": "[\"small\"]", "limit": null});
/// let mut arguments = sent.as_object().cloned().unwrap_or_default();
/// assert_eq!(check_arguments(&ARGUMENTS, &mut arguments), Ok(()));
/// assert_eq!(json!(arguments), json!({"tags": ["small"]}));
/// ```
pub fn check_arguments(
    schema: &'static Schema,
    arguments: &mut Map<String, Json>,
) -> Result<(), Vec<Violation>> {
    let mut value = Json::Object(std::mem::take(arguments));
    let valid = schema.is_valid(&value) || (coerce(schema, &mut value) && schema.is_valid(&value));
    let result = if valid {
        Ok(())
    } else {
        Err(schema.first_violations(&value))
    };
    if let Json::Object(members) = value {
        *arguments = members;
    }
    result
}
