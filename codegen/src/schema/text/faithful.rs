use std::collections::BTreeSet;

use indexmap::IndexMap;
use serde_json::Value;

use super::share::{Piece, Pieces};
use crate::model::{Api, Definition};
use crate::schema::keyword::{Holds, Object, children, holds, reference};

/// The definitions that some input reaches.
pub(super) fn definitions(api: &Api) -> IndexMap<String, Pieces> {
    let inputs = api.operations.iter().map(|operation| &operation.input);
    reached(inputs, &api.definitions)
        .map(|(key, definition)| (key.clone(), pieces(&definition.schema)))
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

/// The text of a schema, its properties apart.
pub(super) fn pieces(schema: &Value) -> Pieces {
    let clean = cleaned(schema);
    let Some(object) = clean.as_object() else {
        return vec![Piece::Text(clean.to_string())];
    };
    let mut pieces = Vec::new();
    pieces.push(Piece::Text("{".to_owned()));
    for (index, (keyword, value)) in object.iter().enumerate() {
        let comma = if index > 0 { "," } else { "" };
        pieces.push(Piece::Text(format!(
            "{comma}{}:",
            Value::from(keyword.as_str())
        )));
        match value {
            Value::Object(properties) if keyword == "properties" => {
                pieces.push(Piece::Text("{".to_owned()));
                for (index, (name, property)) in properties.iter().enumerate() {
                    let comma = if index > 0 { "," } else { "" };
                    pieces.push(Piece::Text(format!(
                        "{comma}{}:",
                        Value::from(name.as_str())
                    )));
                    pieces.push(Piece::Property(name.clone(), property.to_string()));
                }
                pieces.push(Piece::Text("}".to_owned()));
            }
            value => pieces.push(Piece::Text(value.to_string())),
        }
    }
    pieces.push(Piece::Text("}".to_owned()));
    pieces
}

/// The schema without what is no JSON Schema.
fn cleaned(schema: &Value) -> Value {
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
