//! A walk over all subschemas of a tool's input schema, with the pointer, the property name and the
//! nesting depth of each. The rules look at one node at a time and need no recursion of their own.

use serde_json::Value;

use crate::schema::keyword::{KeywordContent, Object, declared_types, keyword_content};
use crate::source::pointer::join;

/// A schema within a tool's schema.
pub(super) struct Node<'a> {
    pub(super) pointer: String,
    pub(super) schema: &'a Object,
    /// Its name, where it is a property.
    pub(super) property: Option<&'a str>,
    /// How many objects it is in, itself among them.
    pub(super) depth: usize,
}

impl<'a> Node<'a> {
    /// The schema itself and all within it, each after the one it is in.
    pub(super) fn collect_nodes(schema: &'a Value) -> Vec<Self> {
        let mut found: Vec<Self> = Self::new(String::new(), schema, None, 0)
            .into_iter()
            .collect();
        let mut next = 0;
        // One growing list instead of recursion, so that the depth of a schema costs no stack.
        while let Some(node) = found.get(next) {
            let inner = node.child_nodes();
            found.extend(inner);
            next += 1;
        }
        found
    }

    fn new(
        pointer: String,
        schema: &'a Value,
        property: Option<&'a str>,
        above: usize,
    ) -> Option<Self> {
        let schema = schema.as_object()?;
        Some(Self {
            pointer,
            schema,
            property,
            // OpenAI counts levels of objects, so arrays and compositions in between add nothing.
            depth: above + usize::from(declared_types(schema).contains(&"object")),
        })
    }

    fn child_nodes(&self) -> Vec<Self> {
        let mut found = Vec::new();
        for (keyword, value) in self.schema {
            let at = format!("{}/{keyword}", self.pointer);
            let named = (keyword == "properties").then_some(());
            match (keyword_content(keyword), value) {
                (KeywordContent::Schema, schema) => {
                    found.extend(Self::new(at, schema, None, self.depth))
                }
                (KeywordContent::List, Value::Array(list)) => {
                    found.extend(list.iter().enumerate().filter_map(|(index, schema)| {
                        Self::new(format!("{at}/{index}"), schema, None, self.depth)
                    }));
                }
                (KeywordContent::Map, Value::Object(map)) => {
                    found.extend(map.iter().filter_map(|(name, schema)| {
                        let at = join(&at, name);
                        let property = named.map(|()| name.as_str());
                        Self::new(at, schema, property, self.depth)
                    }));
                }
                _ => {}
            }
        }
        found
    }
}
