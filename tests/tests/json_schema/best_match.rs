//! The one violation that the REST bridge reports is the one that Python's `jsonschema.validate` raises, word for word.
//!
//! Two things are left out of the cases: values of more than a few hundred characters, which our messages shorten; and
//! schemas whose keywords stand in an order of their own, since of two equally good violations Python takes the one
//! whose keyword comes first in the schema, and we take a fixed order (`type`, `enum`, bounds, lengths, `required`).

use std::io::Write as _;
use std::process::{Command, Stdio};

use indexmap::IndexMap;
use serde_json::{Map, Value, json};
use toolwright_codegen::source::pointer::unescaped_tokens;
use toolwright_tests::python_with;
use toolwright_tests::values::{Generator, Random};

use crate::definitions::{Definitions, table};
use crate::{read_json, shared};

/// Reads pairs of a schema and an instance, a line each, and writes what is wrong with each: its path and its message.
const PYTHON: &str = r#"
import json, sys
from jsonschema import Draft202012Validator, exceptions
for line in sys.stdin:
    schema, instance = json.loads(line)
    error = exceptions.best_match(Draft202012Validator(schema).iter_errors(instance))
    print(json.dumps(error and [list(error.absolute_path), error.message]))
"#;

/// How many of the made cases may be valid, at most: these say nothing.
const MOST_VALID: usize = 200;
const CASES: usize = 700;
/// Bytes of an instance.
const LONGEST_INSTANCE: usize = 180;

#[test]
#[ignore = "needs Python"]
fn one_violation_is_chosen_as_python_chooses_it() {
    let python = python_with("jsonschema");
    let mut random = Random::seeded(16);
    let mut cases: Vec<(Value, Value)> = Vec::new();
    for _ in 0..CASES {
        let schema = make_object(&mut random, 3);
        cases.push((schema.clone(), make_instance(&schema, &mut random)));
    }
    let valid = hold_to_python(&python, &cases);
    assert!(valid <= MOST_VALID, "{valid} of {CASES} are valid");
}

#[test]
#[ignore = "needs ../shared and Python"]
fn the_news_tools_are_validated_as_in_python() {
    let python = python_with("jsonschema");
    let tools = read_json(&shared("oracles/news-tools.json"));
    let mut random = Random::seeded(4);
    let mut cases = Vec::new();
    for tool in tools.as_array().unwrap() {
        let schema = &tool["inputSchema"];
        for _ in 0..12 {
            cases.push((schema.clone(), make_instance(schema, &mut random)));
        }
    }
    assert!(cases.len() > 500);
    hold_to_python(&python, &cases);
}

/// The number of cases that are valid.
fn hold_to_python(python: &std::path::Path, cases: &[(Value, Value)]) -> usize {
    let theirs = ask_python(python, cases);
    assert_eq!(theirs.len(), cases.len());
    let mut valid = 0;
    let mut wrong = Vec::new();
    for ((schema, instance), theirs) in cases.iter().zip(theirs) {
        let ours = best_violation(schema, instance);
        valid += usize::from(theirs.is_null());
        if ours != theirs {
            wrong.push(format!(
                "schema: {schema}\ninstance: {instance}\nours: {ours}\ntheirs: {theirs}\n"
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {} differ:\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n")
    );
    valid
}

fn best_violation(schema: &Value, instance: &Value) -> Value {
    let (rewritten, definitions) = Definitions::of(schema, schema).unwrap();
    let Some(violation) = table(&rewritten, &definitions).best_violation(instance) else {
        return Value::Null;
    };
    let steps = unescaped_tokens(&violation.pointer);
    // The keys of these cases are no numbers.
    let steps = steps.map(|step| step.parse::<usize>().map_or(step.into(), Value::from));
    json!([steps.collect::<Vec<_>>(), violation.message])
}

fn ask_python(python: &std::path::Path, cases: &[(Value, Value)]) -> Vec<Value> {
    let mut child = Command::new(python)
        .args(["-c", PYTHON])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Python runs");
    let lines: String = cases
        .iter()
        .map(|(schema, instance)| format!("{}\n", json!([schema, instance])))
        .collect();
    let mut stdin = child.stdin.take().expect("is piped");
    let writer = std::thread::spawn(move || stdin.write_all(lines.as_bytes()));
    let output = child.wait_with_output().expect("Python ends");
    writer
        .join()
        .expect("does not panic")
        .expect("Python reads");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("is UTF-8");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("is JSON"))
        .collect()
}

fn make_instance(schema: &Value, random: &mut Random) -> Value {
    let definitions = IndexMap::new();
    let mut generator = Generator {
        definitions: &definitions,
        random: Random::seeded(random.below(1 << 30) as u64),
    };
    loop {
        let mut instance = generator.value(schema, 4);
        for _ in 0..generator.random.below(4) {
            generator.mutate(&mut instance);
        }
        if instance.to_string().len() < LONGEST_INSTANCE {
            return instance;
        }
    }
}

/// A schema of an object, in the order of keywords that the compiler lists.
fn make_object(random: &mut Random, depth: usize) -> Value {
    let mut properties = Map::new();
    for name in ["limit", "query", "tags", "owner", "sort_by"] {
        if !random.one_in(3) {
            properties.insert(name.to_owned(), make_schema(random, depth));
        }
    }
    let names: Vec<String> = properties.keys().cloned().collect();
    let required: Vec<&String> = names.iter().filter(|_| random.one_in(3)).collect();
    let mut object = json!({"type": "object", "properties": properties});
    if !required.is_empty() {
        object["required"] = json!(required);
    }
    match random.below(4) {
        0 | 1 => object["additionalProperties"] = json!(false),
        2 => object["additionalProperties"] = json!({"type": "string"}),
        _ => {}
    }
    object
}

fn make_schema(random: &mut Random, depth: usize) -> Value {
    let deep = depth > 0;
    match random.below(if deep { 12 } else { 7 }) {
        0 => json!({"type": "integer", "minimum": 1, "maximum": 100}),
        1 => json!({"type": "number", "minimum": -1, "maximum": 1}),
        2 => json!({"type": "string", "minLength": 2, "pattern": "^[a-z]+$"}),
        3 => json!({"type": "string", "enum": ["created_at", "published"]}),
        4 => json!({"type": ["string", "null"]}),
        5 => json!({"type": "boolean"}),
        6 => json!({"type": "integer", "exclusiveMinimum": 0, "multipleOf": 5}),
        7 | 8 => json!({"type": "array", "items": make_schema(random, depth - 1), "minItems": 1}),
        9 => make_object(random, depth - 1),
        10 => json!({"anyOf": [make_schema(random, depth - 1), make_schema(random, depth - 1)]}),
        _ => json!({"oneOf": [make_object(random, depth - 1), {"type": "null"}]}),
    }
}
