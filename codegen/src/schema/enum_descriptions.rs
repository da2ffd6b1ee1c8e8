//! What a spec says of the values of an `enum`, told where models read it: in the description.

use std::borrow::Cow;

use indexmap::IndexMap;
use serde_json::{Value, json};

use super::client_schema::is_same_ignoring_punctuation;
use super::enum_from_consts::enum_from_consts;
use super::keyword::referenced_key;
use crate::model::Definition;

/// Where a normalised schema has what the spec says of the values of its `enum`, in whichever extension: a list of
/// `{const, title, description}`, with what is known of each.
pub(crate) const X_CONSTANTS: &str = "x-constants";

/// How many values a description lists.
pub(super) const MAX_LISTED_VALUES: usize = 50;

/// A text of no more characters says little, so what code calls it is told, too.
const LONGEST_TERSE_VALUE: usize = 2;

/// How many references lead to an `enum`.
const MAX_REFERENCE_STEPS: usize = 8;

/// The schema, with a list of the values of its `enum` in the description. That of a reference has one
/// already, but for what is said beside the reference.
pub(crate) fn describe_enum_values<'a>(
    schema: &'a Value,
    definitions: &IndexMap<String, Definition>,
) -> Cow<'a, Value> {
    let told = || {
        let object = schema.as_object()?;
        let said = object.get("description").and_then(Value::as_str);
        if said.is_none() && !object.contains_key(X_CONSTANTS) {
            return None;
        }
        let constants = find_value_annotations(schema, definitions)?;
        let description = append_value_list(said.unwrap_or_default().trim(), &constants)?;
        let mut object = object.clone();
        object.insert("description".to_owned(), json!(description));
        Some(Value::Object(object))
    };
    told().map_or(Cow::Borrowed(schema), Cow::Owned)
}

/// What is said of the values that a schema, or the one that it refers to, lists.
fn find_value_annotations<'a>(
    mut schema: &'a Value,
    definitions: &'a IndexMap<String, Definition>,
) -> Option<Cow<'a, [Value]>> {
    let list = |schema: &'a Value| schema.get(X_CONSTANTS)?.as_array().map(Vec::as_slice);
    for step in 0..MAX_REFERENCE_STEPS {
        if let Some(constants) = list(schema) {
            return Some(constants.into());
        }
        if let Some(mut united) = enum_from_consts(schema).filter(|_| step > 0) {
            let constants = united.get_mut(X_CONSTANTS).map(Value::take);
            return Some(constants?.as_array()?.clone().into());
        }
        schema = match schema.get("allOf").and_then(Value::as_array) {
            // An `allOf` of one reference is how OpenAPI 3.0 puts a description beside it. With
            // several members it is not known which one has the values.
            Some(members) => members.first().filter(|_| members.len() == 1)?,
            None => &definitions.get(referenced_key(schema)?)?.schema,
        };
    }
    None
}

fn append_value_list(said: &str, constants: &[Value]) -> Option<String> {
    let is_said = |constant: &Value| {
        let text = constant.get("description").and_then(Value::as_str);
        text.is_some_and(|text| said.contains(text.trim()))
    };
    // A part of a list would look like the whole of it.
    if constants.len() > MAX_LISTED_VALUES || constants.iter().all(is_said) {
        return None;
    }
    let lines: Vec<String> = constants.iter().filter_map(format_list_line).collect();
    let list = lines.join("\n");
    match said {
        _ if list.is_empty() || said.contains(&list) => None,
        "" => Some(list),
        said => Some(format!("{said}\n\n{list}")),
    }
}

/// What a reader of a value does not know from it.
pub(crate) struct EnumValueDoc<'a> {
    /// The value as it is shown.
    pub(crate) value: String,
    /// What code calls it.
    pub(crate) name: Option<&'a str>,
    pub(crate) description: Option<&'a str>,
}

impl<'a> EnumValueDoc<'a> {
    /// What is noted of a value.
    pub(crate) fn from_annotation(constant: &'a Value) -> Option<Self> {
        let noted = constant.get("const")?;
        let value = format_value(noted);
        let says_what_it_is = noted.is_string() && value.chars().count() > LONGEST_TERSE_VALUE;
        let text = |key| constant.get(key).and_then(Value::as_str).map(str::trim);
        let is_new = |text: &&str| !text.is_empty() && !is_same_ignoring_punctuation(text, &value);
        let name = text("title").filter(is_new).filter(|_| !says_what_it_is);
        let description = text("description").filter(is_new);
        let description = description
            .filter(|text| name.is_none_or(|name| !is_same_ignoring_punctuation(text, name)));
        Some(Self {
            value,
            name,
            description,
        })
    }
}

fn format_list_line(constant: &Value) -> Option<String> {
    let meaning = EnumValueDoc::from_annotation(constant)?;
    let about = match (meaning.name, meaning.description) {
        (None, None) => return None,
        (Some(one), None) | (None, Some(one)) => one.to_owned(),
        (Some(name), Some(description)) => format!("{name}. {description}"),
    };
    let words: Vec<&str> = about.split_whitespace().collect();
    Some(format!(
        "{}{}",
        list_bullet(&meaning.value),
        words.join(" ")
    ))
}

/// Whether the list in a description has that value.
pub(crate) fn description_lists_value(description: &str, value: &Value) -> bool {
    let bullet = list_bullet(&format_value(value));
    description.lines().any(|line| line.starts_with(&bullet))
}

fn list_bullet(value: &str) -> String {
    format!("- `{value}`: ")
}

fn format_value(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
