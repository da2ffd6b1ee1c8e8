//! What is to be said of schemas that only shows when references are followed.

mod all_of_contradictions;
mod invalid_defaults;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use serde_json::Value;

use super::keyword::{KeywordContent, Object, keyword_content};
use super::resolve_reference::DefinitionLookup;
use crate::schema::Schemas;
use crate::source::pointer;

/// The remarks on all schemas of a spec, each with the pointer of its place.
pub(crate) fn collect_schema_remarks(schemas: &Schemas) -> Vec<(String, String)> {
    let mut walk = RemarkCollector {
        definitions: &schemas.definitions,
        reported: HashSet::new(),
        remarks: Vec::new(),
    };
    for schema in schemas.definitions.values().chain(&schemas.lifted) {
        walk.visit_schema(&schema.value, &schema.pointer);
    }
    walk.remarks
}

struct RemarkCollector<'a> {
    definitions: &'a dyn DefinitionLookup,
    /// A schema that others refer to is also read where it stands.
    reported: HashSet<String>,
    remarks: Vec<(String, String)>,
}

impl RemarkCollector<'_> {
    fn visit_schema(&mut self, schema: &Value, place: &str) {
        let Some(object) = schema.as_object() else {
            return;
        };
        self.add_remark(
            place,
            "default",
            invalid_defaults::find_invalid_default(object, self.definitions),
        );
        self.add_remark(
            place,
            "allOf",
            all_of_contradictions::find_contradiction(object, self.definitions),
        );
        for (keyword, value) in object {
            self.visit_keyword(keyword, value, place);
        }
    }

    fn visit_keyword(&mut self, keyword: &str, value: &Value, place: &str) {
        match (keyword_content(keyword), value) {
            (KeywordContent::Schema, schema) => {
                self.visit_schema(schema, &pointer::join(place, keyword))
            }
            (KeywordContent::List, Value::Array(list)) => {
                let place = pointer::join(place, keyword);
                for (index, schema) in list.iter().enumerate() {
                    self.visit_schema(schema, &pointer::join_index(&place, index));
                }
            }
            (KeywordContent::Map, Value::Object(map)) => {
                let place = pointer::join(place, keyword);
                for (name, schema) in map {
                    self.visit_schema(schema, &pointer::join(&place, name));
                }
            }
            _ => {}
        }
    }

    fn add_remark(&mut self, place: &str, keyword: &str, remark: Option<String>) {
        if let Some(remark) = remark {
            let place = pointer::join(place, keyword);
            if self.reported.insert(place.clone()) {
                self.remarks.push((place, remark));
            }
        }
    }
}

/// The keywords of a schema one by one, each with those that it cannot be judged without.
fn isolate_keywords(object: &Object) -> impl Iterator<Item = (&str, Value)> {
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
