//! Finds the places in valid arguments where the schema has a file, so that references can be read before decoding.

use std::collections::HashSet;

use crate::json::Json;
use crate::schema::instance_path::InstancePath;
use crate::schema::{Keyword, Schema};

/// Shows `visit` every value of a valid `value` in whose place the schema has a file, with its JSON
/// pointer, each once.
pub(crate) fn for_each_file(schema: &Schema, value: &Json, visit: &mut dyn FnMut(String, &Json)) {
    let mut walk = FileWalk {
        visit,
        seen: HashSet::new(),
    };
    walk.visit_value(schema, value, &InstancePath::Root);
}

struct FileWalk<'v> {
    visit: &'v mut dyn FnMut(String, &Json),
    seen: HashSet<String>,
}

impl FileWalk<'_> {
    fn visit_value(&mut self, schema: &Schema, value: &Json, at: &InstancePath<'_>) {
        for keyword in schema.1 {
            self.visit_keyword(keyword, value, at);
        }
    }

    fn visit_keyword(&mut self, keyword: &Keyword, value: &Json, at: &InstancePath<'_>) {
        match (keyword, value) {
            (Keyword::File, _) => self.visit_file(value, at),
            (Keyword::Ref(schema), _) => self.visit_value(schema, value, at),
            (Keyword::Type(schema), _) => self.visit_value(schema(), value, at),
            (Keyword::UnevaluatedProperties(inner) | Keyword::UnevaluatedItems(inner), _) => {
                self.visit_value(inner.beside, value, at)
            }
            (Keyword::AllOf(schemas), _) => {
                schemas
                    .iter()
                    .for_each(|schema| self.visit_value(schema, value, at));
            }
            (Keyword::AnyOf(schemas) | Keyword::OneOf(schemas), _) => schemas
                .iter()
                .filter(|schema| schema.is_valid(value))
                .for_each(|schema| self.visit_value(schema, value, at)),
            (Keyword::Object(properties) | Keyword::ClosedObject(properties), Json::Object(_)) => {
                for property in *properties {
                    self.visit_member(property.schema(), property.name(), value, at);
                }
            }
            (Keyword::Members(all), Json::Object(members)) => {
                for property in all.properties {
                    self.visit_member(property.schema(), property.name(), value, at);
                }
                let named = |name: &str| all.properties.iter().any(|known| known.name() == name);
                for name in members.keys().filter(|name| !named(name)) {
                    self.visit_member(all.additional, name, value, at);
                }
            }
            (Keyword::Map(schema), Json::Object(members)) => {
                members
                    .keys()
                    .for_each(|name| self.visit_member(schema, name, value, at));
            }
            (Keyword::Items(schema), Json::Array(items)) => {
                for (index, item) in items.iter().enumerate() {
                    self.visit_value(schema, item, &InstancePath::Index(at, index));
                }
            }
            (Keyword::PrefixItems(schemas), Json::Array(items)) => {
                for (index, (schema, item)) in schemas.iter().zip(items).enumerate() {
                    self.visit_value(schema, item, &InstancePath::Index(at, index));
                }
            }
            (Keyword::ItemsAfter(first, schema), Json::Array(items)) => {
                for (index, item) in items.iter().enumerate().skip(*first) {
                    self.visit_value(schema, item, &InstancePath::Index(at, index));
                }
            }
            _ => {}
        }
    }

    fn visit_member(&mut self, schema: &Schema, name: &str, object: &Json, at: &InstancePath<'_>) {
        if let Some(value) = object.get(name) {
            self.visit_value(schema, value, &InstancePath::Key(at, name));
        }
    }

    fn visit_file(&mut self, value: &Json, at: &InstancePath<'_>) {
        let pointer = at.to_pointer();
        if self.seen.insert(pointer.clone()) {
            (self.visit)(pointer, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schema::{Optional, Required, Types};

    #[test]
    fn files_are_found_where_the_schema_has_them() {
        static BODY: Schema = Schema(
            Types::OBJECT,
            &[Keyword::Object(&[
                Required("photo", Schema::FILE),
                Optional("name", Schema::STRING),
                Optional("all", Schema::FILES),
                Optional(
                    "parts",
                    &Schema(
                        Types::ARRAY,
                        &[
                            Keyword::PrefixItems(&[Schema::STRING, Schema::FILE]),
                            Keyword::ItemsAfter(2, Schema::FILE),
                        ],
                    ),
                ),
                Optional(
                    "maybe",
                    &Schema(
                        Types::ANY,
                        &[Keyword::AnyOf(&[
                            Schema::FILE,
                            Schema::NULL,
                            Schema::NULLABLE_FILE,
                        ])],
                    ),
                ),
            ])],
        );
        static SCHEMA: Schema = Schema(
            Types::OBJECT,
            &[Keyword::ClosedObject(&[Optional("a/b", &BODY)])],
        );
        let body = json!({"photo": "p", "name": "n", "all": ["x", "y"], "maybe": "m", "parts": ["t", "p", "q"]});
        let mut found = Vec::new();
        for_each_file(&SCHEMA, &json!({"a/b": body}), &mut |pointer, value| {
            found.push(format!("{pointer}={value}"));
        });
        assert_eq!(
            found,
            [
                "/a~1b/photo=\"p\"",
                "/a~1b/all/0=\"x\"",
                "/a~1b/all/1=\"y\"",
                "/a~1b/parts/1=\"p\"",
                "/a~1b/parts/2=\"q\"",
                "/a~1b/maybe=\"m\"",
            ]
        );
    }
}
