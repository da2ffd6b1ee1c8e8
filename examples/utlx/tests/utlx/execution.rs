//! U17: `execute_transformation`.

use serde_json::json;

use crate::mock_daemon::{MockDaemon, Reply};
use crate::server::Setup;
use crate::stand_in::start_stand_in;

#[test]
fn u17_the_example_of_the_seed_has_no_header() {
    let stand_in = start_stand_in();
    for dialect in ["seed", "utlx-1"] {
        let config = format!("daemon: {{dialect: {dialect}}}\n");
        let mut server = Setup::new().daemon(&stand_in).config(&config).start();
        let data = server.data(
            "execute_transformation",
            json!({
                "transformation": "{\n    name: $input.customer.name,\n    email: $input.customer.email\n  }",
                "inputData": "{\"customer\": {\"name\": \"John\", \"email\": \"john@example.com\"}}",
                "inputFormat": "json",
                "outputFormat": "json",
            }),
        );
        assert_eq!(data["success"], true);
        assert_eq!(
            data["output"],
            "{\"name\": \"John\", \"email\": \"john@example.com\"}"
        );
        assert!(data["executionTime"].as_f64().expect("is a number") >= 0.0);
    }
}

#[test]
fn u17_the_request_has_the_form_of_the_dialect() {
    let call = json!({"transformation": "$input.a", "inputData": "<a/>", "inputFormat": "xml", "outputFormat": "csv"});
    let daemon = MockDaemon::always(Reply::Json(
        200,
        json!({"success": true, "output": "x", "executionTime": 12}),
    ));
    let mut server = Setup::new().daemon(&daemon.url()).start();
    let data = server.data("execute_transformation", call.clone());
    assert_eq!(
        data,
        json!({"success": true, "output": "x", "executionTime": 12})
    );
    let asked = daemon.only_request();
    assert_eq!(asked.path, "/api/execute");
    let body = json!({"transformation": "$input.a", "input": "<a/>", "inputFormat": "xml", "outputFormat": "csv"});
    assert_eq!(asked.json(), body);
    let daemon = MockDaemon::always(Reply::Json(
        400,
        json!({"success": false, "error": "Parse error at line 5, column 8", "executionTimeMs": 3}),
    ));
    let mut server = Setup::new()
        .daemon(&daemon.url())
        .config("daemon: {dialect: utlx-1}\n")
        .start();
    let data = server.data("execute_transformation", call);
    let body = json!({"utlx": "%utlx 1.0\ninput xml\noutput csv\n---\n$input.a", "input": "<a/>", "inputFormat": "xml", "outputFormat": "csv"});
    assert_eq!(daemon.only_request().json(), body);
    // The header was added here, so the place is that of the text that was sent to the tool.
    let error = json!({"message": "Parse error at line 5, column 8", "line": 1, "column": 8});
    assert_eq!(
        data,
        json!({"success": false, "error": error, "executionTime": 3})
    );
}

#[test]
fn u17_errors_have_context() {
    let answer = json!({"success": false, "executionTime": 1, "error": {
        "message": "no such function: uper", "line": 5, "column": 3, "stackTrace": "at main\nat uper"}});
    let daemon = MockDaemon::always(Reply::Json(200, answer));
    let mut server = Setup::new().daemon(&daemon.url()).start();
    let data = server.data(
        "execute_transformation",
        json!({"transformation": "%utlx 1.0\ninput json\noutput json\n---\nuper($input.a)", "inputData": "{}", "inputFormat": "json", "outputFormat": "json"}),
    );
    assert_eq!(
        data["error"],
        json!({
            "message": "no such function: uper", "line": 5, "column": 3, "stackTrace": "at main\nat uper",
            "suggestion": "There is no function `uper`. Did you mean `upper`?",
        })
    );
}

#[test]
fn u17_an_execution_has_its_own_time() {
    let daemon = MockDaemon::always(Reply::Silence);
    let config = "daemon: {timeout: 60000}\ntools: {execute_transformation: {timeout: 300}}\n";
    let mut server = Setup::new().daemon(&daemon.url()).config(config).start();
    let started = std::time::Instant::now();
    assert_eq!(
        server.code("execute_transformation", crate::envelope::execution()),
        "TIMEOUT"
    );
    assert!(started.elapsed() < std::time::Duration::from_secs(5));
}

#[test]
fn u17_input_and_output_have_a_limit() {
    let daemon = MockDaemon::start(|asked, _| match asked.body.len() {
        0..=1000 => Reply::Json(200, json!({"success": true, "output": "x".repeat(2 << 20)})),
        _ => Reply::Json(200, json!({"success": true, "output": "x"})),
    });
    let config = "tools: {execute_transformation: {max_memory_mb: 1}}\n";
    let mut server = Setup::new().daemon(&daemon.url()).config(config).start();
    let mut call = crate::envelope::execution();
    let error = server.failure("execute_transformation", call.clone());
    assert_eq!(error["code"], "INTERNAL_ERROR");
    assert!(
        error["message"]
            .as_str()
            .expect("is text")
            .contains("too large"),
        "{error}"
    );
    call["inputData"] = json!("x".repeat((1 << 20) + 1));
    let error = server.failure("execute_transformation", call);
    assert_eq!(error["code"], "INVALID_INPUT");
    assert!(
        error["message"]
            .as_str()
            .expect("is text")
            .contains("max_memory_mb"),
        "{error}"
    );
}

#[test]
fn u17_a_slow_execution_is_told() {
    let daemon = MockDaemon::start(|_, _| {
        std::thread::sleep(std::time::Duration::from_millis(1200));
        Reply::Json(
            200,
            json!({"success": true, "output": "1", "executionTime": 1150}),
        )
    });
    let mut server = Setup::new().daemon(&daemon.url()).start();
    let data = server.data("execute_transformation", crate::envelope::execution());
    assert_eq!(data["executionTime"], 1150);
    assert!(
        data["warnings"][0]
            .as_str()
            .expect("is told")
            .starts_with("The execution took "),
        "{data}"
    );
}
