//! Finds what is wrong with the properties of a form or a multipart body that have a style: members that would be sent as
//! another property, and items that could not be told apart. It takes the table of encodings; that of
//! generated code names all properties of the spec if one of them spreads its members.

use crate::json::push_escaped;
use crate::request::body::Encoding;
use crate::request::escaping::Escape;
use crate::request::pair_names::{describe_clash, find_confusable_members};
use crate::request::separability::check_separable;
use crate::request::value_shape::ValueShape;
use crate::value::Json;
use crate::violation::Violation;

/// The problems of a body that stands at the JSON pointer `at`.
pub(super) fn find_style_problems(
    at: &str,
    encodings: &[(&str, Encoding)],
    body: &Json,
    escape: impl Fn(&Encoding) -> Escape,
) -> Vec<Violation> {
    let Json::Object(members) = body else {
        return Vec::new();
    };
    let mut problems = Vec::new();
    for (name, value) in members {
        let encoding = Encoding::find_encoding(encodings, name);
        let is_several = value.is_object() || value.is_array();
        let Some(style) = encoding.style.filter(|_| is_several) else {
            continue;
        };
        let others = || {
            let known = encodings.iter().map(|(other, _)| *other);
            known.chain(members.keys().map(String::as_str))
        };
        let shape = ValueShape::from_json(value.clone(), style);
        let clashes = find_confusable_members(name, style, &shape, others);
        let unseparable = check_separable(style, &shape, escape(encoding)).err();
        let messages = clashes.iter().map(|member| describe_clash(member));
        problems.extend(messages.chain(unseparable).map(|message| {
            let mut pointer = format!("{at}/");
            push_escaped(&mut pointer, name);
            Violation::new(pointer, message)
        }));
    }
    problems
}
