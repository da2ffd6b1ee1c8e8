//! Names of variants for the alternatives of a `oneOf` or `anyOf`: from a reference, a title, a constant, or what the
//! alternative is made of.

use serde_json::Value;

use super::scalars::scalar_types;
use super::{reference_key, required_names};
use crate::names::{pascal_name, variant_name};

/// Names for an alternative in PascalCase, the better one first: what the spec calls it, what tells
/// it from the others, what it is, and a number when there is nothing else.
pub(super) fn branch_names(branch: &Value, tag: Option<&str>, index: usize) -> [String; 2] {
    let mut names = [
        name_of_reference(branch),
        name_of_title(branch),
        name_of_constant(branch),
        name_of_tag(branch, tag),
        only_required(branch),
        name_of_format(branch),
        name_of_structure(branch),
    ]
    .into_iter()
    .flatten();
    let number = || format!("Option{index}");
    let first = names.next().unwrap_or_else(number);
    let second = name_of_items(branch).or_else(|| names.next());
    let second = second.unwrap_or_else(|| first.clone());
    [first, second]
}

/// Whether an alternative is constants of which nothing says what they are: their type is named
/// after the union.
pub(super) fn is_anonymous_list(branch: &Value) -> bool {
    is_constants(branch)
        && name_of_title(branch).is_none()
        && name_of_single_property(branch).is_none()
}

fn is_constants(branch: &Value) -> bool {
    branch.get("enum").is_some() || branch.get("const").is_some()
}

fn name_of_reference(branch: &Value) -> Option<String> {
    let first_part = || {
        branch
            .get("allOf")?
            .as_array()?
            .iter()
            .find_map(reference_key)
    };
    reference_key(branch).or_else(first_part).map(pascal_name)
}

fn name_of_title(branch: &Value) -> Option<String> {
    let title = pascal_name(branch.get("title")?.as_str()?);
    (title != "Unnamed").then_some(title)
}

fn name_of_constant(branch: &Value) -> Option<String> {
    name_of_single_property(branch).or_else(|| is_constants(branch).then(|| "Enum".to_owned()))
}

/// The one value that a schema admits.
fn name_of_single_property(schema: &Value) -> Option<String> {
    let in_list = || match schema.get("enum")?.as_array()?.as_slice() {
        [only] => Some(only),
        _ => None,
    };
    match schema.get("const").or_else(in_list)? {
        Value::String(text) => Some(variant_name(text)),
        value @ (Value::Number(_) | Value::Bool(_)) => Some(variant_name(&value.to_string())),
        _ => None,
    }
}

/// The value of the property that tells this alternative from the others.
fn name_of_tag(branch: &Value, tag: Option<&str>) -> Option<String> {
    let properties = branch.get("properties")?.as_object()?;
    match tag {
        Some(tag) => name_of_single_property(properties.get(tag)?),
        None => properties.values().find_map(name_of_single_property),
    }
}

fn only_required(branch: &Value) -> Option<String> {
    match required_names(branch).as_slice() {
        [only] => Some(pascal_name(only)),
        _ => None,
    }
}

fn name_of_format(branch: &Value) -> Option<String> {
    let format = branch.get("format")?.as_str()?;
    let is_text = scalar_types(branch).contains(&"string");
    is_text.then(|| pascal_name(format))
}

fn name_of_structure(branch: &Value) -> Option<String> {
    let named = scalar_types(branch)
        .into_iter()
        .find(|name| *name != "null");
    match named {
        Some("array") => Some("List".to_owned()),
        Some(name) => Some(pascal_name(name)),
        None => branch.get("properties").map(|_| "Object".to_owned()),
    }
}

/// A list by what is in it.
fn name_of_items(branch: &Value) -> Option<String> {
    let items = branch.get("items")?;
    let [name, _] = branch_names(items, None, 0);
    (name != "Option0").then(|| format!("{name}List"))
}
