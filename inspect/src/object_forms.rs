//! The forms of an object of which a union allows several, such as a card or a bank account. The members of all of them are
//! one list in [`Parameter::properties`](crate::Parameter); this says which of them belong together.

use serde_json::Value;

use crate::forms::Form;
use crate::reader::{Reader, required_names};

/// So many forms of an object are told apart. Of more, the list would be longer than what it explains.
const MAX_FORMS: usize = 8;

/// And so many members of each.
const MAX_MEMBERS: usize = 16;

/// Characters of a value that are shown.
const MAX_VALUE_LENGTH: usize = 40;

/// The members that an object has in one of its forms.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ObjectForm {
    members: Vec<FormMember>,
    /// Whether it has members that are not here.
    has_more: bool,
}

#[derive(Clone, Debug, PartialEq)]
struct FormMember {
    name: String,
    required: bool,
    /// The only value that it has in this form, which tells the form from others.
    only_value: Option<Value>,
}

/// The forms of an object whose members differ; none if it has one form, or more than are told apart.
pub(crate) fn read_object_forms(schema: &Reader<'_>) -> Vec<ObjectForm> {
    let mut forms: Vec<ObjectForm> = Vec::new();
    for form in schema.list_forms() {
        let form = read_form(schema, form);
        if !form.members.is_empty() && !forms.contains(&form) {
            forms.push(form);
        }
    }
    match forms.len() {
        2..=MAX_FORMS => forms,
        _ => Vec::new(),
    }
}

fn read_form(schema: &Reader<'_>, form: &Form<'_>) -> ObjectForm {
    let required: Vec<&str> = required_names(form).collect();
    let objects = form
        .iter()
        .filter_map(|it| it.get("properties")?.as_object());
    let mut names: Vec<&str> = Vec::new();
    for name in objects.flat_map(|properties| properties.keys()) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
        if names.len() > MAX_MEMBERS {
            break;
        }
    }
    let has_more = names.len() > MAX_MEMBERS;
    let members = names.iter().take(MAX_MEMBERS).map(|name| FormMember {
        name: (*name).to_owned(),
        required: required.contains(name),
        only_value: schema.only_value_in(form, name),
    });
    ObjectForm {
        members: members.collect(),
        has_more,
    }
}

/// Forms in a line: `type: card, number, cvc? | type: iban, iban`.
pub(crate) fn describe_object_forms(forms: &[ObjectForm]) -> String {
    let forms: Vec<String> = forms.iter().map(describe_form).collect();
    forms.join(" | ")
}

/// A text as it is if it is a word, since others could be taken for what stands around it; not more than some words of it.
fn shorten_value(value: &Value) -> String {
    let is_word = |text: &String| {
        !text.is_empty()
            && text
                .chars()
                .all(|c| c.is_alphanumeric() || "_-.#".contains(c))
    };
    let text = match value {
        Value::String(text) if is_word(text) => text.clone(),
        value => value.to_string(),
    };
    match text.char_indices().nth(MAX_VALUE_LENGTH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

fn describe_form(form: &ObjectForm) -> String {
    let members = form.members.iter().map(|member| {
        let mark = if member.required { "" } else { "?" };
        match &member.only_value {
            Some(value) => format!("{}{mark}: {}", member.name, shorten_value(value)),
            None => format!("{}{mark}", member.name),
        }
    });
    let mut members: Vec<String> = members.collect();
    if form.has_more {
        members.push("…".to_owned());
    }
    members.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_ambiguous_values_are_shortened_and_quoted() {
        for (value, shown) in [
            ("#microsoft.graph.user", "#microsoft.graph.user".to_owned()),
            ("a | b", "\"a | b\"".to_owned()),
            ("", "\"\"".to_owned()),
            (
                &"x".repeat(50),
                format!("{}…", "x".repeat(MAX_VALUE_LENGTH)),
            ),
        ] {
            assert_eq!(shorten_value(&Value::from(value)), shown);
        }
    }
}
