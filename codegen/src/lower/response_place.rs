//! A place in a response, as people write it: looked up in the response's schema and written in one form,
//! `results[].id`.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use serde_json::Value;
use toolwright_inspect::suggest::suggest_name;

use crate::model::Definition;
use crate::schema::resolve_reference;
use crate::source::pointer::unescape;

/// How many schemas of one level are looked into: compositions may fan out.
const MOST_SCHEMAS: usize = 100;
/// Levels of a place.
const DEEPEST: usize = 32;

/// What becomes of a place that somebody wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FoundPlace {
    /// The schema has it, or does not say what is there.
    At(String),
    /// The schema does not have it; a place that was likely meant.
    Missing(Option<String>),
}

/// A step of a place.
enum Step {
    /// A property, or in a JSON pointer perhaps an item.
    Name(String),
    Item,
}

/// Looks up `written`, which is a JSON pointer (`/results/0/id`) or has names with dots (`results[].id`). Without
/// a schema, everything may be there.
pub(super) fn find_place(
    written: &str,
    schema: Option<&Value>,
    definitions: &IndexMap<String, Definition>,
) -> FoundPlace {
    let mut level = Level {
        schemas: schema.into_iter().collect(),
        definitions,
        is_open: schema.is_none(),
    };
    level.expand_branches();
    let mut place = String::new();
    for step in parse_steps(written) {
        let step = match step {
            Step::Name(name) if is_index(&name) && !level.has_property(&name) => Step::Item,
            step => step,
        };
        match step {
            Step::Item if level.enter_items() => place.push_str("[]"),
            Step::Item => return FoundPlace::Missing(None),
            Step::Name(name) => {
                // People leave out that a list is one.
                if !level.has_property(&name) && level.has_items() {
                    level.enter_items();
                    place.push_str("[]");
                }
                let known = level.property_names();
                if !level.enter_property(&name) {
                    let near = suggest_name(&name, known.iter().map(String::as_str));
                    return FoundPlace::Missing(near.map(|near| join_name(&place, near)));
                }
                place = join_name(&place, &name);
            }
        }
    }
    FoundPlace::At(place)
}

fn join_name(place: &str, name: &str) -> String {
    match place {
        "" => name.to_owned(),
        place => format!("{place}.{name}"),
    }
}

fn is_index(name: &str) -> bool {
    name == "*" || (!name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()))
}

fn parse_steps(written: &str) -> Vec<Step> {
    if let Some(pointer) = written.strip_prefix('/') {
        let segments = pointer.split('/').take(DEEPEST);
        return segments
            .map(|segment| Step::Name(unescape(segment).into_owned()))
            .collect();
    }
    let path = written.strip_prefix('$').unwrap_or(written);
    let mut steps = Vec::new();
    for segment in path
        .split(['.', '['])
        .filter(|it| !it.is_empty())
        .take(DEEPEST)
    {
        steps.push(match segment.strip_suffix(']') {
            Some(index) if index.is_empty() || is_index(index) => Step::Item,
            Some(quoted) => Step::Name(quoted.trim_matches(['\'', '"']).to_owned()),
            None => Step::Name(segment.to_owned()),
        });
    }
    steps
}

/// The schemas of one level of a response: alternatives and parts of a composition side by side.
struct Level<'a> {
    schemas: Vec<&'a Value>,
    definitions: &'a IndexMap<String, Definition>,
    /// Whether there may be what no schema names.
    is_open: bool,
}

impl<'a> Level<'a> {
    /// Adds what the schemas are composed of.
    fn expand_branches(&mut self) {
        let mut next = 0;
        while next < self.schemas.len().min(MOST_SCHEMAS) {
            let schema = resolve_reference(self.schemas[next], self.definitions);
            self.schemas[next] = schema;
            for keyword in ["allOf", "anyOf", "oneOf"] {
                let parts = schema.get(keyword).and_then(Value::as_array);
                self.schemas.extend(parts.into_iter().flatten());
            }
            next += 1;
        }
        self.schemas.truncate(MOST_SCHEMAS);
        let says_something = |schema: &&Value| {
            schema
                .as_object()
                .is_some_and(|it| it.contains_key("properties") || it.contains_key("items"))
        };
        let is_scalar = |schema: &&Value| {
            let kind = schema.get("type").and_then(Value::as_str);
            matches!(kind, Some("string" | "integer" | "number" | "boolean"))
        };
        let says = self.schemas.iter().any(says_something);
        self.is_open |= !says && !self.schemas.iter().any(is_scalar);
    }

    fn has_property(&self, name: &str) -> bool {
        self.schemas
            .iter()
            .any(|it| property_of(it, name).is_some())
    }

    fn has_items(&self) -> bool {
        self.schemas
            .iter()
            .any(|it| it.get("items").is_some_and(Value::is_object))
    }

    fn property_names(&self) -> BTreeSet<String> {
        let objects = self.schemas.iter().filter_map(|it| it.get("properties"));
        let objects = objects.filter_map(Value::as_object);
        objects.flat_map(|object| object.keys().cloned()).collect()
    }

    fn enter_property(&mut self, name: &str) -> bool {
        let inner: Vec<&Value> = self
            .schemas
            .iter()
            .filter_map(|it| property_of(it, name))
            .collect();
        self.enter_level(inner)
    }

    fn enter_items(&mut self) -> bool {
        let inner = self.schemas.iter().filter_map(|it| it.get("items"));
        let inner: Vec<&Value> = inner.filter(|it| it.is_object()).collect();
        self.enter_level(inner)
    }

    fn enter_level(&mut self, inner: Vec<&'a Value>) -> bool {
        let is_there = self.is_open || !inner.is_empty();
        self.is_open &= inner.is_empty();
        self.schemas = inner;
        self.expand_branches();
        is_there
    }
}

fn property_of<'a>(schema: &'a Value, name: &str) -> Option<&'a Value> {
    schema.get("properties")?.get(name)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn places_are_found_however_they_are_written() {
        let schema = json!({"type": "object", "properties": {
            "results": {"type": "array", "items": {"allOf": [
                {"properties": {"id": {"type": "integer"}}},
                {"properties": {"a.b": {"type": "string"}, "any": {}}},
            ]}},
            "0": {"type": "string"},
        }});
        let at = |place: &str| FoundPlace::At(place.to_owned());
        let near = |place: &str| FoundPlace::Missing(Some(place.to_owned()));
        for (written, expected) in [
            ("results[].id", at("results[].id")),
            ("results.id", at("results[].id")),
            ("$.results[0].id", at("results[].id")),
            ("/results/0/id", at("results[].id")),
            ("/results/0/a.b", at("results[].a.b")),
            ("$['results'][*]['id']", at("results[].id")),
            ("/0", at("0")),
            ("results[].any.thing", at("results[].any.thing")),
            ("results[].idd", near("results[].id")),
            ("result[].id", near("results")),
            ("results[].id.x", FoundPlace::Missing(None)),
            ("[].id", FoundPlace::Missing(None)),
            ("", at("")),
        ] {
            let found = find_place(written, Some(&schema), &IndexMap::new());
            assert_eq!(found, expected, "{written}");
        }
        let unknown = find_place("/data/0/id", None, &IndexMap::new());
        assert_eq!(unknown, at("data[].id"));
    }
}
