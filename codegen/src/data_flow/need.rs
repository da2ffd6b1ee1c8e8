//! The arguments of an operation whose values come from other operations.

use serde_json::Value;

use crate::model::{Api, Location, Operation};

use super::record::scalar_type;
use super::route::{Placeholder, Route};
use super::words::{noun_of_words, split_name};

/// What of a thing identifies it, at the end of an argument's name.
const ATTRIBUTES: [&str; 16] = [
    "id", "ids", "uuid", "guid", "sid", "number", "slug", "name", "key", "sha", "code", "username",
    "login", "handle", "uri", "arn",
];
/// Attributes that say for arguments outside of the path, too, that a value comes from somewhere.
const IDENTIFIERS: [&str; 5] = ["id", "ids", "uuid", "guid", "sid"];
/// Identifiers that callers have from elsewhere or choose themselves.
const OWN_IDENTIFIERS: [&str; 8] = [
    "client",
    "request",
    "trace",
    "correlation",
    "external",
    "session",
    "transaction",
    "idempotency",
];

/// Keywords of schemas whose values are chosen or composed.
const NOT_IDENTIFIERS: [&str; 4] = ["enum", "const", "properties", "default"];
/// Keywords of alternatives, which are identifiers if all of them are: a workflow has a number and the name of a file.
const ALTERNATIVES: [&str; 2] = ["anyOf", "oneOf"];

/// An argument that takes the identifier of something.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Wanted<'a> {
    /// Name of the argument.
    pub(super) argument: &'a str,
    /// Its words.
    pub(super) words: Vec<String>,
    /// Its words as a noun: the last one in the singular.
    pub(super) name_as_noun: String,
    /// What of the thing it takes, if its name says so: `id` of `person_id`.
    pub(super) attribute: Option<String>,
    /// The noun of the thing: `person`.
    pub(super) noun: Option<String>,
    /// Where it stands in the path.
    pub(super) placeholder: Option<Placeholder>,
    pub(super) value_type: Option<&'a str>,
}

/// The arguments of `operation` that take identifiers.
pub(super) fn find_wanted<'a>(api: &'a Api, operation: &'a Operation) -> Vec<Wanted<'a>> {
    let placeholders = Route::from_template(&operation.path).placeholders();
    let properties = operation.input.get("properties").and_then(Value::as_object);
    let properties = properties.into_iter().flatten();
    properties
        .filter_map(|(argument, schema)| {
            let sent = find_sent_name(operation, argument, &placeholders)?;
            let value_type = identifier_type(api, schema)?;
            let wanted = describe_argument(argument, sent, value_type.0);
            is_identifier(&wanted).then_some(wanted)
        })
        .collect()
}

/// An argument that is stated to take an identifier, whatever it looks like.
pub(super) fn describe_wanted<'a>(
    api: &'a Api,
    operation: &'a Operation,
    argument: &'a str,
) -> Option<Wanted<'a>> {
    let placeholders = Route::from_template(&operation.path).placeholders();
    let schema = operation.input.get("properties")?.get(argument)?;
    let sent = find_sent_name(operation, argument, &placeholders);
    let sent = sent.unwrap_or(SentName {
        name: argument,
        placeholder: None,
    });
    let value_type = identifier_type(api, schema).and_then(|it| it.0);
    Some(describe_argument(argument, sent, value_type))
}

/// What an argument is called on the wire, and where it stands in the path.
struct SentName<'a> {
    name: &'a str,
    placeholder: Option<Placeholder>,
}

/// The name of an argument on the wire; none for one in a header or a cookie.
fn find_sent_name<'a>(
    operation: &'a Operation,
    argument: &'a str,
    placeholders: &[Placeholder],
) -> Option<SentName<'a>> {
    let mut parameters = operation.parameters.iter();
    let parameter = parameters.find(|it| it.field.wire == *argument);
    let location = parameter.map(|it| &it.location);
    if matches!(location, Some(Location::Header | Location::Cookie)) {
        return None;
    }
    let name = parameter.map_or(argument, |it| it.name.as_str());
    let placeholder = placeholders
        .iter()
        .find(|it| it.name == name && location == Some(&Location::Path))
        .cloned();
    Some(SentName { name, placeholder })
}

/// The type of an argument that is not chosen from a list: a scalar, or the items of a list of scalars.
struct IdentifierType<'a>(Option<&'a str>);

fn identifier_type<'a>(api: &'a Api, schema: &'a Value) -> Option<IdentifierType<'a>> {
    let schema = follow_reference(api, schema);
    let schema = schema
        .get("items")
        .map_or(schema, |items| follow_reference(api, items));
    let is_chosen = NOT_IDENTIFIERS
        .iter()
        .any(|keyword| schema.get(keyword).is_some());
    let alternatives = ALTERNATIVES.iter().filter_map(|it| schema.get(it));
    let mut alternatives = alternatives.filter_map(Value::as_array).flatten();
    let are_identifiers = alternatives.all(|it| is_plain_scalar(follow_reference(api, it)));
    let is_chosen = is_chosen || !are_identifiers;
    let value_type = scalar_type(schema);
    let is_scalar = matches!(value_type, None | Some("string" | "integer" | "number"));
    (is_scalar && !is_chosen && !is_a_time(schema)).then_some(IdentifierType(value_type))
}

/// Whether an alternative is a scalar that is not chosen from a list.
fn is_plain_scalar(schema: &Value) -> bool {
    let is_scalar = matches!(scalar_type(schema), Some("string" | "integer" | "number"));
    let keywords = NOT_IDENTIFIERS.iter().chain(&ALTERNATIVES);
    let is_plain = keywords.into_iter().all(|it| schema.get(it).is_none());
    is_scalar && is_plain && !is_a_time(schema)
}

fn is_a_time(schema: &Value) -> bool {
    let format = schema.get("format").and_then(Value::as_str);
    matches!(
        format,
        Some("date" | "date-time" | "binary" | "email" | "uri")
    )
}

fn follow_reference<'a>(api: &'a Api, schema: &'a Value) -> &'a Value {
    let key = schema.get("$ref").and_then(Value::as_str);
    let key = key.and_then(|reference| reference.strip_prefix("#/$defs/"));
    let definition = key.and_then(|key| api.definitions.get(key));
    definition.map_or(schema, |definition| &definition.schema)
}

fn describe_argument<'a>(
    argument: &'a str,
    SentName { name, placeholder }: SentName<'a>,
    value_type: Option<&'a str>,
) -> Wanted<'a> {
    let words = split_name(name);
    let of_collection = placeholder.as_ref().and_then(|it| it.collection.noun());
    // `{promotion_code}` behind `/promotion_codes` is one of them, and not its code.
    let is_the_noun = of_collection.is_some() && noun_of_words(&words) == of_collection;
    let attribute = words
        .last()
        .filter(|word| ATTRIBUTES.contains(&word.as_str()) && !is_the_noun);
    let rest = &words[..words.len() - usize::from(attribute.is_some())];
    let noun = match (noun_of_words(rest), attribute.map(String::as_str)) {
        (Some(noun), _) => Some(noun),
        // `{username}` is that of a user wherever it stands.
        (None, Some("username" | "login")) => Some("user".to_owned()),
        (None, _) => of_collection,
    };
    Wanted {
        argument,
        attribute: attribute.cloned(),
        noun,
        name_as_noun: noun_of_words(&words).unwrap_or_default(),
        words,
        placeholder,
        value_type,
    }
}

/// Whether a value of the argument may come from another operation: it is in the path, or its name is a noun, or
/// one that ends with `id`.
fn is_identifier(wanted: &Wanted<'_>) -> bool {
    if wanted.placeholder.is_some() {
        return true;
    }
    match (wanted.words.as_slice(), &wanted.attribute) {
        ([subjects @ .., _], Some(attribute)) => {
            let is_own = subjects
                .iter()
                .any(|word| OWN_IDENTIFIERS.contains(&word.as_str()));
            !subjects.is_empty() && IDENTIFIERS.contains(&attribute.as_str()) && !is_own
        }
        (_, attribute) => attribute.is_none(),
    }
}
