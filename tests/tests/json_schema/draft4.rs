//! Draft 4 of the JSON Schema Test Suite: by itself, and as schemas of Swagger 2.0 and OpenAPI 3.0.

use serde_json::{Value, json};
use toolwright_codegen::diagnostics::Diagnostics;
use toolwright_codegen::normalize::normalize;
use toolwright_codegen::schema::resources::Draft;

use crate::definitions::{Definitions, table};
use crate::suite::{Run, json_files};
use crate::{read_json, shared};

const OPTIONAL_LEFT_OUT: [(&str, &str); 1] = [(
    "zeroTerminatedFloats.json",
    "1.0 is an integer, as in every later draft",
)];

/// Neither Swagger 2.0 nor OpenAPI 3.0 has `id`, and a spec's references to other documents are for
/// its reader.
const NOT_IN_SPECS: [(&str, &str); 8] = [
    ("definitions.json", "validate definition against metaschema"),
    (
        "ref.json",
        "$ref prevents a sibling id from changing the base uri",
    ),
    ("ref.json", "remote ref, containing refs itself"),
    ("ref.json", "Recursive references between schemas"),
    ("ref.json", "Location-independent identifier"),
    (
        "ref.json",
        "Location-independent identifier with base URI change in subschema",
    ),
    (
        "ref.json",
        "id must be resolved against nearest parent, not just immediate parent",
    ),
    ("refRemote.json", "*"),
];

#[test]
#[ignore = "needs ../shared"]
fn draft_4() {
    let suite = shared("json-schema-test-suite");
    let mut run = Run::new(&suite, Draft::Four);
    run.directory(&suite.join("tests/draft4"), &[]);
    let required = run.passed;
    run.directory(&suite.join("tests/draft4/optional"), &OPTIONAL_LEFT_OUT);
    eprintln!(
        "{required} required and {} optional passed",
        run.passed - required
    );
    assert!(run.failures.is_empty(), "{}", run.failures.join("\n"));
}

#[test]
#[ignore = "needs ../shared"]
fn draft_4_in_specs() {
    let suite = shared("json-schema-test-suite");
    for (version, components) in [("2.0", "/definitions"), ("3.0.3", "/components/schemas")] {
        let mut run = Run::new(&suite, Draft::Four);
        for file in json_files(&suite.join("tests/draft4")) {
            let name = file.file_name().unwrap().to_str().unwrap();
            for group in read_json(&file).as_array().unwrap() {
                let description = group["description"].as_str().unwrap();
                if left_out(name, description) {
                    continue;
                }
                let place = format!("{version}: {name}: {description}");
                let schema = moved(&group["schema"], &format!("#{components}/A"));
                let table = in_spec(version, &schema);
                run.tests(&place, group, table);
            }
        }
        eprintln!("{version}: {} passed", run.passed);
        assert!(run.failures.is_empty(), "{}", run.failures.join("\n"));
    }
}

fn left_out(file: &str, group: &str) -> bool {
    let is_it = |(in_file, name): &(&str, &str)| *in_file == file && ["*", group].contains(name);
    NOT_IN_SPECS.iter().any(is_it)
}

fn in_spec(version: &str, schema: &Value) -> &'static toolwright::schema::Schema {
    let info = json!({"title": "", "version": ""});
    let spec = match version {
        "2.0" => json!({"swagger": "2.0", "info": info, "paths": {}, "definitions": {"A": schema}}),
        _ => {
            json!({"openapi": version, "info": info, "paths": {}, "components": {"schemas": {"A": schema}}})
        }
    };
    let document = normalize(&spec, &mut Diagnostics::new()).unwrap();
    let definitions = Definitions::of_spec(&document);
    table(&json!({"$ref": "#/$defs/A"}), &definitions)
}

/// The schema with references to its root leading to where it is put.
fn moved(schema: &Value, root: &str) -> Value {
    match schema {
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| {
                let local = value.as_str().and_then(|text| text.strip_prefix('#'));
                let value = match local {
                    Some(rest) if name == "$ref" => Value::String(format!("{root}{rest}")),
                    _ if name == "enum" => value.clone(),
                    _ => moved(value, root),
                };
                (name.clone(), value)
            })
            .collect::<serde_json::Map<_, _>>()
            .into(),
        Value::Array(items) => items.iter().map(|item| moved(item, root)).collect(),
        other => other.clone(),
    }
}
