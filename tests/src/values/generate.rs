use indexmap::IndexMap;
use serde_json::{Map, Value, json};

use super::Random;

/// Makes values for a schema.
pub struct Generator<'a> {
    /// What `#/$defs/…` refers to.
    pub definitions: &'a IndexMap<String, Value>,
    /// What decides.
    pub random: Random,
}

impl Generator<'_> {
    /// A value that is no deeper than `depth`, mostly.
    pub fn value(&mut self, schema: &Value, depth: usize) -> Value {
        if self.random.one_in(12) {
            return self.junk();
        }
        let Value::Object(schema) = schema else {
            return self.junk();
        };
        if let Some(Value::String(reference)) = schema.get("$ref") {
            let key = reference.trim_start_matches("#/$defs/");
            return match self.definitions.get(key) {
                Some(target) if depth > 0 => self.value(target, depth - 1),
                _ => json!({}),
            };
        }
        if let Some(Value::Array(values)) = schema.get("enum")
            && !values.is_empty()
        {
            return self.random.pick(values).clone();
        }
        if let Some(value) = schema.get("const") {
            return value.clone();
        }
        for name in ["oneOf", "anyOf"] {
            if let Some(Value::Array(schemas)) = schema.get(name)
                && !schemas.is_empty()
            {
                let schema = self.random.pick(schemas).clone();
                return self.value(&schema, depth);
            }
        }
        self.typed(schema, depth)
    }

    fn typed(&mut self, schema: &Map<String, Value>, depth: usize) -> Value {
        let type_name = match schema.get("type") {
            Some(Value::String(name)) => name.clone(),
            Some(Value::Array(names)) if !names.is_empty() => self
                .random
                .pick(names)
                .as_str()
                .unwrap_or("null")
                .to_owned(),
            _ if schema.contains_key("items") => "array".to_owned(),
            _ => "object".to_owned(),
        };
        match type_name.as_str() {
            "string" => self.string(schema),
            "integer" => {
                let around = schema.get("minimum").and_then(Value::as_i64).unwrap_or(0);
                json!(around.saturating_add(self.random.below(12) as i64 - 2))
            }
            "number" => json!((self.random.below(4000) as f64 - 500.0) / 100.0),
            "boolean" => json!(self.random.one_in(2)),
            "array" => {
                let items = schema.get("items").cloned().unwrap_or(Value::Bool(true));
                let count = if depth == 0 { 0 } else { self.random.below(4) };
                (0..count).map(|_| self.value(&items, depth - 1)).collect()
            }
            "null" => Value::Null,
            _ => self.object(schema, depth),
        }
    }

    fn string(&mut self, schema: &Map<String, Value>) -> Value {
        let samples = [
            "",
            "a",
            "abc",
            "A-1",
            "2024-01-01",
            "é€😀",
            "12345678",
            "foo bar\n",
            "x@y.zz",
        ];
        let mut text = (*self.random.pick(&samples)).to_owned();
        let bound = |name: &str| {
            schema
                .get(name)
                .and_then(Value::as_u64)
                .filter(|n| *n < 300)
        };
        if let Some(max) = bound("maxLength")
            && self.random.one_in(3)
        {
            text = "é".repeat(max as usize + self.random.below(2));
        } else if let Some(min) = bound("minLength") {
            while text.chars().count() < min as usize {
                text.push('a');
            }
        }
        Value::String(text)
    }

    fn object(&mut self, schema: &Map<String, Value>, depth: usize) -> Value {
        let mut members = Map::new();
        let required = schema.get("required").and_then(Value::as_array);
        let required: Vec<&str> = required
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        if let Some(Value::Object(properties)) = schema.get("properties") {
            for (name, property) in properties {
                let wanted = if required.contains(&name.as_str()) {
                    !self.random.one_in(20)
                } else {
                    depth > 0 && self.random.one_in(3)
                };
                if wanted {
                    let value = self.value(property, depth.saturating_sub(1));
                    members.insert(name.clone(), value);
                }
            }
        }
        if let Some(Value::Array(schemas)) = schema.get("allOf") {
            for schema in schemas {
                if let Value::Object(more) = self.value(schema, depth) {
                    members.extend(more);
                }
            }
        }
        if self.random.one_in(6) {
            let additional = schema.get("additionalProperties").cloned();
            let value = self.value(
                &additional.unwrap_or(Value::Bool(true)),
                depth.saturating_sub(1),
            );
            members.insert("extra".to_owned(), value);
        }
        Value::Object(members)
    }

    /// Any value.
    pub fn junk(&mut self) -> Value {
        let samples = [
            json!(null),
            json!(true),
            json!(0),
            json!(-1),
            json!(5.0),
            json!(1.5),
            json!(1e300),
            json!(u64::MAX),
            json!(""),
            json!("5"),
            json!([]),
            json!([1, 1.0]),
            json!({}),
            json!({"a": [null]}),
        ];
        self.random.pick(&samples).clone()
    }
}
