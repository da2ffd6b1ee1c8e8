//! The form of schemas in OpenAPI 3.0, held to the JSON Schema Test Suite: it accepts whatever the schema accepts.

use serde_json::{Map, Value, json};
use toolwright_inspect::openapi::openapi_schema;

use crate::suite::json_files;
use crate::{read_json, shared};

/// Keywords that make schemas known by other names than their places.
const NAMING: [&str; 4] = ["$id", "$anchor", "$dynamicAnchor", "$dynamicRef"];

#[test]
#[ignore = "needs ../shared"]
fn what_a_schema_accepts_its_form_in_openapi_accepts() {
    let suite = shared("json-schema-test-suite");
    let mut counts = Counts::default();
    for file in json_files(&suite.join("tests/draft2020-12")) {
        for group in read_json(&file).as_array().expect("a file is a list") {
            counts.add(group);
        }
    }
    eprintln!(
        "{} valid values are accepted, {} of {} others are refused",
        counts.accepted, counts.refused, counts.invalid
    );
    assert!(counts.problems.is_empty(), "{}", counts.problems.join("\n"));
    assert!(counts.accepted > 400, "only {}", counts.accepted);
    // What 3.0 cannot say is left out, and little else.
    assert!(counts.refused * 10 > counts.invalid * 6);
}

#[derive(Default)]
struct Counts {
    accepted: usize,
    invalid: usize,
    refused: usize,
    problems: Vec<String>,
}

impl Counts {
    fn add(&mut self, group: &Value) {
        let schema = &group["schema"];
        if has_names(schema) {
            return;
        }
        let converted = openapi_schema("tool", schema);
        let mut whole = as_json_schema(&converted.schema);
        let components: Map<String, Value> = converted
            .components
            .iter()
            .map(|(name, schema)| (name.clone(), as_json_schema(schema)))
            .collect();
        whole["components"] = json!({"schemas": components});
        let validator = jsonschema::draft202012::new(&whole);
        let validator = validator.unwrap_or_else(|error| panic!("{whole}: {error}"));
        for test in group["tests"].as_array().expect("a group has tests") {
            let is_valid = validator.is_valid(&test["data"]);
            match (test["valid"] == true, is_valid) {
                (true, true) => self.accepted += 1,
                (true, false) => self.problems.push(format!(
                    "{} of {schema} is refused by {whole}",
                    test["data"]
                )),
                (false, is_valid) => {
                    self.invalid += 1;
                    self.refused += usize::from(!is_valid);
                }
            }
        }
    }
}

fn has_names(schema: &Value) -> bool {
    match schema {
        Value::Object(members) => members
            .iter()
            .any(|(keyword, value)| NAMING.contains(&keyword.as_str()) || has_names(value)),
        Value::Array(items) => items.iter().any(has_names),
        _ => false,
    }
}

/// What a Schema Object of OpenAPI 3.0 means, in JSON Schema 2020-12.
fn as_json_schema(schema: &Value) -> Value {
    let Value::Object(written) = schema else {
        return schema.clone();
    };
    let mut meant = Map::new();
    for (keyword, value) in written {
        let value = match keyword.as_str() {
            "properties" => {
                let properties = value.as_object().expect("it maps names to schemas");
                let properties = properties.iter();
                Value::Object(
                    properties
                        .map(|(name, schema)| (name.clone(), as_json_schema(schema)))
                        .collect(),
                )
            }
            "allOf" | "anyOf" | "oneOf" => {
                let schemas = value.as_array().expect("it is a list of schemas");
                schemas.iter().map(as_json_schema).collect()
            }
            "items" | "additionalProperties" | "not" => as_json_schema(value),
            _ => value.clone(),
        };
        meant.insert(keyword.clone(), value);
    }
    if meant.remove("nullable").is_some() {
        let name = meant["type"].clone();
        meant.insert("type".to_owned(), json!([name, "null"]));
    }
    for (inclusive, exclusive) in [
        ("minimum", "exclusiveMinimum"),
        ("maximum", "exclusiveMaximum"),
    ] {
        if meant.remove(exclusive).is_some() {
            let bound = meant.remove(inclusive).expect("it marks a bound");
            meant.insert(exclusive.to_owned(), bound);
        }
    }
    Value::Object(meant)
}
