//! Converts one schema of JSON Schema 2020-12 to the keywords of OpenAPI 3.0. What 3.0 cannot
//! express is left out or widened: the result accepts everything that the schema accepts, and
//! sometimes more. References are handed to `Components`, which names them.

use serde_json::{Map, Value, json};

use super::bounds::write_bounds;
use super::components::Components;
use super::exact::is_exact;
use super::null::join_null;
use super::types::{Types, add_to_all};

/// Keywords that mean the same in both.
const SAME: [&str; 18] = [
    "title",
    "description",
    "format",
    "pattern",
    "multipleOf",
    "maxLength",
    "minLength",
    "maxItems",
    "minItems",
    "uniqueItems",
    "maxProperties",
    "minProperties",
    "default",
    "readOnly",
    "writeOnly",
    "deprecated",
    "xml",
    "externalDocs",
];

/// Keywords that the properties of an object may be evaluated by, beside `properties`.
const APPLICATORS: [&str; 8] = [
    "$ref",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "dependentSchemas",
    "$dynamicRef",
];

/// Converts schemas, and notes what they refer to.
#[derive(Debug)]
pub(super) struct Converter<'c> {
    /// What references lead into.
    root: &'c Value,
    components: &'c mut Components,
}

impl<'c> Converter<'c> {
    pub(super) fn new(root: &'c Value, components: &'c mut Components) -> Self {
        Self { root, components }
    }

    /// A schema, which may be `true` or `false`.
    pub(super) fn convert_schema(&mut self, schema: &Value) -> Value {
        match schema {
            Value::Object(schema) => Value::Object(self.convert_object(schema)),
            Value::Bool(false) => json!({"not": {}}),
            _ => json!({}),
        }
    }

    fn convert_object(&mut self, schema: &Map<String, Value>) -> Map<String, Value> {
        let reference = schema.get("$ref").and_then(Value::as_str);
        if let Some(reference) = reference.and_then(|it| self.components.refer_to_component(it)) {
            let mut beside = schema.clone();
            // What the reference evaluates is no longer seen without it.
            for keyword in ["$ref", "$defs", "unevaluatedProperties"] {
                beside.remove(keyword);
            }
            let reference = json!({"$ref": reference});
            // OpenAPI 3.0 ignores what stands beside a reference.
            let mut converted = self.convert_object(&beside);
            match (converted.is_empty(), reference) {
                (true, Value::Object(reference)) => return reference,
                (_, reference) => add_to_all(&mut converted, reference),
            }
            return converted;
        }
        let schema = &*join_null(schema);
        let mut converted = Map::new();
        for keyword in SAME {
            if let Some(value) = schema.get(keyword) {
                converted.insert(keyword.to_owned(), value.clone());
            }
        }
        write_bounds(schema, &mut converted);
        write_values(schema, &mut converted);
        write_required(schema, &mut converted);
        self.write_object(schema, &mut converted);
        self.write_items(schema, &mut converted);
        self.write_compositions(schema, &mut converted);
        if let Some(types) = Types::from_schema(schema) {
            types.write_to(&mut converted);
        }
        converted
    }

    fn write_object(&mut self, from: &Map<String, Value>, to: &mut Map<String, Value>) {
        if let Some(Value::Object(properties)) = from.get("properties") {
            let properties = properties
                .iter()
                .map(|(name, schema)| (name.clone(), self.convert_schema(schema)));
            let properties: Map<String, Value> = properties.collect();
            to.insert("properties".to_owned(), properties.into());
        }
        let is_alone = || {
            !APPLICATORS
                .iter()
                .any(|keyword| from.contains_key(*keyword))
        };
        let others = from
            .get("additionalProperties")
            // `unevaluatedProperties` sees through `allOf` and `$ref` (JSON Schema 2020-12, section
            // 11.3), and `additionalProperties` does not. They mean the same only if nothing else
            // evaluates properties.
            .or_else(|| from.get("unevaluatedProperties").filter(|_| is_alone()));
        let Some(others) = others else {
            // Some generators of types take a bare object for one without properties.
            if from.get("type").is_some_and(|it| it == "object")
                && from.keys().all(|it| is_text(it))
            {
                to.insert("additionalProperties".to_owned(), true.into());
            }
            return;
        };
        // Names that match a pattern have its schema, and the others have `others`.
        let patterns = from.get("patternProperties").and_then(Value::as_object);
        let patterns: Vec<&Value> = patterns.into_iter().flat_map(Map::values).collect();
        let others = match (patterns.is_empty(), others) {
            (true, Value::Bool(allowed)) => Value::Bool(*allowed),
            (true, others) => self.convert_schema(others),
            (false, Value::Bool(true)) => Value::Bool(true),
            (false, others) => {
                let is_open = others != &Value::Bool(false);
                let all = patterns.into_iter().chain(is_open.then_some(others));
                self.any_of(all)
            }
        };
        to.insert("additionalProperties".to_owned(), others);
    }

    fn write_items(&mut self, from: &Map<String, Value>, to: &mut Map<String, Value>) {
        let items = from.get("items");
        let first = from.get("prefixItems").and_then(Value::as_array);
        let first: Vec<&Value> = first.into_iter().flatten().collect();
        // OpenAPI 3.0 has no tuples. One schema that accepts what any position accepts is the
        // narrowest list that it can express.
        let written = match (first.as_slice(), items) {
            ([], None) => return,
            ([], Some(Value::Bool(false))) | (_, Some(Value::Bool(false))) => {
                let most = to.get("maxItems").and_then(Value::as_u64);
                let most = most.unwrap_or(u64::MAX).min(first.len() as u64);
                to.insert("maxItems".to_owned(), most.into());
                match first.is_empty() {
                    true => json!({}),
                    false => self.any_of(first),
                }
            }
            ([], Some(items)) => self.convert_schema(items),
            (_, None) => json!({}),
            (_, Some(items)) => self.any_of(first.into_iter().chain([items])),
        };
        to.insert("items".to_owned(), written);
    }

    fn write_compositions(&mut self, from: &Map<String, Value>, to: &mut Map<String, Value>) {
        for keyword in ["allOf", "anyOf", "oneOf"] {
            let schemas = from.get(keyword).and_then(Value::as_array);
            let Some(schemas) = schemas.filter(|schemas| !schemas.is_empty()) else {
                continue;
            };
            let converted: Vec<Value> = schemas.iter().map(|it| self.convert_schema(it)).collect();
            let is_exact = schemas.iter().all(|it| is_exact(self.root, it));
            // "Exactly one" may be broken by alternatives that accept more than they should: a
            // value may then match two. "At least one" is still true of every valid value.
            match keyword {
                "oneOf" if !is_exact && to.contains_key("anyOf") => {
                    add_to_all(to, json!({"anyOf": converted}));
                }
                "oneOf" if !is_exact => {
                    to.insert("anyOf".to_owned(), converted.into());
                }
                keyword => {
                    to.insert(keyword.to_owned(), converted.into());
                }
            }
        }
        let refused = from.get("not");
        if let Some(refused) = refused.filter(|refused| is_exact(self.root, refused)) {
            let refused = self.convert_schema(refused);
            to.insert("not".to_owned(), refused);
        }
    }

    /// A schema for what one of these accepts.
    fn any_of<'s>(&mut self, schemas: impl IntoIterator<Item = &'s Value>) -> Value {
        let mut different: Vec<Value> = Vec::new();
        for schema in schemas {
            let schema = self.convert_schema(schema);
            if !different.contains(&schema) {
                different.push(schema);
            }
        }
        match different.len() {
            1 => different.remove(0),
            _ => json!({"anyOf": different}),
        }
    }
}

/// Whether a keyword says nothing of what is in an object.
fn is_text(keyword: &str) -> bool {
    matches!(
        keyword,
        "type" | "title" | "description" | "default" | "examples" | "example" | "deprecated"
    )
}

/// The values of `const` and `enum`, and the first of `examples`.
fn write_values(from: &Map<String, Value>, to: &mut Map<String, Value>) {
    let values = from.get("enum").and_then(Value::as_array);
    match (from.get("const"), values) {
        (Some(only), _) => {
            to.insert("enum".to_owned(), json!([only]));
        }
        // OpenAPI has no enumeration of nothing.
        (None, Some(values)) if values.is_empty() => {
            to.insert("not".to_owned(), json!({}));
        }
        (None, Some(values)) => {
            to.insert("enum".to_owned(), json!(values));
        }
        (None, None) => {}
    }
    let examples = from.get("examples").and_then(Value::as_array);
    let first = examples.and_then(|examples| examples.first());
    if let Some(example) = first.or_else(|| from.get("example")) {
        to.insert("example".to_owned(), example.clone());
    }
}

/// The names of required members, which OpenAPI wants to be at least one, each once.
fn write_required(from: &Map<String, Value>, to: &mut Map<String, Value>) {
    let names = from.get("required").and_then(Value::as_array);
    let mut required: Vec<&Value> = Vec::new();
    for name in names.into_iter().flatten() {
        if !required.contains(&name) {
            required.push(name);
        }
    }
    if !required.is_empty() {
        to.insert("required".to_owned(), json!(required));
    }
}
