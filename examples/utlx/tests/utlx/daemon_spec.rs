//! `utlx-1.yaml` against the document of the daemon: the same operations, parameters, properties, types and statuses.
//! Descriptions are our own, and are not compared.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Map, Value};
use toolwright_tests::shared;

/// YAML as JSON: the compiler's own reader is not part of its API, so the two documents are read by a small one here.
fn read_yaml(path: &Path) -> Value {
    let text = fs::read_to_string(path).expect("can be read");
    crate::oracles::parse_yaml(&text)
}

/// The operations of a document, by method and path, with references resolved and texts for people left out.
fn operations(document: &Value) -> BTreeMap<String, Value> {
    let mut operations = BTreeMap::new();
    for (path, item) in document["paths"].as_object().expect("has paths") {
        for (method, operation) in item.as_object().expect("is an object") {
            let mut shown = Map::new();
            shown.insert("operationId".to_owned(), operation["operationId"].clone());
            let body = &operation["requestBody"];
            shown.insert("required".to_owned(), body["required"].clone());
            shown.insert("body".to_owned(), contents(document, &body["content"]));
            let responses = operation["responses"]
                .as_object()
                .expect("has responses")
                .iter();
            let responses = responses.map(|(status, response)| {
                let response = resolve(document, response);
                (status.clone(), contents(document, &response["content"]))
            });
            shown.insert("responses".to_owned(), Value::Object(responses.collect()));
            operations.insert(
                format!("{} {path}", method.to_uppercase()),
                Value::Object(shown),
            );
        }
    }
    operations
}

fn contents(document: &Value, content: &Value) -> Value {
    let types = content.as_object().into_iter().flatten();
    types
        .map(|(media_type, content)| (media_type.clone(), schema(document, &content["schema"])))
        .collect::<Map<String, Value>>()
        .into()
}

fn resolve<'d>(document: &'d Value, value: &'d Value) -> &'d Value {
    match value["$ref"].as_str() {
        Some(reference) => document
            .pointer(reference.trim_start_matches('#'))
            .expect("is there"),
        None => value,
    }
}

fn schema(document: &Value, value: &Value) -> Value {
    let value = resolve(document, value);
    let members = value.as_object().expect("is a schema").iter();
    let members = members.filter_map(|(name, value)| match name.as_str() {
        "description" | "example" => None,
        "properties" => {
            let properties = value.as_object()?.iter();
            let properties: BTreeMap<_, _> = properties
                .map(|(name, it)| (name.clone(), schema(document, it)))
                .collect();
            Some((
                name.clone(),
                Value::Object(properties.into_iter().collect()),
            ))
        }
        "items" | "additionalProperties" if value.is_object() => {
            Some((name.clone(), schema(document, value)))
        }
        _ => Some((name.clone(), value.clone())),
    });
    let sorted: BTreeMap<_, _> = members.collect();
    Value::Object(sorted.into_iter().collect())
}

#[test]
#[ignore = "needs ../shared"]
fn our_document_of_the_daemon_describes_the_same_api() {
    let shared = shared();
    let theirs = operations(&read_yaml(&shared.join("specs/dev/utlx-daemon.yaml")));
    let ours = operations(&read_yaml(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("utlx-1.yaml"),
    ));
    assert_eq!(theirs.len(), 13);
    assert_eq!(
        ours.keys().collect::<Vec<_>>(),
        theirs.keys().collect::<Vec<_>>()
    );
    for (name, theirs) in &theirs {
        assert_eq!(&ours[name], theirs, "{name}");
    }
}
