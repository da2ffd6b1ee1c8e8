use indexmap::IndexMap;
use serde_json::Value;

use super::{PartPlan, TextPlan};
use crate::model::{Api, Definition};
use crate::schema::keyword::{Holds, Object, children, holds, reference};

/// The faithful text of every input, and of the definitions that they reach.
pub(super) fn plan(api: &Api) -> (Vec<TextPlan>, IndexMap<String, Vec<PartPlan>>) {
    let mut used = vec![false; api.definitions.len()];
    let plans = api
        .operations
        .iter()
        .map(|operation| {
            let reached = closure(&operation.input, &api.definitions);
            let definitions = reached
                .iter()
                .filter_map(|index| Some(api.definitions.get_index(*index)?.0.clone()))
                .collect();
            for index in reached {
                if let Some(used) = used.get_mut(index) {
                    *used = true;
                }
            }
            TextPlan {
                parts: vec![text(&operation.input)],
                definitions,
            }
        })
        .collect();
    let definitions = api
        .definitions
        .iter()
        .zip(used)
        .filter(|(_, used)| *used)
        .map(|((key, definition), _)| (key.clone(), vec![text(&definition.schema)]))
        .collect();
    (plans, definitions)
}

/// Indices of the definitions that a schema reaches, in the order of the definitions.
fn closure(schema: &Value, definitions: &IndexMap<String, Definition>) -> Vec<usize> {
    let mut reached = vec![false; definitions.len()];
    let mut open = vec![schema];
    while let Some(schema) = open.pop() {
        if let Some((index, _, definition)) =
            reference(schema).and_then(|key| definitions.get_full(key))
            && let Some(known) = reached.get_mut(index)
            && !std::mem::replace(known, true)
        {
            open.push(&definition.schema);
        }
        open.extend(children(schema));
    }
    (0..reached.len()).filter(|index| reached[*index]).collect()
}

fn text(schema: &Value) -> PartPlan {
    PartPlan::Text(cleaned(schema).to_string())
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
