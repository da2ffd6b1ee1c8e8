//! What a server writes to standard error.

use serde_json::{Value as Json, json};

use crate::support::{Client, Http, call, pets, server};

fn lines(errors: &str) -> Vec<Json> {
    let parse = |line| serde_json::from_str(line).unwrap_or_else(|_| panic!("not JSON: {line}"));
    errors.lines().map(parse).collect()
}

#[test]
fn logs_are_json_if_asked_for() {
    let arguments = ["--upstream", "builtin", "--log", "debug"];
    let environment = [("PETS_LOG_FORMAT", "json"), ("PETS_TOKEN", "hidden-secret")];
    let mut server = Http::start_in(&environment, &arguments);
    server.post(&[], &call(1, "get_pet", json!({"petId": 1987654321})));
    server.post(
        &[],
        &call(2, "create_pet", json!({"name": "\"quoted\"\nAda"})),
    );
    server.post(&[], &call(3, "create_pet", json!({})));
    let errors = server.end();
    assert!(!errors.contains("hidden-secret") && !errors.contains("quoted"));
    let lines = lines(&errors);
    for line in &lines {
        let stamp = line["timestamp"].as_str().expect("has a time");
        assert!(stamp.len() == 27 && stamp.ends_with('Z'), "{line}");
        assert!(
            line["level"].is_string() && line["target"].is_string(),
            "{line}"
        );
    }
    let url = format!("http://{}/mcp", server.authority);
    let listening = lines.iter().find(|line| line["fields"]["url"] == url);
    assert!(listening.is_some(), "{errors}");
    let called: Vec<_> = lines
        .iter()
        .filter(|line| line["message"] == "called")
        .collect();
    assert_eq!(called.len(), 3, "{errors}");
    let span = &called[0]["spans"][0];
    assert_eq!(span["name"], "tools/call");
    assert_eq!(span["mcp.method.name"], "tools/call");
    assert_eq!(span["gen_ai.tool.name"], "get_pet");
    assert_eq!(span["toolwright.outcome"], "ok");
    assert_eq!(called[2]["spans"][0]["error.type"], "tool_error");

    let mut sent = lines
        .iter()
        .filter(|line| line["message"] == "upstream call");
    let sent = sent.next().expect("a request was sent");
    let spans = sent["spans"].as_array().expect("has spans");
    assert_eq!(spans.len(), 2, "{sent}");
    assert_eq!(spans[0]["gen_ai.tool.name"], "get_pet");
    let request = &spans[1];
    assert_eq!(request["name"], "request");
    assert_eq!(request["http.request.method"], "GET");
    assert_eq!(request["url.template"], "/pets/{petId}");
    assert_eq!(request["http.response.status_code"], 200);
    assert_eq!(request["server.address"], "127.0.0.1");
    assert!(request["http.response.body.size"].as_u64() > Some(10));
    // The built-in upstream is a server of its own, and logs what it is asked.
    let own = lines
        .iter()
        .filter(|line| line["target"] != "toolwright::upstream::mock_server");
    let mut telling = own.filter(|line| line.to_string().contains("1987654321"));
    assert_eq!(telling.next(), None, "arguments are not logged");
}

#[test]
fn a_failure_is_json_too() {
    let arguments = [
        "--log-format=json",
        "--transport=http",
        "--listen=192.0.2.1:1",
        "--open",
    ];
    let mut pets = pets(&arguments);
    pets.env("PETS_TOKEN", "token-of-the-upstream");
    let output = pets.output().expect("the server starts");
    let lines = lines(&String::from_utf8_lossy(&output.stderr));
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0]["level"], "ERROR");
    let message = lines[0]["message"].as_str().expect("is text");
    assert!(
        message.contains("cannot listen on 192.0.2.1:1"),
        "{message}"
    );
}

#[test]
fn a_server_without_tools_says_so_when_it_starts() {
    let mut bare = Client::of(&mut server(env!("CARGO_BIN_EXE_bare"), "BARE_", &[]));
    bare.close_stdin();
    let (status, errors) = bare.wait();
    assert!(status.success(), "{errors}");
    let said: Vec<&str> = errors
        .lines()
        .filter(|line| line.contains("no tools"))
        .collect();
    assert_eq!(said.len(), 1, "{errors}");
    assert!(
        said[0].contains("WARN") && said[0].contains("settings"),
        "{errors}"
    );

    let mut some = Client::start(&[]);
    some.close_stdin();
    assert!(!some.wait().1.contains("no tools"));
}
