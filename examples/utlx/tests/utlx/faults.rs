//! U21: edge cases, many calls at once, and a daemon that is down, slow, restarted, or says garbage: every call ends in
//! time with the right code.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::mock_daemon::{MockDaemon, Reply};
use crate::server::{Server, Setup, envelope_of};
use crate::stand_in::StandInProcess;

fn calls_to_daemon() -> [(&'static str, Value); 4] {
    [
        (
            "get_input_schema",
            json!({"source": "{\"type\": \"object\"}", "format": "json-schema"}),
        ),
        ("validate_utlx", json!({"transformation": "1"})),
        (
            "infer_output_schema",
            json!({"transformation": "1", "inputSchema": {}}),
        ),
        ("execute_transformation", crate::envelope::execution()),
    ]
}

const CONFIG: &str = "daemon: {timeout: 800, retry_attempts: 2}\n";

#[test]
fn u21_every_call_ends_in_time_with_the_right_code() {
    let situations = [
        (Reply::Silence, "TIMEOUT"),
        (Reply::Close, "DAEMON_CONNECTION_ERROR"),
        (Reply::Half, "DAEMON_CONNECTION_ERROR"),
        (
            Reply::Garbage(b"\x16\x03\x01\x02\x00\x01\x00\x01"),
            "DAEMON_CONNECTION_ERROR",
        ),
        (Reply::Text(200, "<html>Hello</html>"), "INTERNAL_ERROR"),
        (Reply::Text(200, "{\"valid\": tru"), "INTERNAL_ERROR"),
        (Reply::Json(200, json!([1, 2])), "INTERNAL_ERROR"),
        (Reply::Json(500, json!(null)), "INTERNAL_ERROR"),
    ];
    // Silence takes as long as the time limit, so all wait at once.
    std::thread::scope(|scope| {
        for dialect in ["seed", "utlx-1"] {
            for (reply, code) in &situations {
                scope.spawn(move || assert_every_call_fails(dialect, reply, code));
            }
        }
    });
}

/// Every call of a daemon that always answers so ends in time with this code.
fn assert_every_call_fails(dialect: &str, reply: &Reply, code: &str) {
    let daemon = MockDaemon::always(reply.clone());
    let config = CONFIG.replace('{', &format!("{{dialect: {dialect}, "));
    let mut server = Setup::new().daemon(&daemon.url()).config(&config).start();
    for (tool, arguments) in calls_to_daemon() {
        let started = Instant::now();
        let error = server.failure(tool, arguments);
        assert_eq!(error["code"], code, "{dialect}, {tool}, {reply:?}: {error}");
        assert!(
            started.elapsed() < Duration::from_secs(5),
            "{dialect}, {tool}, {reply:?}"
        );
    }
}

#[test]
fn u21_a_daemon_that_comes_up_during_a_call_answers_it() {
    let port = TcpListener::bind("127.0.0.1:0")
        .expect("a port")
        .local_addr()
        .expect("has an address")
        .port();
    let url = format!("http://127.0.0.1:{port}");
    let config = "daemon: {timeout: 10000, retry_attempts: 10}\n";
    let mut server = Setup::new().daemon(&url).config(config).start();
    let late = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(400));
        StandInProcess::start(&format!("127.0.0.1:{port}"))
    });
    let data = server.data(
        "validate_utlx",
        json!({"transformation": "%utlx 1.0\n---\n1"}),
    );
    assert_eq!(data["valid"], true);
    drop(late.join().expect("is started"));
    // Now it is down again.
    assert_eq!(
        server.code("validate_utlx", json!({"transformation": "1"})),
        "DAEMON_CONNECTION_ERROR"
    );
}

#[test]
fn u21_a_daemon_that_is_restarted_during_a_call_is_asked_again() {
    let daemon = MockDaemon::start(|_, before| match before {
        0 | 1 => Reply::Close,
        _ => Reply::Json(200, json!({"valid": true})),
    });
    let mut server = Setup::new().daemon(&daemon.url()).config(CONFIG).start();
    let data = server.data("validate_utlx", json!({"transformation": "1"}));
    assert_eq!(data["valid"], true);
    assert_eq!(daemon.asked().len(), 3);
}

#[test]
fn u21_local_tools_need_no_daemon() {
    let mut server = Server::start();
    server.data("get_stdlib_functions", json!({"search": "map"}));
    server.data(
        "get_examples",
        json!({"inputFormat": "xml", "outputFormat": "json"}),
    );
    server.data(
        "get_input_schema",
        json!({"source": "syntax = \"proto3\"; message A { string b = 1; }", "format": "protobuf"}),
    );
}

#[test]
fn u21_many_calls_at_once_get_their_own_answers() {
    let daemon = MockDaemon::start(|asked, _| {
        std::thread::sleep(Duration::from_millis(50));
        let output = asked.json()["input"].clone();
        Reply::Json(200, json!({"success": true, "output": output}))
    });
    let mut server = Setup::new().daemon(&daemon.url()).start();
    let calls: Vec<(&str, Value)> = (0..60)
        .map(|number| {
            let mut arguments = crate::envelope::execution();
            arguments["inputData"] = json!(format!("input {number}"));
            ("execute_transformation", arguments)
        })
        .collect();
    let started = Instant::now();
    let results = server.call_at_once(&calls);
    assert!(
        started.elapsed() < Duration::from_secs(3),
        "they run side by side"
    );
    for (number, result) in results.iter().enumerate() {
        assert_eq!(
            envelope_of(result)["data"]["output"],
            format!("input {number}")
        );
    }
}

#[test]
fn u21_empty_data_and_malformed_schemas() {
    let stand_in = crate::stand_in::start_stand_in();
    let mut server = Setup::new().daemon(&stand_in).start();
    for (source, format) in [
        (" ", "json"),
        ("", "csv"),
        ("{", "json"),
        ("<a><b></a>", "xml"),
        ("<a/><b/>", "xml"),
        ("<a>", "xml"),
        ("<a b=\"&unknown;\"/>", "xml"),
        ("a: [", "yaml"),
        ("a,b\n1\n", "csv"),
        ("{\"type\": \"strnig\"}", "json-schema"),
        ("{\"properties\": []}", "json-schema"),
        ("<xs:schema", "xsd"),
        ("<a/>", "xsd"),
        ("message {", "protobuf"),
        ("[1", "avro"),
    ] {
        let code = server.code(
            "get_input_schema",
            json!({"source": source, "format": format}),
        );
        let expected = if source.is_empty() {
            "INVALID_INPUT"
        } else {
            "PARSE_ERROR"
        };
        assert_eq!(code, expected, "{source:?} as {format}");
    }
    for (source, format, summary) in [
        ("{}", "json", "JSON object without properties"),
        ("[]", "json", "Empty JSON array"),
        ("null", "json", "JSON value of type null"),
        (
            "<a/>",
            "xml",
            "XML document with a root element of type string",
        ),
    ] {
        let data = server.data(
            "get_input_schema",
            json!({"source": source, "format": format}),
        );
        assert_eq!(data["summary"], summary);
    }
}

#[test]
fn u21_hostile_sources_end_soon() {
    let stand_in = crate::stand_in::start_stand_in();
    let mut server = Setup::new().daemon(&stand_in).start();
    let deep_json = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    let deep_xml = format!("{}{}", "<a>".repeat(100_000), "</a>".repeat(100_000));
    let bomb = format!(
        "a: &a [x,x]\n{}",
        (0..40)
            .map(|n| format!(
                "a{n}: &a{n} [*a{},*a{}]\n",
                if n == 0 {
                    String::new()
                } else {
                    (n - 1).to_string()
                },
                if n == 0 {
                    String::new()
                } else {
                    (n - 1).to_string()
                }
            ))
            .collect::<String>()
    );
    let entities =
        "<!DOCTYPE a [<!ENTITY b \"bbbb\"><!ENTITY c \"&b;&b;\">]><a>&c;&c;</a>".to_owned();
    let keys: Vec<String> = (0..50_000)
        .map(|n| format!("\"k{n}\": {{\"v\": {n}}}"))
        .collect();
    let wide = format!("{{{}}}", keys.join(","));
    for (source, format) in [
        (deep_json, "json"),
        (deep_xml, "xml"),
        (bomb, "yaml"),
        (entities, "xml"),
        (wide, "json"),
    ] {
        let started = Instant::now();
        let result = server.call(
            "get_input_schema",
            json!({"source": source, "format": format}),
        );
        assert!(started.elapsed() < Duration::from_secs(10), "{format}");
        let envelope = envelope_of(&result);
        assert!(envelope["success"].is_boolean());
    }
    let mut server = Setup::new()
        .config("tools: {get_input_schema: {max_source_bytes: 1000}}\n")
        .start();
    let error = server.failure(
        "get_input_schema",
        json!({"source": "x".repeat(1001), "format": "csv"}),
    );
    assert_eq!(error["code"], "INVALID_INPUT");
}

#[cfg(unix)]
#[test]
fn u21_a_fifo_as_a_file_of_the_operator_is_an_error_and_no_freeze() {
    let setup = Setup::new();
    let fifo = setup.home().join("fifo");
    let made = std::process::Command::new("mkfifo").arg(&fifo).status();
    assert!(made.expect("mkfifo runs").success());
    let path = fifo.display().to_string();
    let mut server = setup.variable("FUNCTION_REGISTRY_PATH", path).start();
    let started = Instant::now();
    let calls: Vec<(&str, Value)> = (0..8)
        .map(|_| ("get_stdlib_functions", json!({"search": "trim"})))
        .collect();
    for result in server.call_at_once(&calls) {
        let message = envelope_of(&result)["error"]["message"].to_string();
        assert!(message.contains("it is not a regular file"), "{message}");
    }
    assert!(started.elapsed() < Duration::from_secs(5));
}
