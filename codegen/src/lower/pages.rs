//! Pages that nobody declared, seen by the names that most APIs give them.

use serde_json::Value;

use super::call::ToolArguments;
use super::response::AnsweredSchema;
use crate::model::{Pagination, Step};
use crate::names::compact_name;
use crate::schema::resolve_reference;
use crate::source::pointer::join;

/// What the next cursor is called in a response, and as an argument; in small letters without
/// separators.
const PAIRS: [(&str, &str); 9] = [
    ("nextpagetoken", "pagetoken"),
    ("nextpagetoken", "nextpagetoken"),
    ("nextcursor", "cursor"),
    ("nextcursor", "nextcursor"),
    ("nexttoken", "nexttoken"),
    ("nextmarker", "marker"),
    ("nextcontinuationtoken", "continuationtoken"),
    ("continuationtoken", "continuationtoken"),
    ("continue", "continue"),
];

/// What the next cursor is called in a header, without the `X-` that many begin with, and as an argument.
const HEADER_PAIRS: [(&str, &str); 6] = [
    ("nextpage", "page"),
    ("nextpage", "pagetoken"),
    ("nexttoken", "token"),
    ("nextpagetoken", "token"),
    ("continuation", "continuation"),
    ("continuationtoken", "continuation"),
];

/// Members of a response that say where the page is.
const HOLDERS: [&str; 7] = [
    "meta",
    "metadata",
    "responsemetadata",
    "pagination",
    "paging",
    "pageinfo",
    "links",
];

/// How many schemas are looked into for the properties of one object: `allOf`s may fan out.
const MOST_SCHEMAS: usize = 100;

/// How the next page is asked for, as far as names tell. It is no more than a hint: where the
/// response then has no cursor, nothing is said.
pub(super) fn detect_pagination(
    answered: Option<AnsweredSchema<'_>>,
    given: ToolArguments<'_>,
) -> Option<Pagination> {
    let answered = answered?;
    let of_root = result_properties(answered, answered.schema);
    let holders = of_root
        .iter()
        .filter(|(name, _)| HOLDERS.contains(&compact_name(name).as_str()))
        .flat_map(|(holder, schema)| {
            let inner = result_properties(answered, schema).into_iter();
            inner.map(move |(name, schema)| (vec![*holder, name], schema))
        });
    let own = of_root.iter().map(|(name, schema)| (vec![*name], *schema));
    let mut found = own.chain(holders).filter_map(|(path, schema)| {
        let argument = asked_by(path.last()?, given)?;
        let is_text = resolve_reference(schema, answered.definitions)
            .get("type")
            // Without a type the name alone decides. A number is an offset, not a cursor, and would
            // need arithmetic.
            .is_none_or(is_text);
        is_text.then(|| Pagination {
            argument: argument.to_owned(),
            step: Step::Cursor(property_pointer(&path)),
        })
    });
    found.next()
}

/// The same by the names of the headers that the response may have.
pub(super) fn detect_header_pagination(
    headers: &[String],
    given: ToolArguments<'_>,
) -> Option<Pagination> {
    headers.iter().find_map(|header| {
        let name = compact_name(header);
        let name = name.strip_prefix('x').unwrap_or(&name);
        let argument =
            asked_by(name, given).or_else(|| paired_argument(&HEADER_PAIRS, name, given))?;
        Some(Pagination {
            argument: argument.to_owned(),
            step: Step::Header(header.clone()),
        })
    })
}

/// The argument for a cursor of that name.
fn asked_by<'g>(cursor: &str, given: ToolArguments<'g>) -> Option<&'g str> {
    paired_argument(&PAIRS, &compact_name(cursor), given)
}

fn paired_argument<'g>(
    pairs: &[(&str, &str)],
    cursor: &str,
    given: ToolArguments<'g>,
) -> Option<&'g str> {
    let properties = given.input.get("properties")?.as_object()?;
    pairs
        .iter()
        .filter(|(known, _)| *known == cursor)
        .find_map(|(_, wanted)| {
            let mut names = properties.keys();
            names.find(|name| compact_name(name) == *wanted)
        })
        .map(String::as_str)
}

fn result_properties<'a>(
    answered: AnsweredSchema<'a>,
    schema: &'a Value,
) -> Vec<(&'a str, &'a Value)> {
    let mut all = Vec::new();
    let mut open = vec![schema];
    for _ in 0..MOST_SCHEMAS {
        let Some(schema) = open.pop() else {
            break;
        };
        let schema = resolve_reference(schema, answered.definitions);
        let own = schema.get("properties").and_then(Value::as_object);
        all.extend(
            own.into_iter()
                .flatten()
                .map(|(name, schema)| (name.as_str(), schema)),
        );
        let members = schema.get("allOf").and_then(Value::as_array);
        // Reversed, because the last one is looked into first: what stands first in the spec stays
        // first.
        open.extend(members.into_iter().flatten().rev());
    }
    all
}

fn is_text(name: &Value) -> bool {
    match name {
        Value::Array(names) => names.iter().any(|name| name == "string"),
        name => name == "string",
    }
}

fn property_pointer(path: &[&str]) -> String {
    path.iter()
        .fold(String::new(), |pointer, step| join(&pointer, step))
}

#[cfg(test)]
mod tests {
    use indexmap::IndexMap;
    use serde_json::json;

    use super::*;

    #[test]
    fn known_names_are_a_hint() {
        let apparent = |answer: Value, argument: &str| {
            let input = json!({"properties": {"limit": {}, argument: {}}});
            let given = ToolArguments {
                parameters: &[],
                input: &input,
                renamed: &[],
            };
            let definitions = IndexMap::new();
            let answered = AnsweredSchema {
                schema: &answer,
                definitions: &definitions,
            };
            match detect_pagination(Some(answered), given)?.step {
                Step::Cursor(pointer) => Some(pointer),
                _ => None,
            }
        };
        let text = || json!({"type": "string"});
        let google = json!({"properties": {"items": {}, "nextPageToken": text()}});
        assert_eq!(
            apparent(google.clone(), "pageToken"),
            Some("/nextPageToken".to_owned())
        );
        assert_eq!(apparent(google, "page"), None);
        let slack = json!({"properties": {"response_metadata": {"properties": {
            "next_cursor": {"type": ["string", "null"]},
        }}}});
        assert_eq!(
            apparent(slack, "cursor"),
            Some("/response_metadata/next_cursor".to_owned())
        );
        let list =
            json!({"allOf": [{"properties": {"metadata": {"properties": {"continue": text()}}}}]});
        assert_eq!(
            apparent(list, "continue"),
            Some("/metadata/continue".to_owned())
        );
        let object = json!({"properties": {"next_cursor": {"type": "object"}}});
        assert_eq!(apparent(object, "cursor"), None);
    }

    #[test]
    fn known_headers_are_a_hint() {
        let apparent = |header: &str, argument: &str| {
            let input = json!({"properties": {"limit": {}, argument: {}}});
            let given = ToolArguments {
                parameters: &[],
                input: &input,
                renamed: &[],
            };
            let found = detect_header_pagination(&["ETag".to_owned(), header.to_owned()], given)?;
            assert_eq!(found.step, Step::Header(header.to_owned()));
            Some(found.argument)
        };
        assert_eq!(apparent("X-Next-Page", "page").as_deref(), Some("page"));
        assert_eq!(apparent("next-token", "token").as_deref(), Some("token"));
        assert_eq!(
            apparent("X-Next-Cursor", "cursor").as_deref(),
            Some("cursor")
        );
        assert_eq!(apparent("X-Next-Page", "pages"), None);
        assert_eq!(apparent("X-Page", "page"), None);
    }
}
