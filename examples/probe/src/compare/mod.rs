//! The tools of a server against those that a file says it should have, in the words of `toolwright diff`. Both sides
//! become recorded lists, which the compiler compares; what it cannot read or does not tell is compared as JSON.

mod advertised;
mod expected;

use std::collections::BTreeSet;

use serde_json::Value;
use toolwright_codegen::diff::{Class, Side};
use toolwright_codegen::history::{ListChange, RecordedList, RecordedTool, compare_versions};
use toolwright_codegen::source::pointer::join;

pub(crate) use advertised::record_advertised;
pub(crate) use expected::{Expected, ExpectedKind, read_expected};

use crate::connection::excerpt;

/// A difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) rule: String,
    /// None if the compiler has no word for it.
    pub(crate) class: Option<Class>,
    pub(crate) is_security: bool,
    pub(crate) side: Option<&'static str>,
    pub(crate) subject: Option<String>,
    pub(crate) was: Option<String>,
    pub(crate) is: Option<String>,
    pub(crate) tools: Vec<String>,
}

/// What differs, breaking changes first.
pub(crate) fn compare(expected: &RecordedList, advertised: &RecordedList) -> Vec<Change> {
    let mut changes = match compare_lists(expected, advertised) {
        Some(changes) => changes,
        // One tool that the compiler cannot read must not cost the words for all others.
        None => compare_one_by_one(expected, advertised),
    };
    changes.extend(unexplained(expected, advertised, &changes));
    // Stable, so that changes of a class stay in the order of the tools. What has no class comes after what breaks.
    changes.sort_by_key(|change| match change.class {
        Some(Class::Breaking) => 0,
        None => 1,
        Some(Class::Additive) => 2,
        Some(Class::Neutral) => 3,
    });
    changes
}

/// The changes between two lists; none if one of them cannot be read as a spec.
fn compare_lists(expected: &RecordedList, advertised: &RecordedList) -> Option<Vec<Change>> {
    let versions = compare_versions(std::slice::from_ref(expected), advertised).ok()?;
    // The lists are the same if there is no second version.
    let changes = versions.into_iter().nth(1).map(|version| version.changes);
    Some(
        changes
            .unwrap_or_default()
            .into_iter()
            .map(Change::from)
            .collect(),
    )
}

fn compare_one_by_one(expected: &RecordedList, advertised: &RecordedList) -> Vec<Change> {
    let names = expected
        .tools
        .iter()
        .chain(&advertised.tools)
        .map(|tool| tool.name.as_str());
    let names: BTreeSet<&str> = names.collect();
    let with_only = |list: &RecordedList, name: &str| RecordedList {
        tools: list
            .tools
            .iter()
            .filter(|tool| tool.name == name)
            .cloned()
            .collect(),
        ..list.clone()
    };
    let mut changes = Vec::new();
    for name in names {
        let (old, new) = (with_only(expected, name), with_only(advertised, name));
        match (old.tools.is_empty(), new.tools.is_empty()) {
            (true, _) => changes.push(Change::of_tool("tool-added", Class::Additive, name)),
            (_, true) => changes.push(Change::of_tool("tool-removed", Class::Breaking, name)),
            _ => changes.extend(compare_lists(&old, &new).unwrap_or_default()),
        }
    }
    changes
}

/// Differences of JSON in tools of which no change is told.
fn unexplained(
    expected: &RecordedList,
    advertised: &RecordedList,
    changes: &[Change],
) -> Vec<Change> {
    let explained: BTreeSet<&str> = changes
        .iter()
        .flat_map(|change| &change.tools)
        .map(String::as_str)
        .collect();
    let pairs = expected.tools.iter().filter_map(|old| {
        let new = advertised.tools.iter().find(|new| new.name == old.name)?;
        (!explained.contains(old.name.as_str())).then_some((old, new))
    });
    pairs
        .flat_map(|(old, new)| compare_json(old, new))
        .collect()
}

fn compare_json(old: &RecordedTool, new: &RecordedTool) -> Vec<Change> {
    let none = Value::Null;
    let outputs = (
        old.output_schema.as_ref().unwrap_or(&none),
        new.output_schema.as_ref().unwrap_or(&none),
    );
    let pairs = [
        (Side::Arguments, (&old.input_schema, &new.input_schema)),
        (Side::Results, outputs),
    ];
    let different = pairs.into_iter().filter_map(|(side, (was, is))| {
        let place = first_difference(was, is, String::new())?;
        let at = |value: &Value| match value.pointer(&place) {
            Some(value) => excerpt(&value.to_string()),
            None => "nothing".to_owned(),
        };
        Some(Change {
            rule: "schema-differs".to_owned(),
            class: None,
            is_security: false,
            side: Some(side.name()),
            subject: Some(if place.is_empty() {
                "/".to_owned()
            } else {
                place.clone()
            }),
            was: Some(at(was)),
            is: Some(at(is)),
            tools: vec![old.name.clone()],
        })
    });
    different.collect()
}

/// The JSON pointer of the first place where two values differ.
fn first_difference(was: &Value, is: &Value, place: String) -> Option<String> {
    let inside = |key: &str| join(&place, key);
    match (was, is) {
        (Value::Object(was), Value::Object(is)) => {
            let keys = was
                .keys()
                .chain(is.keys().filter(|key| !was.contains_key(*key)));
            let mut keys = keys.map(String::as_str);
            keys.find_map(|key| match (was.get(key), is.get(key)) {
                (Some(was), Some(is)) => first_difference(was, is, inside(key)),
                _ => Some(inside(key)),
            })
        }
        (Value::Array(was), Value::Array(is)) if was.len() == is.len() => {
            let mut pairs = was.iter().zip(is).enumerate();
            pairs.find_map(|(index, (was, is))| {
                first_difference(was, is, inside(&index.to_string()))
            })
        }
        _ => (was != is).then_some(place),
    }
}

impl Change {
    fn of_tool(rule: &str, class: Class, tool: &str) -> Self {
        Self {
            rule: rule.to_owned(),
            class: Some(class),
            is_security: false,
            side: None,
            subject: None,
            was: None,
            is: None,
            tools: vec![tool.to_owned()],
        }
    }
}

impl From<ListChange> for Change {
    fn from(change: ListChange) -> Self {
        Self {
            rule: change.rule.to_owned(),
            class: Some(change.class),
            is_security: change.is_security,
            side: change.side.map(Side::name),
            subject: Some(change.subject).filter(|subject| !subject.is_empty()),
            was: change.was,
            is: change.is,
            tools: change.tools,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn recorded_list(tools: &[Value]) -> RecordedList {
        record_advertised(tools)
    }

    fn tool(name: &str, properties: Value) -> Value {
        json!({"name": name, "description": "d", "inputSchema": {"type": "object", "properties": properties}})
    }

    fn rules(old: &[Value], new: &[Value]) -> Vec<String> {
        let changes = compare(&recorded_list(old), &recorded_list(new));
        changes.into_iter().map(|change| change.rule).collect()
    }

    #[test]
    fn the_same_tools_do_not_differ() {
        let tools = [
            tool("a", json!({"x": {"type": "string"}})),
            tool("b", json!({})),
        ];
        assert_eq!(rules(&tools, &tools), Vec::<String>::new());
    }

    #[test]
    fn differences_have_the_words_of_the_compiler() {
        let old = [
            tool("a", json!({"x": {"type": "string"}})),
            tool("b", json!({})),
        ];
        let new = [
            tool("a", json!({"x": {"type": "integer"}})),
            tool("c", json!({})),
        ];
        let changes = compare(&recorded_list(&old), &recorded_list(&new));
        let found: Vec<(&str, Option<Class>)> = changes
            .iter()
            .map(|change| (&*change.rule, change.class))
            .collect();
        assert!(
            found.contains(&("tool-removed", Some(Class::Breaking))),
            "{found:?}"
        );
        assert!(
            found.contains(&("tool-added", Some(Class::Additive))),
            "{found:?}"
        );
        assert!(
            found.contains(&("type-changed", Some(Class::Breaking))),
            "{found:?}"
        );
        assert_eq!(found.first().and_then(|it| it.1), Some(Class::Breaking));
    }

    #[test]
    fn what_the_compiler_does_not_tell_is_unclassified() {
        let old = [tool(
            "a",
            json!({"x": {"type": "string", "contentLanguage": "en"}}),
        )];
        let new = [tool(
            "a",
            json!({"x": {"type": "string", "contentLanguage": "de"}}),
        )];
        let changes = compare(&recorded_list(&old), &recorded_list(&new));
        let [change] = changes.as_slice() else {
            panic!("{changes:?}");
        };
        assert_eq!(
            (change.rule.as_str(), change.class),
            ("schema-differs", None)
        );
        assert_eq!(
            change.subject.as_deref(),
            Some("/properties/x/contentLanguage")
        );
        assert_eq!(change.was.as_deref(), Some("\"en\""));
    }

    #[test]
    fn a_tool_that_cannot_be_read_does_not_hide_the_others() {
        let broken = json!({"name": "broken", "inputSchema": 7});
        let old = [broken.clone(), tool("a", json!({}))];
        let new = [broken, tool("b", json!({}))];
        let rules = rules(&old, &new);
        assert!(rules.contains(&"tool-removed".to_owned()), "{rules:?}");
        assert!(rules.contains(&"tool-added".to_owned()), "{rules:?}");
    }
}
