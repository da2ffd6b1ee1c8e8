//! The tools of a server against a spec, a recorded list and the JSON of `tools/list`.

use std::path::Path;

use serde_json::{Value, json};

use crate::client::Probe;
use crate::targets::petstore;

fn petstore_folder() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../generated/petstore");
    folder.display().to_string()
}

fn compare(probe: &mut Probe, file: &str) -> Value {
    probe.success("compare_schemas", json!({ "file": file }))
}

#[test]
fn a_server_has_the_tools_of_its_spec() {
    let mut probe = Probe::connected_to(&petstore());
    let answer = compare(&mut probe, &format!("{}/petstore.yaml", petstore_folder()));
    assert_eq!(answer["matches"], true, "{answer:#}");
    assert_eq!(answer["expected"]["kind"], "spec");
    assert_eq!(answer["expected"]["total_tools"], 12);
    assert_eq!(answer["metadata"]["total_tools"], 12);
}

#[test]
fn a_server_is_held_to_recorded_lists() {
    let mut probe = Probe::connected_to(&petstore());
    let now = compare(
        &mut probe,
        &format!("{}/history/1.0.0.json", petstore_folder()),
    );
    assert_eq!(now["matches"], true, "{now:#}");
    assert_eq!(
        (&now["expected"]["kind"], &now["expected"]["version"]),
        (&json!("recorded_list"), &json!("1.0.0"))
    );
    let before = compare(
        &mut probe,
        &format!("{}/history/0.9.0.json", petstore_folder()),
    );
    assert_eq!(before["matches"], false, "{before:#}");
    let changes = before["changes"].as_array().expect("is a list");
    // The words are those of `toolwright diff`.
    let known = |change: &Value| {
        let rule = change["rule"].as_str().unwrap_or_default();
        toolwright_codegen::diff::Rule::by_id(rule).is_some()
    };
    assert!(
        !changes.is_empty() && changes.iter().all(known),
        "{before:#}"
    );
    let counts = before["counts"].as_object().expect("is an object");
    let counted: u64 = counts.values().filter_map(Value::as_u64).sum();
    assert_eq!(counted, changes.len() as u64);
}

#[test]
fn a_server_is_held_to_the_json_of_its_list() {
    let mut probe = Probe::connected_to(&petstore());
    let listed = probe.success("list_tools", json!({}));
    let mut tools: Vec<Value> = listed["tools"]
        .as_array()
        .expect("is a list")
        .iter()
        .map(|tool| {
            let mut tool = tool.clone();
            let members = tool.as_object_mut().expect("is an object");
            let schema = members.remove("input_schema").expect("there is one");
            members.insert("inputSchema".to_owned(), schema);
            tool
        })
        .collect();
    let folder = tempfile::tempdir().expect("a directory");
    let file = folder.path().join("tools.json");
    let path = file.display().to_string();
    let write = |tools: &[Value]| {
        std::fs::write(&file, json!({ "tools": tools }).to_string()).expect("is writable");
    };
    write(&tools);
    assert_eq!(compare(&mut probe, &path)["matches"], true);

    tools[0]["inputSchema"]["required"] = json!(["status"]);
    tools.remove(1);
    tools.push(json!({"name": "gone", "description": "", "inputSchema": {"type": "object", "properties": {}}}));
    write(&tools);
    let answer = compare(&mut probe, &path);
    let rules: Vec<&str> = answer["changes"]
        .as_array()
        .expect("is a list")
        .iter()
        .filter_map(|change| change["rule"].as_str())
        .collect();
    for rule in ["tool-removed", "tool-added"] {
        assert!(rules.contains(&rule), "{rule}: {answer:#}");
    }
    assert_eq!(answer["changes"][0]["class"], "breaking", "{answer:#}");
}

#[test]
fn a_file_that_is_no_list_is_an_error_that_says_so() {
    let mut probe = Probe::connected_to(&petstore());
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    for file in ["/no/such/file.json", manifest, "/dev/zero", "/"] {
        let answer = probe.failure(
            "compare_schemas",
            json!({ "file": file }),
            "invalid_arguments",
        );
        assert!(
            answer["error"]["message"]
                .as_str()
                .is_some_and(|text| text.contains(file)),
            "{answer}"
        );
    }
}
