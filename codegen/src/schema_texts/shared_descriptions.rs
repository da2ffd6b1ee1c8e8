//! Which descriptions a list of tools repeats, and what it shows in their places. A description is known by its property and its
//! text. This module takes client schemas one by one; the runtime does the same with the references that the
//! document has, because only a server knows which tools it serves.

use std::collections::{HashMap, HashSet};

use serde_json::Value;
use toolwright_inspect::point_to_description;

use crate::interned::json_string;
use crate::schema::keyword::{KeywordContent, keyword_content};

/// A shorter text is hardly longer than what points to it.
const SHORTEST: usize = 40;

/// The descriptions that a list repeats.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SharedDescriptions {
    texts: HashSet<String>,
}

impl SharedDescriptions {
    /// Finds them in the client schemas of all tools.
    pub(crate) fn find_repeated(schemas: impl IntoIterator<Item = Value>) -> Self {
        let mut counts: HashMap<String, usize> = HashMap::new();
        for schema in schemas {
            let ambiguous = AmbiguousProperties::find_in(&schema);
            visit_descriptions(&schema, "", &mut |property, text| {
                if text.len() >= SHORTEST && ambiguous.can_point_to(property) {
                    *counts.entry(text.to_owned()).or_default() += 1;
                }
            });
        }
        counts.retain(|_, count| *count > 1);
        Self {
            texts: counts.into_keys().collect(),
        }
    }

    /// Whether nothing is repeated, or lists repeat all.
    pub(crate) fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Whether a list without repetitions may give this description elsewhere.
    pub(crate) fn is_shared(
        &self,
        property: &str,
        text: &str,
        ambiguous: &AmbiguousProperties,
    ) -> bool {
        self.texts.contains(text) && ambiguous.can_point_to(property)
    }
}

/// The properties of one tool that have several descriptions: nothing can point to one of them.
#[derive(Debug, Default)]
pub(crate) struct AmbiguousProperties(HashSet<String>);

impl AmbiguousProperties {
    pub(crate) fn find_in(schema: &Value) -> Self {
        let mut first: HashMap<String, String> = HashMap::new();
        let mut ambiguous = HashSet::new();
        visit_descriptions(
            schema,
            "",
            &mut |property, text| match first.get(property) {
                None => drop(first.insert(property.to_owned(), text.to_owned())),
                Some(known) if known != text => drop(ambiguous.insert(property.to_owned())),
                Some(_) => {}
            },
        );
        Self(ambiguous)
    }

    /// Whether the name of the property says which description is meant. It is a part of a reference, where some characters
    /// mean something.
    fn can_point_to(&self, property: &str) -> bool {
        let is_plain = |it: char| it.is_ascii_alphanumeric() || "_-.$[]".contains(it);
        !property.is_empty() && property.chars().all(is_plain) && !self.0.contains(property)
    }
}

/// A list while it is written: what it has given so far.
#[derive(Debug)]
pub(crate) struct ListedDescriptions<'a> {
    shared: &'a SharedDescriptions,
    /// The tool and the property where each was given.
    given: HashMap<String, (String, String)>,
}

impl<'a> ListedDescriptions<'a> {
    pub(crate) fn new(shared: &'a SharedDescriptions) -> Self {
        Self {
            shared,
            given: HashMap::new(),
        }
    }

    /// Replaces descriptions of the next tool's client schema that the list has given before.
    pub(crate) fn replace_repeated(&mut self, tool: &str, schema: &mut Value) {
        let ambiguous = AmbiguousProperties::find_in(schema);
        replace_descriptions(schema, "", &mut |property, text| {
            if !self.shared.is_shared(property, text, &ambiguous) {
                return None;
            }
            let Some((home, given_at)) = self.given.get(text) else {
                let home = (tool.to_owned(), property.to_owned());
                self.given.insert(text.to_owned(), home);
                return None;
            };
            let pointer = point_to_description(given_at, (home != tool).then_some(home));
            (pointer.len() + 2 < json_string(text).len()).then_some(pointer)
        });
    }
}

/// Visits the descriptions of properties, each with the name of the nearest property around it; none if there is no such
/// property.
fn visit_descriptions<'a>(
    schema: &'a Value,
    property: &'a str,
    visit: &mut impl FnMut(&'a str, &'a str),
) {
    let Value::Object(members) = schema else {
        return;
    };
    for (keyword, value) in members {
        match (keyword_content(keyword), value) {
            (KeywordContent::Schema, schema) => visit_descriptions(schema, property, visit),
            (KeywordContent::List, Value::Array(items)) => items
                .iter()
                .for_each(|item| visit_descriptions(item, property, visit)),
            (KeywordContent::Map, Value::Object(schemas)) => {
                for (name, schema) in schemas {
                    visit_descriptions(schema, inner_property(keyword, name, property), visit);
                }
            }
            (KeywordContent::Data, Value::String(text)) if keyword == "description" => {
                visit(property, text);
            }
            _ => {}
        }
    }
}

fn replace_descriptions(
    schema: &mut Value,
    property: &str,
    replacement: &mut impl FnMut(&str, &str) -> Option<String>,
) {
    let Value::Object(members) = schema else {
        return;
    };
    for (keyword, value) in members {
        match (keyword_content(keyword), value) {
            (KeywordContent::Schema, schema) => {
                replace_descriptions(schema, property, replacement);
            }
            (KeywordContent::List, Value::Array(items)) => items
                .iter_mut()
                .for_each(|item| replace_descriptions(item, property, replacement)),
            (KeywordContent::Map, Value::Object(schemas)) => {
                for (name, schema) in schemas {
                    let property = inner_property(keyword, name, property);
                    replace_descriptions(schema, property, replacement);
                }
            }
            (KeywordContent::Data, Value::String(text)) if keyword == "description" => {
                if let Some(other) = replacement(property, text) {
                    *text = other;
                }
            }
            _ => {}
        }
    }
}

/// The property that a schema is of which a keyword has under that name.
pub(crate) fn inner_property<'a>(keyword: &str, name: &'a str, around: &'a str) -> &'a str {
    match keyword {
        "properties" => name,
        _ => around,
    }
}
