//! Descriptions that a list of tools gives once: each is a text of the section `descriptions`, and a reference in its places.
//! A reference names the property that it stands at, `#/descriptions/1f3a/owner`, for tools that are listed later point to it.

use std::collections::BTreeMap;
use std::hash::Hasher as _;

use fnv::FnvHasher;
use serde_json::Value;

use super::layout::Layout;
use crate::interned::{Id, Interner};
use crate::schema::keyword::{KeywordContent, keyword_content};
use crate::schema_texts::{AmbiguousProperties, SharedDescriptions, inner_property};

/// The section, while schemas are added.
pub(super) struct DescriptionSection<'a> {
    shared: &'a SharedDescriptions,
    /// The texts by the names of their content.
    texts: BTreeMap<String, String>,
}

impl<'a> DescriptionSection<'a> {
    pub(super) fn new(shared: &'a SharedDescriptions) -> Self {
        Self {
            shared,
            texts: BTreeMap::new(),
        }
    }

    /// Adds the client schema of a tool, with references in the places of shared descriptions.
    pub(super) fn intern_client_schema(&mut self, schema: &Value, interner: &mut Interner) -> Id {
        let ambiguous = AmbiguousProperties::find_in(schema);
        self.intern_schema(schema, "", &ambiguous, interner)
    }

    fn intern_schema(
        &mut self,
        schema: &Value,
        property: &str,
        ambiguous: &AmbiguousProperties,
        interner: &mut Interner,
    ) -> Id {
        let Value::Object(members) = schema else {
            return interner.intern(schema);
        };
        let members = members.iter().map(|(keyword, value)| {
            let inner = match (keyword_content(keyword), value) {
                (KeywordContent::Schema, schema) => {
                    self.intern_schema(schema, property, ambiguous, interner)
                }
                (KeywordContent::List, Value::Array(schemas)) => {
                    let schemas = schemas.iter();
                    let schemas = schemas
                        .map(|schema| self.intern_schema(schema, property, ambiguous, interner));
                    let schemas = schemas.collect();
                    interner.intern_array(schemas)
                }
                (KeywordContent::Map, Value::Object(schemas)) => {
                    let schemas = schemas.iter().map(|(name, schema)| {
                        let property = inner_property(keyword, name, property);
                        let schema = self.intern_schema(schema, property, ambiguous, interner);
                        (interner.intern_text(name), schema)
                    });
                    let schemas = schemas.collect();
                    interner.intern_members(schemas)
                }
                (KeywordContent::Data, Value::String(text))
                    if keyword == "description"
                        && self.shared.is_shared(property, text, ambiguous) =>
                {
                    match self.add_text(text) {
                        Some(name) => {
                            interner.intern_reference(&format!("#/descriptions/{name}/{property}"))
                        }
                        None => interner.intern(value),
                    }
                }
                _ => return interner.intern_member(keyword, value),
            };
            (interner.intern_text(keyword), inner)
        });
        let members = members.collect();
        interner.intern_members(members)
    }

    /// The name of a text, or `None` if another text has the name.
    fn add_text(&mut self, text: &str) -> Option<String> {
        let mut hasher = FnvHasher::default();
        hasher.write(text.as_bytes());
        let name = format!("{:x}", hasher.finish());
        let known = self.texts.entry(name.clone());
        (known.or_insert_with(|| text.to_owned()) == text).then_some(name)
    }

    /// The section, unless it is empty.
    pub(super) fn into_layout(self, interner: &mut Interner) -> Option<(String, Layout)> {
        let texts = self.texts.into_iter();
        let texts = texts.map(|(name, text)| (name, Layout::Value(interner.intern_text(&text))));
        let texts: Vec<_> = texts.collect();
        (!texts.is_empty()).then(|| ("descriptions".to_owned(), Layout::Object(texts)))
    }
}
