//! U3 and U4: the seven codes, and what leads to each.

use serde_json::{Value, json};

use crate::envelope::execution;
use crate::mock_daemon::{MockDaemon, Reply};
use crate::server::{Server, Setup};

fn server_with(reply: Reply) -> Server {
    let daemon = MockDaemon::always(reply);
    Setup::new()
        .daemon(&daemon.url())
        .config("daemon: {timeout: 700, retry_attempts: 1}\n")
        .start()
}

fn validation() -> Value {
    json!({"transformation": "%utlx 1.0\ninput json\noutput json\n---\n$input"})
}

fn inference() -> Value {
    json!({"transformation": "{ a: $input.b", "inputSchema": {"type": "object"}})
}

#[test]
fn u03_daemon_connection_error() {
    let error = Server::start().failure("validate_utlx", validation());
    assert_eq!(error["code"], "DAEMON_CONNECTION_ERROR");
    let message = error["message"].as_str().expect("is text");
    assert!(message.contains("http://127.0.0.1:1"), "{message}");
    assert!(message.contains("UTLX_DAEMON_URL"), "{message}");
}

#[test]
fn u03_invalid_input() {
    assert_eq!(
        Server::start().code("validate_utlx", json!({})),
        "INVALID_INPUT"
    );
}

#[test]
fn u03_timeout() {
    let mut server = server_with(Reply::Silence);
    assert_eq!(server.code("validate_utlx", validation()), "TIMEOUT");
}

#[test]
fn u03_parse_error() {
    let mut server = Server::start();
    let code = server.code(
        "get_input_schema",
        json!({"source": "{\"a\": ", "format": "json"}),
    );
    assert_eq!(code, "PARSE_ERROR");
}

#[test]
fn u03_validation_error() {
    let problem = json!({"error": {"code": "VALIDATION_ERROR", "message": "unexpected end", "line": 1, "column": 14}});
    let error = server_with(Reply::Json(422, problem)).failure("infer_output_schema", inference());
    assert_eq!(error["code"], "VALIDATION_ERROR");
    assert_eq!(error["details"]["line"], 1);
    let message = error["message"].as_str().expect("is text");
    assert!(message.starts_with("unexpected end Line 1: "), "{message}");
}

#[test]
fn u03_execution_error() {
    let problem = json!({"error": {"message": "out of memory"}});
    let error =
        server_with(Reply::Json(500, problem)).failure("execute_transformation", execution());
    assert_eq!(
        (&error["code"], &error["message"]),
        (&json!("EXECUTION_ERROR"), &json!("out of memory"))
    );
}

#[test]
fn u03_internal_error() {
    let error = server_with(Reply::Json(200, json!({"nothing": true})))
        .failure("validate_utlx", validation());
    assert_eq!(error["code"], "INTERNAL_ERROR");
    let cause = error["details"]["cause"].as_str().expect("is told");
    assert!(cause.contains("valid"), "{cause}");
}

/// What a daemon says or does, and the code that comes of it, by tool.
#[test]
fn u04_each_situation_has_its_code() {
    let seed_problem = |code: &str| json!({"error": {"code": code, "message": "no"}});
    let schema = || json!({"source": "{\"type\": \"object\"}", "format": "json-schema"});
    let table = [
        (
            "get_input_schema",
            schema(),
            Reply::Json(400, seed_problem("PARSE_ERROR")),
            "PARSE_ERROR",
        ),
        (
            "get_input_schema",
            schema(),
            Reply::Json(400, json!({"error": {"message": "no"}})),
            "PARSE_ERROR",
        ),
        (
            "get_input_schema",
            schema(),
            Reply::Json(500, json!({"error": {"message": "no"}})),
            "INTERNAL_ERROR",
        ),
        (
            "infer_output_schema",
            inference(),
            Reply::Json(400, json!({"error": {"message": "no"}})),
            "VALIDATION_ERROR",
        ),
        (
            "infer_output_schema",
            inference(),
            Reply::Text(500, "oops"),
            "INTERNAL_ERROR",
        ),
        (
            "validate_utlx",
            validation(),
            Reply::Text(404, "not here"),
            "INTERNAL_ERROR",
        ),
        (
            "validate_utlx",
            validation(),
            Reply::Text(504, "slow"),
            "TIMEOUT",
        ),
        (
            "validate_utlx",
            validation(),
            Reply::Text(503, "later"),
            "DAEMON_CONNECTION_ERROR",
        ),
        (
            "execute_transformation",
            execution(),
            Reply::Json(422, seed_problem("UNSUPPORTED")),
            "EXECUTION_ERROR",
        ),
        (
            "execute_transformation",
            execution(),
            Reply::Close,
            "DAEMON_CONNECTION_ERROR",
        ),
    ];
    for (tool, arguments, reply, code) in table {
        let shown = format!("{tool}: {reply:?}");
        assert_eq!(server_with(reply).code(tool, arguments), code, "{shown}");
    }
}

#[test]
fn u04_the_other_dialect_has_the_same_codes() {
    let failed = |key: &str| json!({"success": false, "error": "Parse error at line 1, column 4", key: 0, "schemaFormat": "json-schema"});
    let schema = json!({"source": "{\"type\": \"object\"}", "format": "json-schema"});
    let table = [
        (
            "get_input_schema",
            schema.clone(),
            Reply::Json(500, failed("x")),
            "PARSE_ERROR",
        ),
        (
            "get_input_schema",
            schema,
            Reply::Json(200, failed("x")),
            "PARSE_ERROR",
        ),
        (
            "infer_output_schema",
            inference(),
            Reply::Json(400, failed("x")),
            "VALIDATION_ERROR",
        ),
        (
            "infer_output_schema",
            inference(),
            Reply::Json(500, json!({"error": "E", "message": "m"})),
            "INTERNAL_ERROR",
        ),
        (
            "execute_transformation",
            execution(),
            Reply::Json(500, json!({"error": "E", "message": "m"})),
            "EXECUTION_ERROR",
        ),
        (
            "validate_utlx",
            validation(),
            Reply::Json(400, json!({"error": "E", "message": "m"})),
            "INTERNAL_ERROR",
        ),
    ];
    for (tool, arguments, reply, code) in table {
        let shown = format!("{tool}: {reply:?}");
        let daemon = MockDaemon::always(reply);
        let mut server = Setup::new()
            .daemon(&daemon.url())
            .config("daemon: {dialect: utlx-1, retry_attempts: 0}\n")
            .start();
        assert_eq!(server.code(tool, arguments), code, "{shown}");
    }
}
