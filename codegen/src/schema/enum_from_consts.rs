//! A choice between constants, each with a title and a description, as one list of values.

use indexmap::IndexSet;
use serde_json::{Map, Value, json};

use super::client_schema::{LONGEST_DESCRIPTION, is_same_ignoring_punctuation};
use super::enum_descriptions::MAX_LISTED_VALUES;
use super::keyword::{Object, declared_types, is_annotation_keyword};
use crate::schema::X_CONSTANTS;

/// Characters around a value and what is said of it: its bullet.
const BULLET_LENGTH: usize = 8;

/// `oneOf` or `anyOf` of nothing but constants of which something is said: as an `enum` with what is
/// said of its values. What is too long for a list stays a choice, whose titles are in the descriptions.
pub(super) fn enum_from_consts(schema: &Value) -> Option<Value> {
    let object = schema.as_object()?;
    let mut choices = ["oneOf", "anyOf"].into_iter();
    let keyword = choices.find(|keyword| object.contains_key(*keyword))?;
    let is_choice = |key: &str| key == keyword || key == "type" || is_annotation_keyword(key);
    if !object.keys().all(|key| is_choice(key)) {
        return None;
    }
    let alternatives = object[keyword]
        .as_array()?
        .iter()
        .map(ConstAlternative::from_schema);
    let alternatives: Vec<ConstAlternative<'_>> = alternatives.collect::<Option<_>>()?;
    if alternatives.iter().all(|one| one.text.is_none()) {
        return None;
    }
    let mut united = object.clone();
    if fits_in_description(object, &alternatives) {
        united.shift_remove(keyword);
        united.extend(enum_keywords(object, &alternatives));
    } else {
        let described = alternatives
            .iter()
            .map(ConstAlternative::with_title_in_description)
            .collect();
        united.insert(keyword.to_owned(), described);
    }
    Some(Value::Object(united))
}

/// Whether a description has room for what is said of the values.
fn fits_in_description(object: &Object, alternatives: &[ConstAlternative<'_>]) -> bool {
    let said = object.get("description").and_then(Value::as_str);
    let mut length = said.map_or(0, |said| said.chars().count());
    for alternative in alternatives {
        if let (Some(text), [value]) = (&alternative.text, alternative.values.as_slice()) {
            length += text.chars().count() + value.to_string().len() + BULLET_LENGTH;
        }
    }
    let count: usize = alternatives.iter().map(|one| one.values.len()).sum();
    length <= LONGEST_DESCRIPTION && count <= MAX_LISTED_VALUES
}

/// The values with what is said of them, and their types.
fn enum_keywords(object: &Object, alternatives: &[ConstAlternative<'_>]) -> Object {
    let mut listed = Map::new();
    let kinds: Option<IndexSet<&Value>> = alternatives.iter().map(|one| one.kind).collect();
    if let (None, Some(kinds)) = (object.get("type"), kinds) {
        listed.insert("type".to_owned(), kinds.into_iter().cloned().collect());
    }
    let types = declared_types(object);
    let admits_null = types.is_empty() || types.contains(&"null");
    let values = alternatives.iter().flat_map(|one| &one.values);
    let values = values.filter(|value| admits_null || !value.is_null());
    let distinct: IndexSet<&Value> = values.copied().collect();
    listed.insert("enum".to_owned(), distinct.into_iter().cloned().collect());
    let constants = alternatives.iter().filter_map(|one| {
        let text = one.text.as_ref()?;
        Some(json!({"const": one.values.first()?, "description": text}))
    });
    listed.insert(X_CONSTANTS.to_owned(), constants.collect());
    listed
}

/// A constant, or several of which nothing is said.
struct ConstAlternative<'a> {
    schema: &'a Object,
    kind: Option<&'a Value>,
    values: Vec<&'a Value>,
    text: Option<String>,
}

impl<'a> ConstAlternative<'a> {
    fn from_schema(schema: &'a Value) -> Option<Self> {
        let schema = schema.as_object()?;
        let is_known = |key: &str| {
            matches!(key, "const" | "enum" | "type" | "title" | "description")
                || key.starts_with("x-")
        };
        let kind = schema.get("type");
        let values = match (schema.get("const"), schema.get("enum"), kind) {
            (Some(value), None, _) => vec![value],
            (None, Some(Value::Array(values)), _) => values.iter().collect(),
            (None, None, Some(Value::String(kind))) if kind == "null" => vec![&Value::Null],
            _ => return None,
        };
        let text = join_title_and_description(schema);
        let is_one = values.len() == 1 || text.is_none() && !schema.contains_key(X_CONSTANTS);
        (is_one && schema.keys().all(|key| is_known(key))).then_some(Self {
            schema,
            kind: kind.filter(|kind| kind.is_string()),
            values,
            text,
        })
    }

    /// The alternative, with its title in its description.
    fn with_title_in_description(&self) -> Value {
        let mut described = self.schema.clone();
        if let Some(text) = &self.text {
            described.insert("description".to_owned(), json!(text));
        }
        Value::Object(described)
    }
}

/// Title and description.
fn join_title_and_description(schema: &Object) -> Option<String> {
    let text = |key| schema.get(key).and_then(Value::as_str).map(str::trim);
    let text = |key| text(key).filter(|text| !text.is_empty());
    match (text("title"), text("description")) {
        (None, None) => None,
        (Some(only), None) | (None, Some(only)) => Some(only.to_owned()),
        (Some(title), Some(description)) if begins_with_title(description, title) => {
            Some(description.to_owned())
        }
        (Some(title), Some(description)) => {
            let title = title.trim_end_matches('.');
            Some(format!("{title}. {description}"))
        }
    }
}

/// Whether a description begins with the title.
fn begins_with_title(description: &str, title: &str) -> bool {
    let begins = description.get(..title.len());
    begins.is_some_and(|begins| is_same_ignoring_punctuation(begins, title))
}
