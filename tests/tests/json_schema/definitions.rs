//! References within a document to references among definitions, as the compiler's earlier stages
//! would have it.

use indexmap::IndexMap;
use serde_json::{Map, Value};
use toolwright_codegen::emit::checks::Checks;
use toolwright_codegen::model::Definition;
use toolwright_codegen::normalize::Document;
use toolwright_codegen::schema::resources::Bundle;

use toolwright_tests::interpret::Module;

/// Every place that a document refers to, as a definition.
pub(crate) struct Definitions {
    keys: IndexMap<String, String>,
    pub(crate) schemas: IndexMap<String, Value>,
}

impl Definitions {
    /// The schema with its references rewritten, and the definitions that it reaches. `None` where
    /// a reference leads nowhere.
    pub(crate) fn of(schema: &Value, document: &Value) -> Option<(Value, Self)> {
        let mut definitions = Self {
            keys: IndexMap::new(),
            schemas: IndexMap::new(),
        };
        let schema = definitions.rewrite(schema);
        let mut next = 0;
        while let Some((reference, key)) = definitions.keys.get_index(next) {
            let (reference, key) = (reference.clone(), key.clone());
            let target = document.pointer(&percent_decoded(reference.strip_prefix('#')?))?;
            let target = definitions.rewrite(target);
            definitions.schemas.insert(key, target);
            next += 1;
        }
        Some((schema, definitions))
    }

    /// The definitions of a schema whose references the compiler has resolved.
    pub(crate) fn of_bundle(bundle: &Bundle) -> Self {
        let definitions = bundle.definitions.iter();
        Self {
            keys: IndexMap::new(),
            schemas: definitions
                .map(|(key, bundled)| (key.clone(), bundled.schema.clone()))
                .collect(),
        }
    }

    /// The definitions of a normalised spec.
    pub(crate) fn of_spec(document: &Document) -> Self {
        let definitions = document.schemas.definitions.iter();
        Self {
            keys: IndexMap::new(),
            schemas: definitions
                .map(|(key, schema)| (key.clone(), schema.value.clone()))
                .collect(),
        }
    }

    /// The same as one document, for an oracle.
    pub(crate) fn document(&self, schema: &Value) -> Value {
        let definitions = self.schemas.iter();
        let mut definitions: Map<String, Value> = definitions
            .map(|(key, schema)| (key.clone(), without_lone_alternatives(schema)))
            .collect();
        definitions.insert("root".to_owned(), without_lone_alternatives(schema));
        serde_json::json!({"$ref": "#/$defs/root", "$defs": definitions})
    }

    fn rewrite(&mut self, schema: &Value) -> Value {
        match schema {
            Value::Object(object) => Value::Object(
                object
                    .iter()
                    .map(|(name, value)| (name.clone(), self.rewrite_keyword(name, value)))
                    .collect(),
            ),
            other => other.clone(),
        }
    }

    fn rewrite_keyword(&mut self, name: &str, value: &Value) -> Value {
        match (name, value) {
            ("$ref", Value::String(reference)) => {
                let count = self.keys.len();
                let key = self
                    .keys
                    .entry(reference.clone())
                    .or_insert_with(|| format!("d{count}"));
                Value::String(format!("#/$defs/{key}"))
            }
            ("properties" | "patternProperties" | "dependentSchemas", Value::Object(schemas)) => {
                Value::Object(
                    schemas
                        .iter()
                        .map(|(name, schema)| (name.clone(), self.rewrite(schema)))
                        .collect(),
                )
            }
            ("allOf" | "anyOf" | "oneOf" | "prefixItems", Value::Array(schemas)) => {
                schemas.iter().map(|schema| self.rewrite(schema)).collect()
            }
            (
                "items"
                | "additionalProperties"
                | "propertyNames"
                | "contains"
                | "not"
                | "if"
                | "then"
                | "else"
                | "unevaluatedProperties"
                | "unevaluatedItems",
                schema,
            ) => self.rewrite(schema),
            _ => value.clone(),
        }
    }
}

/// `anyOf` and `oneOf` with one schema as `allOf`, as the compiler has them: the violations are then
/// those of that schema.
fn without_lone_alternatives(schema: &Value) -> Value {
    match schema {
        Value::Object(members) => {
            let mut members: Map<String, Value> = members
                .iter()
                .map(|(name, value)| (name.clone(), without_lone_alternatives(value)))
                .collect();
            for name in ["anyOf", "oneOf"] {
                let lone = members.get(name).and_then(Value::as_array);
                if lone.is_some_and(|all| all.len() == 1) && !members.contains_key("allOf") {
                    let lone = members.remove(name).unwrap_or_default();
                    members.insert("allOf".to_owned(), lone);
                }
            }
            Value::Object(members)
        }
        Value::Array(items) => items.iter().map(without_lone_alternatives).collect(),
        other => other.clone(),
    }
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let hex = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16));
        match byte {
            b'%' => match (hex(rest.next()), hex(rest.next())) {
                (Some(high), Some(low)) => bytes.push((high * 16 + low) as u8),
                _ => bytes.push(b'%'),
            },
            byte => bytes.push(byte),
        }
    }
    String::from_utf8(bytes).unwrap()
}

/// The table of a schema, by way of the compiler.
pub(crate) fn table(
    schema: &Value,
    definitions: &Definitions,
) -> &'static toolwright::schema::Schema {
    table_with(schema, definitions, false)
}

/// The same with formats asserted, or not.
pub(crate) fn table_with(
    schema: &Value,
    definitions: &Definitions,
    formats: bool,
) -> &'static toolwright::schema::Schema {
    let definitions = definitions
        .schemas
        .iter()
        .enumerate()
        .map(|(index, (key, schema))| {
            let definition = Definition {
                constant: format!("D{index}"),
                pointer: format!("/$defs/{key}"),
                schema: schema.clone(),
            };
            (key.clone(), definition)
        })
        .collect();
    let mut checks = Checks::new(&definitions).asserting_formats(formats);
    checks.declare_schema("ROOT", schema);
    Module::new(checks.into_module()).schema("ROOT")
}
