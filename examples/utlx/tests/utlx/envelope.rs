//! U1 and U2: the tools, and one envelope for everything that they say.

use serde_json::{Value, json};

use crate::mock_daemon::{MockDaemon, Reply};
use crate::server::{Server, Setup, envelope_of};

#[test]
fn u01_there_are_six_tools() {
    let mut server = Server::start();
    let list = server.request("tools/list", json!({}));
    let tools = list["tools"].as_array().expect("is a list");
    let names: Vec<&str> = tools
        .iter()
        .filter_map(|tool| tool["name"].as_str())
        .collect();
    assert_eq!(
        names,
        [
            "execute_transformation",
            "get_examples",
            "get_input_schema",
            "get_stdlib_functions",
            "infer_output_schema",
            "validate_utlx"
        ]
    );
    for tool in tools {
        let schema = &tool["inputSchema"];
        assert_eq!(schema["type"], "object", "{tool}");
        assert_eq!(
            tool["outputSchema"]["required"],
            json!(["success", "data"]),
            "{tool}"
        );
    }
    let execute = tools
        .iter()
        .find(|tool| tool["name"] == "execute_transformation");
    let execute = &execute.expect("is listed")["inputSchema"];
    let required = json!(["transformation", "inputData", "inputFormat", "outputFormat"]);
    assert_eq!(execute["required"], required);
}

#[test]
fn u02_successes_have_the_envelope() {
    let mut server = Server::start();
    let result = server.call("get_stdlib_functions", json!({"limit": 1}));
    let envelope = envelope_of(&result);
    assert_eq!(envelope["success"], true);
    assert!(envelope["data"]["functions"].is_array());
    assert_eq!(envelope.as_object().map(serde_json::Map::len), Some(2));
}

#[test]
fn u02_failures_have_the_envelope_also_if_no_handler_ran() {
    let mut server = Server::start();
    for arguments in [
        json!({}),
        json!({"source": "{}", "format": "docx"}),
        json!({"source": 7, "format": "json"}),
        json!({"source": "{}", "format": "json", "colour": "red"}),
    ] {
        let error = server.failure("get_input_schema", arguments.clone());
        assert_eq!(error["code"], "INVALID_INPUT", "{arguments}");
        let violations = error["details"]["violations"].as_array().expect("are told");
        assert!(
            violations.iter().all(|it| it["message"].is_string()),
            "{error}"
        );
    }
    let error = server.failure("get_input_schema", json!({"source": "{}", "formt": "json"}));
    let message = error["message"].as_str().expect("is text");
    assert!(message.contains("did you mean `format`?"), "{message}");
}

#[test]
fn u02_an_error_of_a_transformation_is_data() {
    let daemon = MockDaemon::always(Reply::Json(
        200,
        json!({"success": false, "error": {"message": "division by zero", "line": 6, "column": 3}, "executionTime": 4}),
    ));
    let mut server = Setup::new().daemon(&daemon.url()).start();
    let data = server.data("execute_transformation", execution());
    assert_eq!(data["success"], false);
    assert_eq!(
        data["error"],
        json!({"message": "division by zero", "line": 6, "column": 3})
    );
}

pub(crate) fn execution() -> Value {
    json!({
        "transformation": "%utlx 1.0\ninput json\noutput json\n---\n{ a: 1 / $input.b }",
        "inputData": "{\"b\": 0}",
        "inputFormat": "json",
        "outputFormat": "json",
    })
}
