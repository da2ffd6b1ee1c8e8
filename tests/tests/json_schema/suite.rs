//! The JSON Schema Test Suite, draft 2020-12.

use serde_json::Value;

use crate::definitions::{Definitions, table};
use crate::{read_json, shared};

/// Files for keywords that the compiler resolves before, or does not support yet.
const LEFT_OUT: [(&str, &str); 7] = [
    ("anchor.json", "$anchor: resolved by normalisation"),
    ("content.json", "annotations only"),
    ("dynamicRef.json", "$dynamicRef: not yet"),
    ("format.json", "annotations only"),
    (
        "refRemote.json",
        "references to other documents: resolved by normalisation",
    ),
    ("vocabulary.json", "$vocabulary: custom metaschemas"),
    ("default.json", "annotations only"),
];

/// Optional behaviour that is ours.
const OPTIONAL: [&str; 5] = [
    "bignum.json",
    "ecmascript-regex.json",
    "float-overflow.json",
    "no-schema.json",
    "non-bmp-regex.json",
];

/// Groups that refer to other documents or by `$id`, which normalisation resolves before.
const LEFT_OUT_GROUPS: [&str; 17] = [
    "remote ref, containing refs itself",
    "Recursive references between schemas",
    "refs with relative uris and defs",
    "relative refs with absolute uris and defs",
    "$id must be resolved against nearest parent, not just immediate parent",
    "order of evaluation: $id and $ref",
    "order of evaluation: $id and $anchor and $ref",
    "URN base URI with URN and JSON pointer ref",
    "URN base URI with URN and anchor ref",
    "URN ref with nested pointer ref",
    "ref to if",
    "ref to then",
    "ref to else",
    "validate definition against metaschema",
    "order of evaluation: $id and $ref on nested schema",
    "simple URN base URI with $ref via the URN",
    "ref with absolute-path-reference",
];

#[test]
fn json_schema_test_suite() {
    let Some(directory) = shared("json-schema-test-suite/tests/draft2020-12") else {
        return;
    };
    let mut files: Vec<_> = std::fs::read_dir(&directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect();
    files.sort();
    let optional = OPTIONAL
        .iter()
        .map(|name| directory.join("optional").join(name));
    files.extend(optional);
    let (mut passed, mut failures, mut left_out) = (0, Vec::new(), Vec::new());
    for file in files {
        let name = file.file_name().unwrap().to_str().unwrap();
        if LEFT_OUT.iter().any(|(left_out, _)| *left_out == name) {
            continue;
        }
        for group in read_json(&file).as_array().unwrap() {
            run(name, group, &mut passed, &mut failures, &mut left_out);
        }
    }
    assert!(
        failures.is_empty(),
        "{passed} passed, but:\n{}",
        failures.join("\n")
    );
    let mut expected = LEFT_OUT_GROUPS.map(str::to_owned);
    expected.sort();
    left_out.sort();
    assert_eq!(left_out, expected);
    eprintln!("{passed} passed");
    assert!(passed > 850, "only {passed}");
}

/// Whether a schema has a keyword that the compiler does not support yet.
fn later(schema: &Value) -> bool {
    let text = schema.to_string();
    ["$dynamicRef"]
        .iter()
        .any(|keyword| text.contains(&format!("\"{keyword}\":")))
}

fn run(
    file: &str,
    group: &Value,
    passed: &mut usize,
    failures: &mut Vec<String>,
    left_out: &mut Vec<String>,
) {
    let description = group["description"].as_str().unwrap();
    let schema = &group["schema"];
    if later(schema) {
        return;
    }
    let Some((rewritten, definitions)) = Definitions::of(schema, schema) else {
        left_out.push(description.to_owned());
        return;
    };
    let table = table(&rewritten, &definitions);
    for test in group["tests"].as_array().unwrap() {
        let expected = test["valid"].as_bool().unwrap();
        let valid = table.is_valid(&test["data"]);
        let violations = table.violations(&test["data"]);
        if valid == expected && violations.is_empty() == expected {
            *passed += 1;
        } else {
            let name = &test["description"];
            failures.push(format!(
                "{file}: {description}: {name}: {valid}, {violations:?}"
            ));
        }
    }
}
