//! The schemas of inputs as the spec has them, for clients that understand all of JSON Schema.
//! Takes definitions and operations, and gives each schema with the definitions that it reaches,
//! without what is OpenAPI's own. Simplified forms for other clients are made elsewhere.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use serde_json::Value;

use crate::model::{Api, Definition};
use crate::schema::enum_descriptions;
use crate::schema::keyword::{
    KeywordContent, Object, child_schemas, keyword_content, referenced_key,
};

/// Which definitions every definition names itself.
pub(super) struct Reach<'a> {
    definitions: &'a IndexMap<String, Definition>,
    direct: Vec<BTreeSet<usize>>,
}

impl<'a> Reach<'a> {
    pub(super) fn new(definitions: &'a IndexMap<String, Definition>) -> Self {
        let direct = definitions
            .values()
            .map(|definition| referenced_definitions(&definition.schema, definitions))
            .collect();
        Self {
            definitions,
            direct,
        }
    }

    /// The definitions that some input reaches, without what is no JSON Schema.
    pub(super) fn definitions(&self, api: &Api) -> IndexMap<String, Value> {
        let start = api
            .operations
            .iter()
            .flat_map(|operation| referenced_definitions(&operation.input, self.definitions))
            .collect();
        self.closure(start)
            .map(|(key, definition)| (key.clone(), self.cleaned(&definition.schema)))
            .collect()
    }

    /// The schema without what is no JSON Schema.
    pub(super) fn cleaned(&self, schema: &Value) -> Value {
        let told = enum_descriptions::describe_enum_values(schema, self.definitions);
        let Some(object) = told.as_object() else {
            return schema.clone();
        };
        let mut clean = Object::new();
        for (keyword, value) in object {
            if is_foreign(keyword) {
                continue;
            }
            let value = match (keyword_content(keyword), value) {
                (KeywordContent::Schema, schema) => self.cleaned(schema),
                (KeywordContent::List, Value::Array(list)) => {
                    list.iter().map(|schema| self.cleaned(schema)).collect()
                }
                (KeywordContent::Map, Value::Object(map)) => map
                    .iter()
                    .map(|(name, schema)| (name.clone(), self.cleaned(schema)))
                    .collect::<Object>()
                    .into(),
                (_, value) => value.clone(),
            };
            clean.insert(keyword.clone(), value);
        }
        Value::Object(clean)
    }

    /// Keys of the definitions that a schema reaches, in the order of the definitions.
    pub(super) fn keys(&self, schema: &Value) -> Vec<String> {
        self.closure(referenced_definitions(schema, self.definitions))
            .map(|(key, _)| key.clone())
            .collect()
    }

    fn closure(&self, start: BTreeSet<usize>) -> impl Iterator<Item = (&String, &Definition)> {
        let mut open: Vec<usize> = start.iter().copied().collect();
        let mut reached = start;
        while let Some(next) = open.pop() {
            for inner in self.direct.get(next).into_iter().flatten() {
                if reached.insert(*inner) {
                    open.push(*inner);
                }
            }
        }
        reached
            .into_iter()
            .filter_map(|index| self.definitions.get_index(index))
    }
}

/// The definitions that a schema names itself.
fn referenced_definitions(
    schema: &Value,
    definitions: &IndexMap<String, Definition>,
) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut open = vec![schema];
    while let Some(schema) = open.pop() {
        // An index sorts as the definitions do, so output does not depend on the order of the
        // search.
        found.extend(referenced_key(schema).and_then(|key| definitions.get_index_of(key)));
        open.extend(child_schemas(schema));
    }
    found
}

fn is_foreign(keyword: &str) -> bool {
    keyword.starts_with("x-")
        || matches!(
            keyword,
            "xml" | "externalDocs" | "discriminator" | "$schema" | "$id" | "$comment" | "$defs"
        )
}
