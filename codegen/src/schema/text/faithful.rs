use std::collections::BTreeSet;

use indexmap::IndexMap;
use serde_json::Value;

use crate::model::{Api, Definition};
use crate::schema::keyword::{Holds, Object, children, holds, reference};

/// The definitions that some input reaches.
pub(super) fn definitions(api: &Api) -> IndexMap<String, Value> {
    let inputs = api.operations.iter().map(|operation| &operation.input);
    reached(inputs, &api.definitions)
        .map(|(key, definition)| (key.clone(), cleaned(&definition.schema)))
        .collect()
}

/// Keys of the definitions that a schema reaches, in the order of the definitions.
pub(super) fn closure(schema: &Value, definitions: &IndexMap<String, Definition>) -> Vec<String> {
    reached(std::iter::once(schema), definitions)
        .map(|(key, _)| key.clone())
        .collect()
}

fn reached<'a>(
    roots: impl Iterator<Item = &'a Value>,
    definitions: &'a IndexMap<String, Definition>,
) -> impl Iterator<Item = (&'a String, &'a Definition)> {
    let mut reached: BTreeSet<usize> = BTreeSet::new();
    let mut open: Vec<&Value> = roots.collect();
    while let Some(schema) = open.pop() {
        if let Some((index, _, definition)) =
            reference(schema).and_then(|key| definitions.get_full(key))
            && reached.insert(index)
        {
            open.push(&definition.schema);
        }
        open.extend(children(schema));
    }
    reached
        .into_iter()
        .filter_map(|index| definitions.get_index(index))
}

/// The schema without what is no JSON Schema.
pub(super) fn cleaned(schema: &Value) -> Value {
    let Some(object) = schema.as_object() else {
        return schema.clone();
    };
    let mut clean = Object::new();
    for (keyword, value) in object {
        if is_foreign(keyword) {
            continue;
        }
        let value = match (holds(keyword), value) {
            (Holds::Schema, schema) => cleaned(schema),
            (Holds::List, Value::Array(list)) => list.iter().map(cleaned).collect(),
            (Holds::Map, Value::Object(map)) => map
                .iter()
                .map(|(name, schema)| (name.clone(), cleaned(schema)))
                .collect::<Object>()
                .into(),
            (_, value) => value.clone(),
        };
        clean.insert(keyword.clone(), value);
    }
    Value::Object(clean)
}

fn is_foreign(keyword: &str) -> bool {
    keyword.starts_with("x-")
        || matches!(
            keyword,
            "xml" | "externalDocs" | "discriminator" | "$schema" | "$id" | "$comment" | "$defs"
        )
}
