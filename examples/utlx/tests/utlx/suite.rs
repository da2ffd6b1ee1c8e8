//! A small suite as files.

use serde_json::{Value, json};

use crate::server::Setup;

pub(crate) const GOOD: &str = "name: good\ndescription: Adds numbers\ninput: {format: json, data: '[1]'}\ntransformation: |\n  %utlx 1.0\n  ---\n  \
    sum($input)\nexpected: {format: json, data: '1'}\n";

/// A server over a suite of these files.
pub(crate) fn setup_with(files: &[(&str, &str)]) -> Setup {
    let mut setup = Setup::new();
    for (path, content) in files {
        setup = setup.file(&format!("suite/{path}"), content);
    }
    setup.variable("CONFORMANCE_SUITE_PATH", "suite")
}

fn examples(setup: Setup) -> Value {
    let mut server = setup.start();
    server.data(
        "get_examples",
        json!({"inputFormat": "json", "outputFormat": "json", "limit": 50}),
    )
}

#[test]
fn u19_one_bad_file_breaks_nothing() {
    let data = examples(setup_with(&[
        ("a/good.yaml", GOOD),
        ("a/not_yaml.yaml", "name: [\n"),
        ("a/list.yaml", "- 1\n"),
        ("a/no_transformation.yaml", "name: x\n"),
        ("a/note.md", "# no case"),
        ("b/no_name.yaml", "transformation: $input\n"),
        (
            "b/damaged.yaml",
            "name: damaged\ninput:\n  format: json\n  data: \"\\\"\\\\\"x\\\\\"\\\"\"\ntransformation: |\n  upper($input)\n",
        ),
    ]));
    let names: Vec<&str> = data["examples"]
        .as_array()
        .expect("is a list")
        .iter()
        .filter_map(|it| it["name"].as_str())
        .collect();
    assert_eq!(
        names,
        ["good", "damaged"],
        "a damaged file is read in part, and one without formats fits no call"
    );
    assert_eq!(data["indexed"]["files"], 6);
    assert_eq!(data["indexed"]["cases"], 3);
    let mut server = setup_with(&[(
        "b/no_name.yaml",
        "description: unnamed\ntransformation: $input\n",
    )])
    .start();
    let data = server.data(
        "get_examples",
        json!({"inputFormat": "json", "outputFormat": "json", "description": "unnamed"}),
    );
    assert_eq!(
        data["examples"][0]["name"], "no_name",
        "it has the name of its file"
    );
}

#[test]
fn u19_a_case_may_have_several_inputs_or_expect_an_error() {
    let several = "name: several\ninputs:\n  a: {format: xml, data: <a/>}\n  b: {format: json, data: {x: 1}}\ntransformation: merge($a, $b)\nerror_expected: {type: parse, message_pattern: nope}\n";
    let data = examples(setup_with(&[("several.yaml", several)]));
    let example = &data["examples"][0];
    assert_eq!(
        example["input"],
        "a (xml):\n<a/>\n\nb (json):\n{\n  \"x\": 1\n}"
    );
    assert!(
        example["output"]
            .as_str()
            .expect("is text")
            .starts_with("Error: "),
        "{example}"
    );
}

#[test]
fn u19_an_empty_suite_and_a_missing_one() {
    let data = examples(
        Setup::new()
            .file("suite/README.md", "")
            .variable("CONFORMANCE_SUITE_PATH", "suite"),
    );
    assert_eq!(data["examples"], json!([]));
    let mut server = Setup::new()
        .variable("CONFORMANCE_SUITE_PATH", "no/such")
        .start();
    let error = server.failure(
        "get_examples",
        json!({"inputFormat": "json", "outputFormat": "json"}),
    );
    assert_eq!(error["code"], "INTERNAL_ERROR");
    assert!(
        error["message"]
            .as_str()
            .expect("is text")
            .contains("CONFORMANCE_SUITE_PATH"),
        "{error}"
    );
}
