//! U18: `get_examples`, with the sample suite.

use serde_json::{Value, json};

use crate::server::Server;

fn names(data: &Value) -> Vec<&str> {
    let examples = data["examples"].as_array().expect("is a list");
    examples
        .iter()
        .filter_map(|it| it["name"].as_str())
        .collect()
}

fn relevances(data: &Value) -> Vec<f64> {
    let examples = data["examples"].as_array().expect("is a list");
    examples
        .iter()
        .filter_map(|it| it["relevance"].as_f64())
        .collect()
}

#[test]
fn u18_the_call_of_the_seed() {
    let mut server = Server::start();
    let data = server.data(
        "get_examples",
        json!({"inputFormat": "xml", "outputFormat": "json", "functions": ["map", "filter"], "description": "transform order items to invoice", "limit": 3}),
    );
    assert_eq!(
        names(&data)[..2],
        ["xml_to_json_invoice", "xml_to_json_open_orders"]
    );
    assert_eq!(names(&data).len(), 3);
    let first = &data["examples"][0];
    for member in ["name", "description", "transformation", "input", "output"] {
        assert!(
            first[member].as_str().is_some_and(|text| !text.is_empty()),
            "{first}"
        );
    }
    let relevances = relevances(&data);
    assert!(
        relevances.is_sorted_by(|one, other| one >= other),
        "{relevances:?}"
    );
    assert!(
        relevances.iter().all(|it| (0.0..=1.0).contains(it)),
        "{relevances:?}"
    );
    assert_eq!(
        data["indexed"],
        json!({"files": 6, "cases": 6, "unreadable": 0})
    );
}

#[test]
fn u18_formats_functions_and_words_decide() {
    let mut server = Server::start();
    let mut first = |arguments: Value| {
        let data = server.data("get_examples", arguments);
        names(&data)[0].to_owned()
    };
    assert_eq!(
        first(json!({"inputFormat": "csv", "outputFormat": "json"})),
        "csv_to_json_people"
    );
    assert_eq!(
        first(json!({"inputFormat": "JSON", "outputFormat": "yml"})),
        "json_to_yaml_config"
    );
    assert_eq!(
        first(json!({"inputFormat": "json", "outputFormat": "json", "functions": ["sum"]})),
        "json_to_json_totals"
    );
    assert_eq!(
        first(
            json!({"inputFormat": "json", "outputFormat": "json", "description": "select the email of a customer"})
        ),
        "json_to_json_contact"
    );
    // Words are stemmed.
    assert_eq!(
        first(
            json!({"inputFormat": "xml", "outputFormat": "json", "description": "keeping opened orders"})
        ),
        "xml_to_json_open_orders"
    );
}

#[test]
fn u18_the_default_limit_is_five() {
    let mut server = Server::start();
    let data = server.data(
        "get_examples",
        json!({"inputFormat": "json", "outputFormat": "json"}),
    );
    assert_eq!(names(&data).len(), 5);
    assert_eq!(
        server.code("get_examples", json!({"inputFormat": "json"})),
        "INVALID_INPUT"
    );
}
