//! The server over stdio, as a client sees it.

use std::io::Write as _;
use std::time::{Duration, Instant};

use crate::support::{
    Client, SlowUpstream, answer_pet, assert_lists_pets, call, initialize, is_abandoned, modern,
    pets, request,
};
use serde_json::json;

const BUILTIN: &[&str] = &["--upstream", "builtin"];
const VERSIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

#[test]
fn speaks_every_revision_with_initialize() {
    for version in VERSIONS {
        let mut server = Client::initialized(&[], version);
        let answer = server.ask(&request(1, "tools/list", json!({})));
        assert_lists_pets(&answer);
        let tools = answer["result"]["tools"].as_array().expect("is a list");
        let tool = tools.iter().find(|tool| tool["name"] == "list_pets");
        let tool = tool.expect("is listed");
        let (here, there) = if version < "2025-06-18" {
            (&tool["annotations"]["title"], &tool["title"])
        } else {
            (&tool["title"], &tool["annotations"]["title"])
        };
        assert_eq!((here, there), (&json!("List pets"), &json!(null)));
        assert_eq!(answer["result"].get("ttlMs"), None);
    }
}

#[test]
fn names_itself() {
    let mut server = Client::start(&[]);
    let result = &server.ask(&initialize("2025-11-25"))["result"];
    let info = json!({"name": "pets", "title": "Pets", "version": "1.2.0"});
    assert_eq!(result["serverInfo"], info);
    assert_eq!(result["instructions"], "A shop that sells pets.");
    assert_eq!(result["capabilities"], json!({"tools": {}}));
}

#[test]
fn offers_the_newest_handshake_to_a_client_from_elsewhere() {
    let mut server = Client::start(&[]);
    let answer = server.ask(&initialize("1999-01-01"));
    assert_eq!(answer["result"]["protocolVersion"], "2025-11-25");
}

#[test]
fn speaks_the_revision_without_initialize() {
    let mut server = Client::start(BUILTIN);
    let answer = server.ask(&modern(request(1, "server/discover", json!({}))));
    let versions = answer["result"]["supportedVersions"].as_array();
    assert!(versions.is_some_and(|all| all.contains(&json!("2026-07-28"))));
    let answer = server.ask(&modern(request(2, "tools/list", json!({}))));
    assert_lists_pets(&answer);
    assert_eq!(answer["result"]["cacheScope"], "public");
    assert_eq!(answer["result"]["ttlMs"], 300_000);
    let answer = server.ask(&modern(call(3, "list_pets", json!({}))));
    let structured = &answer["result"]["structuredContent"];
    assert_eq!(structured[0]["name"], "Rex");
}

#[test]
fn keeps_what_is_created_in_the_builtin_upstream() {
    let mut server = Client::initialized(BUILTIN, "2025-11-25");
    let made = server.ask(&call(1, "create_pet", json!({"name": "Ada"})));
    let pet = &made["result"]["structuredContent"];
    assert_eq!(pet["name"], "Ada");
    let text = made["result"]["content"][0]["text"].as_str();
    assert_eq!(text, Some(pet.to_string().as_str()));
    let id = json!({"petId": pet["id"]});
    let read = server.ask(&call(2, "get_pet", id.clone()));
    assert_eq!(&read["result"]["structuredContent"], pet);
    let deleted = server.ask(&call(3, "delete_pet", id.clone()));
    assert_eq!(deleted["result"]["isError"], false);
    let gone = server.ask(&call(4, "get_pet", id));
    assert_eq!(gone["result"]["isError"], true);
    let text = gone["result"]["content"][0]["text"].as_str();
    assert!(text.is_some_and(|text| text.contains("was deleted")));
}

#[test]
fn frames_what_is_no_object_for_older_clients() {
    let mut server = Client::initialized(BUILTIN, "2025-11-25");
    let answer = server.ask(&call(1, "list_pets", json!({})));
    let structured = &answer["result"]["structuredContent"];
    assert_eq!(structured["result"][0]["id"], 1, "{answer}");
    let text = answer["result"]["content"][0]["text"].as_str();
    assert!(text.is_some_and(|text| text.starts_with(r#"[{"id":1"#)));
}

#[test]
fn refuses_what_is_no_call() {
    let mut server = Client::initialized(BUILTIN, "2025-11-25");
    for (params, message) in [
        (
            json!({"name": "get_pets"}),
            "unknown tool: get_pets; did you mean `get_pet`, `list_pets` or `create_pet`?",
        ),
        (json!({"name": "zzzzzz"}), "unknown tool: zzzzzz"),
        (
            json!({"name": "get_pet", "arguments": [1]}),
            "`arguments` must be an object, not an array",
        ),
        (
            json!({"name": "get_pet", "arguments": "{}"}),
            "`arguments` must be an object, not a string",
        ),
        (json!({"name": 1}), "`name` must be a string, not a number"),
        (json!({}), "`name` is missing"),
        (
            json!(null),
            "`params` of tools/call must be an object with a `name`",
        ),
    ] {
        let answer = server.ask(&request(1, "tools/call", params));
        let error = json!({"code": -32602, "message": message});
        assert_eq!(answer["error"], error);
    }
}

#[test]
fn has_one_page() {
    let mut server = Client::initialized(&[], "2025-11-25");
    let answer = server.ask(&request(1, "tools/list", json!({"cursor": "2"})));
    assert_eq!(answer["error"]["code"], -32602);
}

#[test]
fn has_no_other_capabilities() {
    let mut server = Client::initialized(&[], "2025-11-25");
    for method in [
        "prompts/list",
        "resources/list",
        "resources/templates/list",
        "made/up",
    ] {
        let answer = server.ask(&request(1, method, json!({})));
        assert_eq!(answer["error"]["code"], -32601, "{method}");
    }
}

#[test]
fn ends_with_its_input() {
    for arguments in [&[][..], BUILTIN] {
        let mut command = pets(arguments);
        let mut server = Client::of(command.env("PETS_TOKEN", "token-of-the-upstream"));
        server.initialize("2025-11-25");
        server.ask(&request(1, "tools/list", json!({})));
        let start = Instant::now();
        server.close_stdin();
        let (status, errors) = server.wait();
        assert!(status.success());
        assert_eq!(errors, "");
        assert!(start.elapsed() < Duration::from_secs(2));
    }
}

#[test]
fn ends_before_it_began() {
    let mut server = Client::start(&[]);
    server.close_stdin();
    assert!(server.wait().0.success());
    let server_waiting = &mut Client::start(&[]);
    std::thread::sleep(Duration::from_millis(200));
    server_waiting.terminate();
    assert!(server_waiting.wait().0.success());
}

#[test]
fn finishes_running_calls_when_asked_to_end() {
    let upstream = SlowUpstream::start();
    let mut server = Client::initialized(&["--upstream", &upstream.url()], "2025-11-25");
    server.send(&call(1, "get_pet", json!({"petId": 4})));
    let running = upstream.request();
    server.terminate();
    std::thread::sleep(Duration::from_millis(200));
    answer_pet(running);
    assert_eq!(
        server.receive()["result"]["structuredContent"]["name"],
        "Slow"
    );
    assert!(server.wait().0.success());
}

#[test]
fn drops_the_upstream_request_of_a_cancelled_call() {
    let upstream = SlowUpstream::start();
    let mut server = Client::initialized(&["--upstream", &upstream.url()], "2025-11-25");
    server.send(&call(1, "get_pet", json!({"petId": 4})));
    let running = upstream.request();
    server.send(
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}),
    );
    assert!(is_abandoned(running));
    assert_lists_pets(&server.ask(&request(2, "tools/list", json!({}))));
}

#[test]
fn is_silent_about_what_a_client_does() {
    let mut server = Client::initialized(BUILTIN, "2025-11-25");
    server.send(&json!({"jsonrpc": "2.0", "id": 9, "result": {}}));
    server.send(&json!({"jsonrpc": "2.0", "method": "made/up"}));
    server.ask(&call(1, "get_pet", json!({"petId": 4})));
    server.close_stdin();
    let (_, errors) = server.wait();
    assert_eq!(errors, "");
}

#[test]
fn logs_to_standard_error_without_whole_lists() {
    let mut server =
        Client::initialized(&["--log", "trace", "--upstream", "builtin"], "2025-11-25");
    server.ask(&request(1, "tools/list", json!({})));
    server.ask(&call(2, "get_pet", json!({"petId": 4})));
    server.close_stdin();
    let (_, errors) = server.wait();
    assert!(errors.contains("called tool=get_pet is_error=false"));
    assert!(!errors.contains("additionalProperties"), "{errors}");
}

#[test]
fn tells_a_client_that_asks_how_long_a_call_has_been_running() {
    let upstream = SlowUpstream::start();
    let mut server = Client::initialized(&["--upstream", &upstream.url()], "2025-11-25");
    let mut asked = call(1, "get_pet", json!({"petId": 4}));
    asked["params"]["_meta"] = json!({"progressToken": "slow"});
    server.send(&asked);
    let running = upstream.request();
    let told = server.receive();
    assert_eq!(told["method"], "notifications/progress");
    assert_eq!(told["params"]["progressToken"], "slow");
    assert_eq!(told["params"]["message"], "waiting for GET /pets/{petId}");
    answer_pet(running);
    assert_eq!(
        server.receive()["result"]["structuredContent"]["name"],
        "Slow"
    );
}

#[test]
fn the_items_of_a_stream_are_counted_as_progress() {
    let upstream = SlowUpstream::start();
    let url = upstream.url();
    let mut server = Client::initialized(&["--upstream", &url, "--timeout", "5"], "2025-11-25");
    let mut asked = call(1, "get_pet", json!({"petId": 4}));
    asked["params"]["_meta"] = json!({"progressToken": 7});
    server.send(&asked);
    let mut running = upstream.request();
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";
    write!(running, "{head}data: {{\"name\": \"A\"}}\n\n").expect("is read");
    let told = server.receive();
    assert_eq!(told["params"]["progressToken"], 7);
    assert_eq!(told["params"]["message"], "1 item so far");
    write!(running, "data: B\n\n").expect("is read");
    let later = server.receive();
    assert_eq!(later["params"]["message"], "2 items so far");
    assert!(later["params"]["progress"].as_f64() > told["params"]["progress"].as_f64());
    // It never ends, but the call does.
    let answer = loop {
        let message = server.receive();
        if message.get("result").is_some() {
            break message;
        }
    };
    let items = json!([{"data": {"name": "A"}}, {"data": "B"}]);
    assert_eq!(
        answer["result"]["structuredContent"],
        json!({ "result": items })
    );
    let content = &answer["result"]["content"];
    assert_eq!(content[0]["text"], items.to_string());
    let note = content[1]["text"].as_str().unwrap_or_default();
    assert!(
        note.starts_with("The stream had not ended after 5 s"),
        "{note}"
    );
}

#[test]
fn long_results_are_cut_and_say_so() {
    let mut server = Client::initialized(
        &["--upstream", "builtin", "--max-result-bytes", "20"],
        "2025-11-25",
    );
    for name in ["Ada", "Bob"] {
        server.ask(&call(1, "create_pet", json!({"name": name})));
    }
    let answer = server.ask(&call(2, "list_pets", json!({})));
    let content = &answer["result"]["content"];
    let note = content[1]["text"].as_str().unwrap_or_default();
    assert!(note.contains("of the list 1 of"), "{answer}");
    assert!(note.ends_with("Request less with `limit`."), "{answer}");
    let shown: serde_json::Value =
        serde_json::from_str(content[0]["text"].as_str().unwrap_or_default()).expect("is JSON");
    assert_eq!(shown.as_array().map(Vec::len), Some(1));
}
