//! Makes an example of an object schema: the declared properties, then names that other keywords ask for
//! (`required`, `dependentRequired`, `minProperties`). It knows nothing of the other types of values.

use serde_json::{Value, json};
use toolwright_inspect::generate_match;

use super::{DEPTH, ExampleBuilder, regex_match};
use crate::schema::keyword::{Object, string_list};

impl ExampleBuilder<'_> {
    /// All properties as long as there is room, or those that are required.
    pub(super) fn make_object(
        &mut self,
        schema: &Value,
        object: &Object,
        depth: usize,
    ) -> Option<Value> {
        // An example with everything tells most. It may break a rule across properties, such as a
        // `oneOf`, that the smaller one keeps.
        let full = self.make_properties(object, depth, true);
        if let Some(full) = full
            && self.satisfies_schema(&full, schema)
        {
            return Some(full);
        }
        self.make_properties(object, depth, false)
    }

    fn make_properties(&mut self, object: &Object, depth: usize, optional: bool) -> Option<Value> {
        let mut made = Object::new();
        let required = string_list(object, "required");
        let most = object.get("maxProperties").and_then(Value::as_u64);
        let declared = object.get("properties").and_then(Value::as_object);
        for (name, schema) in declared.into_iter().flatten() {
            let needed = required.contains(&name.as_str());
            let filled = made.len() + required.len();
            // Room is kept for required properties that come later in the schema.
            let spare = optional
                && self.room > 0
                && depth < DEPTH
                && most.is_none_or(|most| (filled as u64) < most);
            if !needed && !spare {
                continue;
            }
            match self.make_value(schema, depth + 1, 0) {
                Some(value) => {
                    made.insert(name.clone(), value);
                }
                None if needed => return None,
                None => {}
            }
        }
        for name in required {
            if !made.contains_key(name) {
                let value = self.make_undeclared_property(object, name, depth)?;
                made.insert(name.to_owned(), value);
            }
        }
        // Each round adds a name, and only names of the schema are ever missing, so the loop ends.
        while let Some(name) = missing_dependent_name(object, &made) {
            let value = match declared.and_then(|all| all.get(name)) {
                Some(schema) => self.make_value(schema, depth + 1, 0)?,
                None => self.make_undeclared_property(object, name, depth)?,
            };
            made.insert(name.to_owned(), value);
        }
        let least = object
            .get("minProperties")
            .and_then(Value::as_u64)
            .unwrap_or(0)
            // A spec may ask for millions.
            .min(50) as usize;
        let sample = usize::from(made.is_empty() && optional && depth < DEPTH && self.room > 0);
        self.add_made_up_properties(object, least.max(sample), least, depth, &mut made)?;
        Some(Value::Object(made))
    }

    /// A property that `properties` does not name.
    fn make_undeclared_property(
        &mut self,
        object: &Object,
        name: &str,
        depth: usize,
    ) -> Option<Value> {
        let patterns = object.get("patternProperties").and_then(Value::as_object);
        let schema = patterns
            .into_iter()
            .flatten()
            .find(|(source, _)| regex_match::matches_pattern(source, name))
            .map(|(_, schema)| schema)
            .or_else(|| object.get("additionalProperties"));
        match schema {
            None | Some(Value::Bool(true)) => Some(json!("string")),
            Some(schema) => self.make_value(schema, depth + 1, 0),
        }
    }

    /// Adds properties with made-up names until there are `wanted`; `least` of them must be.
    fn add_made_up_properties(
        &mut self,
        object: &Object,
        wanted: usize,
        least: usize,
        depth: usize,
        made: &mut Object,
    ) -> Option<()> {
        let named = object
            .get("patternProperties")
            .and_then(Value::as_object)
            .and_then(|patterns| patterns.iter().next());
        let rest = match object.get("additionalProperties") {
            Some(Value::Bool(_)) | None => None,
            Some(schema) => Some(schema),
        };
        let text = json!({"type": "string"});
        let source = named.map(|(source, _)| source.as_str());
        let schema = named.map(|(_, schema)| schema).or(rest);
        if schema.is_none() && made.len() >= least {
            return Some(());
        }
        let names = object.get("propertyNames");
        // Some names are taken by declared properties. Eight further tries find free ones in all
        // but contrived patterns.
        for nth in 0..wanted + 8 {
            if made.len() >= wanted {
                break;
            }
            let name = match (source, names) {
                (Some(source), _) => generate_match(source, nth)?,
                (None, Some(names)) => self.make_value(names, depth + 1, nth)?.as_str()?.to_owned(),
                (None, None) if nth == 0 => "key".to_owned(),
                (None, None) => format!("key{}", nth + 1),
            };
            if !made.contains_key(&name) {
                match self.make_value(schema.unwrap_or(&text), depth + 1, 0) {
                    Some(value) => {
                        made.insert(name, value);
                    }
                    None => break,
                }
            }
        }
        (made.len() >= least).then_some(())
    }
}

/// A name that some property needs beside it (`dependentRequired`), and that is not there.
fn missing_dependent_name<'a>(object: &'a Object, made: &Object) -> Option<&'a str> {
    let dependents = object.get("dependentRequired")?.as_object()?;
    dependents
        .iter()
        .filter(|(name, _)| made.contains_key(*name))
        .filter_map(|(_, needed)| needed.as_array())
        .flatten()
        .filter_map(Value::as_str)
        .find(|name| !made.contains_key(*name))
}
