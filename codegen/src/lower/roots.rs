use serde_json::Value;

use crate::normalize::Document;

/// The lifted schemas of all that operations send.
pub(super) fn of_requests(document: &Document) -> Vec<usize> {
    of(document, |key| key != "responses")
}

/// The lifted schemas of all that operations are answered with.
pub(super) fn of_responses(document: &Document) -> Vec<usize> {
    of(document, |key| key == "responses")
}

fn of(document: &Document, holds: impl Fn(&str) -> bool) -> Vec<usize> {
    let mut found = Vec::new();
    for operation in &document.operations {
        let members = operation.value.as_object().into_iter().flatten();
        for (key, value) in members {
            if holds(key) {
                collect(value, &mut found);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn collect(value: &Value, found: &mut Vec<usize>) {
    match value {
        Value::Object(members) => {
            let stub = members.get("$ref").and_then(Value::as_str);
            let index = stub.and_then(|stub| stub.strip_prefix("#/lifted/")?.parse().ok());
            found.extend::<Option<usize>>(index);
            members.values().for_each(|value| collect(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| collect(value, found)),
        _ => {}
    }
}
