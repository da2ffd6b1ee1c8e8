//! What responses have otherwise than requests: properties that are `readOnly` or `writeOnly`.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use crate::normalize::{Schema, Schemas};
use crate::schema::keyword::{children, held_mut, reference};

/// The lifted schemas of responses, and the definitions that they have otherwise than requests, which
/// those refer to under keys of their own.
pub(super) fn of_responses(requests: &Schemas, responses: &Schemas) -> Schemas {
    let keys = keys(requests, responses);
    let forked = |schema: &Schema| {
        let mut value = schema.value.clone();
        rewrite(&mut value, &keys);
        Schema {
            pointer: schema.pointer.clone(),
            value,
        }
    };
    let definitions = responses.definitions.iter();
    Schemas {
        definitions: definitions
            .filter_map(|(key, schema)| Some((keys.get(key)?.clone(), forked(schema))))
            .collect(),
        lifted: responses.lifted.iter().map(forked).collect(),
    }
}

/// New keys for the definitions that are not the same in both, or refer to such.
fn keys(requests: &Schemas, responses: &Schemas) -> HashMap<String, String> {
    let mut users: HashMap<&str, Vec<&str>> = HashMap::new();
    let mut open: Vec<&str> = Vec::new();
    for (key, schema) in &responses.definitions {
        let mut referred = Vec::new();
        references(&schema.value, &mut referred);
        for target in referred {
            users.entry(target).or_default().push(key);
        }
        let requested = requests.definitions.get(key);
        if requested.is_none_or(|requested| requested.value != schema.value) {
            open.push(key);
        }
    }
    let mut other: HashSet<&str> = HashSet::new();
    while let Some(key) = open.pop() {
        if other.insert(key) {
            open.extend(users.get(key).into_iter().flatten());
        }
    }
    let taken = |key: &str| requests.definitions.contains_key(key);
    let keys = responses.definitions.keys();
    keys.filter(|key| other.contains(key.as_str()))
        .map(|key| {
            let mut new = format!("{key}_response");
            while taken(&new) {
                new.push('_');
            }
            (key.clone(), new)
        })
        .collect()
}

fn references<'s>(schema: &'s Value, found: &mut Vec<&'s str>) {
    found.extend(reference(schema));
    for inner in children(schema) {
        references(inner, found);
    }
}

fn rewrite(schema: &mut Value, keys: &HashMap<String, String>) {
    let new = reference(schema).and_then(|key| keys.get(key));
    let new = new.map(|key| format!("#/$defs/{key}"));
    let Value::Object(object) = schema else {
        return;
    };
    if let Some(new) = new {
        object.insert("$ref".to_owned(), new.into());
    }
    // It tells request types apart, and its mapping refers to their definitions.
    if object.contains_key("discriminator") && !keys.is_empty() {
        object.shift_remove("discriminator");
    }
    for (keyword, value) in object.iter_mut() {
        for inner in held_mut(keyword, value) {
            rewrite(inner, keys);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schema::direction::{for_requests, for_responses};

    #[test]
    fn what_is_the_same_is_shared() {
        let schema = |value: Value| Schema {
            pointer: String::new(),
            value,
        };
        let pet = json!({"type": "object", "required": ["id", "secret"], "properties": {
            "id": {"type": "integer", "readOnly": true},
            "secret": {"type": "string", "writeOnly": true},
            "tag": {"$ref": "#/$defs/Tag"},
        }});
        let definitions = [
            ("Tag", json!({"type": "string"})),
            ("Pet", pet),
            (
                "Pets",
                json!({"type": "array", "items": {"$ref": "#/$defs/Pet"}}),
            ),
            ("Pet_response", json!({"type": "null"})),
        ];
        let schemas = Schemas {
            definitions: definitions
                .into_iter()
                .map(|(key, value)| (key.to_owned(), schema(value)))
                .collect(),
            lifted: vec![schema(json!({"$ref": "#/$defs/Pets"}))],
        };
        let forked = of_responses(&for_requests(&schemas), &for_responses(&schemas));
        assert_eq!(
            forked.lifted[0].value,
            json!({"$ref": "#/$defs/Pets_response"})
        );
        let keys: Vec<&String> = forked.definitions.keys().collect();
        assert_eq!(keys, ["Pet_response_", "Pets_response"]);
        assert_eq!(
            forked.definitions["Pets_response"].value["items"],
            json!({"$ref": "#/$defs/Pet_response_"})
        );
        assert_eq!(
            forked.definitions["Pet_response_"].value,
            json!({"type": "object", "required": ["id"], "properties": {
                "id": {"type": "integer", "readOnly": true},
                "tag": {"$ref": "#/$defs/Tag"},
            }})
        );
    }
}
