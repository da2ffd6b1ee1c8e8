//! Which property of a record an argument takes.

use super::need::Wanted;
use super::record::{Property, Record};
use super::words::noun_of_words;

/// Properties that identify a thing to people and machines, for an argument that is only called by the noun
/// (`{org}`): the first that has the type of the argument.
const NATURAL: [&str; 7] = ["id", "login", "slug", "key", "name", "code", "number"];

/// The property of `record` that `wanted` takes, when the record is known to be the thing itself.
pub(super) fn find_identifier<'r, 'a>(
    wanted: &Wanted<'_>,
    record: &'r Record<'a>,
) -> Option<&'r Property<'a>> {
    let find = |test: &dyn Fn(&[String]) -> bool| {
        let mut properties = record.schema.properties.iter();
        properties.find(|property| test(&property.parts.words) && has_type_of(wanted, property))
    };
    let mut namesakes = record
        .schema
        .properties
        .iter()
        .filter(|property| property.parts.noun == wanted.name_as_noun);
    if let Some(same) = namesakes.find(|property| has_type_of(wanted, property)) {
        return Some(same);
    }
    match wanted.attribute.as_deref() {
        Some(attribute) => attribute_names(attribute).iter().find_map(|name| {
            // `name` is that of the thing, or `thing_name`.
            find(&|words| words == [*name]).or_else(|| {
                find(&|words| match words {
                    [noun @ .., last] => last == name && noun_of_words(noun) == wanted.noun,
                    [] => false,
                })
            })
        }),
        None if wanted.placeholder.is_some() => NATURAL
            .iter()
            .find_map(|name| find(&|words| words == [*name])),
        // `customer` takes an id; `labels` and `sort` may take any text.
        None => find(&|words| words == ["id"]),
    }
}

/// The property of `record` that is called as the argument is.
pub(super) fn find_namesake<'r, 'a>(
    wanted: &Wanted<'_>,
    record: &'r Record<'a>,
) -> Option<&'r Property<'a>> {
    let mut properties = record.schema.properties.iter();
    properties
        .find(|property| property.parts.words == wanted.words && has_type_of(wanted, property))
}

/// Names under which a response has what an argument calls by an attribute.
fn attribute_names(attribute: &str) -> &'static [&'static str] {
    match attribute {
        "id" | "ids" => &["id", "uuid", "guid"],
        "uuid" | "guid" => &["uuid", "guid", "id"],
        "sid" => &["sid", "id"],
        "number" => &["number"],
        "slug" => &["slug"],
        // Where things have no name, a name may be given as an id.
        "name" => &["name", "id"],
        "key" => &["key"],
        "sha" => &["sha"],
        "code" => &["code"],
        "username" => &["username", "login"],
        "login" => &["login", "username"],
        "handle" => &["handle"],
        "uri" => &["uri"],
        "arn" => &["arn"],
        _ => &[],
    }
}

/// Whether a value of the property is one of the argument. An identifier that is written as a string here and
/// as a number there is the same one.
fn has_type_of(wanted: &Wanted<'_>, property: &Property<'_>) -> bool {
    let kind = |value_type: &str| match value_type {
        "integer" | "number" => "number",
        _ => "string",
    };
    let is_scalar = !matches!(property.value_type, Some("object" | "array" | "boolean"));
    let are_equal = match (wanted.value_type, property.value_type) {
        (Some(one), Some(other)) => kind(one) == kind(other),
        _ => true,
    };
    is_scalar && (are_equal || wanted.attribute.as_deref() == Some("id"))
}
