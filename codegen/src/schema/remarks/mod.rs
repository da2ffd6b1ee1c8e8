//! What is to be said of schemas that only shows when references are followed.

mod contradictions;
mod defaults;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use serde_json::Value;

use super::keyword::{Holds, Object, holds};
use super::resolve::Definitions;
use crate::schema::Schemas;
use crate::source::pointer;

/// The remarks on all schemas of a spec, each with the pointer of its place.
pub(crate) fn remarks(schemas: &Schemas) -> Vec<(String, String)> {
    let mut walk = Walk {
        definitions: &schemas.definitions,
        said: HashSet::new(),
        remarks: Vec::new(),
    };
    for schema in schemas.definitions.values().chain(&schemas.lifted) {
        walk.schema(&schema.value, &schema.pointer);
    }
    walk.remarks
}

struct Walk<'a> {
    definitions: &'a dyn Definitions,
    /// A schema that others refer to is also read where it stands.
    said: HashSet<String>,
    remarks: Vec<(String, String)>,
}

impl Walk<'_> {
    fn schema(&mut self, schema: &Value, place: &str) {
        let Some(object) = schema.as_object() else {
            return;
        };
        self.say(place, "default", defaults::of(object, self.definitions));
        self.say(place, "allOf", contradictions::of(object, self.definitions));
        for (keyword, value) in object {
            self.held(keyword, value, place);
        }
    }

    fn held(&mut self, keyword: &str, value: &Value, place: &str) {
        match (holds(keyword), value) {
            (Holds::Schema, schema) => self.schema(schema, &pointer::join(place, keyword)),
            (Holds::List, Value::Array(list)) => {
                let place = pointer::join(place, keyword);
                for (index, schema) in list.iter().enumerate() {
                    self.schema(schema, &pointer::join_index(&place, index));
                }
            }
            (Holds::Map, Value::Object(map)) => {
                let place = pointer::join(place, keyword);
                for (name, schema) in map {
                    self.schema(schema, &pointer::join(&place, name));
                }
            }
            _ => {}
        }
    }

    fn say(&mut self, place: &str, keyword: &str, remark: Option<String>) {
        if let Some(remark) = remark {
            let place = pointer::join(place, keyword);
            if self.said.insert(place.clone()) {
                self.remarks.push((place, remark));
            }
        }
    }
}

/// The keywords of a schema one by one, each with those that it cannot be judged without.
fn one_by_one(object: &Object) -> impl Iterator<Item = (&str, Value)> {
    const TOGETHER: [&str; 4] = ["properties", "patternProperties", "prefixItems", "type"];
    object.iter().map(|(keyword, value)| {
        let mut alone = Object::new();
        alone.insert(keyword.clone(), value.clone());
        if matches!(keyword.as_str(), "additionalProperties" | "items") {
            for with in TOGETHER {
                if let Some(value) = object.get(with) {
                    alone.insert(with.to_owned(), value.clone());
                }
            }
        }
        (keyword.as_str(), Value::Object(alone))
    })
}
