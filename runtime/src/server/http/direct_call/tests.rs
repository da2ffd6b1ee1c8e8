use axum::http::Request;
use axum::http::request::Parts;
use rmcp::model::ProtocolVersion;
use serde_json::{Value, json};

use super::PlainCall;

const BOTH_FORMS: (&str, &str) = ("accept", "application/json, text/event-stream");
const JSON: (&str, &str) = ("content-type", "application/json");
const MODERN: [(&str, &str); 3] = [
    ("mcp-protocol-version", "2026-07-28"),
    ("mcp-method", "tools/call"),
    ("mcp-name", "get_pet"),
];

fn head(headers: &[(&str, &str)]) -> Parts {
    let mut request = Request::post("/mcp");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.body(()).expect("is a request").into_parts().0
}

fn call() -> Value {
    json!({
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "get_pet", "arguments": {"petId": 1}},
    })
}

fn modern_call() -> Value {
    let mut call = call();
    call["params"]["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    call
}

fn revision(headers: &[(&str, &str)], body: &Value) -> Option<ProtocolVersion> {
    let headers = [&[BOTH_FORMS, JSON], headers].concat();
    let call = PlainCall::from_request(&head(&headers), body.to_string().as_bytes());
    call.map(|call| call.revision)
}

#[test]
fn calls_of_every_revision_are_plain() {
    assert_eq!(revision(&[], &call()), Some(ProtocolVersion::V_2025_03_26));
    let named = [("mcp-protocol-version", "2025-11-25")];
    assert_eq!(
        revision(&named, &call()),
        Some(ProtocolVersion::V_2025_11_25)
    );
    assert_eq!(
        revision(&MODERN, &modern_call()),
        Some(ProtocolVersion::V_2026_07_28)
    );
    let mut without_arguments = call();
    without_arguments["params"] = json!({"name": "list_pets"});
    assert!(revision(&[], &without_arguments).is_some());
}

#[test]
fn a_head_that_asks_for_more_is_not_plain() {
    let body = call().to_string();
    let is_plain = |headers: &[(&str, &str)]| {
        PlainCall::from_request(&head(headers), body.as_bytes()).is_some()
    };
    assert!(is_plain(&[BOTH_FORMS, JSON]));
    for headers in [
        vec![JSON],
        vec![BOTH_FORMS],
        vec![JSON, ("accept", "application/json")],
        vec![JSON, ("accept", "*/*")],
        vec![JSON, ("accept", "application/json;q=0, text/event-stream")],
        vec![JSON, BOTH_FORMS, BOTH_FORMS],
        vec![BOTH_FORMS, ("content-type", "text/json")],
        vec![JSON, BOTH_FORMS, ("mcp-session-id", "1")],
        vec![JSON, BOTH_FORMS, ("mcp-param-region", "eu")],
        vec![JSON, BOTH_FORMS, ("mcp-method", "tools/call")],
        vec![JSON, BOTH_FORMS, ("mcp-protocol-version", "2099-01-01")],
        vec![JSON, BOTH_FORMS, ("mcp-protocol-version", "2026-07-28")],
    ] {
        assert!(!is_plain(&headers), "{headers:?}");
    }
    let get = Request::get("/mcp").body(()).expect("is a request");
    assert!(PlainCall::from_request(&get.into_parts().0, body.as_bytes()).is_none());
}

#[test]
fn a_modern_head_agrees_with_its_body() {
    for (index, wrong) in [
        (0, ("mcp-protocol-version", "2025-11-25")),
        (1, ("mcp-method", "tools/list")),
        (2, ("mcp-name", "list_pets")),
    ] {
        let mut headers = MODERN;
        headers[index] = wrong;
        assert_eq!(revision(&headers, &modern_call()), None, "{wrong:?}");
        let without: Vec<_> = MODERN
            .into_iter()
            .filter(|(name, _)| *name != wrong.0)
            .collect();
        assert_eq!(revision(&without, &modern_call()), None, "no {}", wrong.0);
        let twice = [&MODERN[..], &[MODERN[index]]].concat();
        assert_eq!(revision(&twice, &modern_call()), None, "{} twice", wrong.0);
    }
    let mut encoded = modern_call();
    encoded["params"]["name"] = json!("=?base64?Z2V0X3BldA==?=");
    let mut headers = MODERN;
    headers[2].1 = "=?base64?Z2V0X3BldA==?=";
    assert_eq!(revision(&headers, &encoded), None);
}

#[test]
fn a_body_that_asks_for_more_is_not_plain() {
    let with = |pointer: &str, name: &str, value: Value| {
        let mut call = modern_call();
        let object = call.pointer_mut(pointer).expect("is there");
        object[name] = value;
        call
    };
    let meta = "/params/_meta";
    for body in [
        with("", "jsonrpc", json!("1.0")),
        with("", "method", json!("tools/list")),
        with("", "id", json!(null)),
        with("", "id", json!(1.5)),
        with("", "extra", json!(1)),
        with("/params", "name", json!(1)),
        with("/params", "arguments", json!([])),
        with("/params", "_meta", json!([])),
        with("/params", "requestState", json!("state")),
        with("/params", "inputResponses", json!({})),
        with("/params", "task", json!({"ttl": 1})),
        with(meta, "progressToken", json!(1)),
        with(
            meta,
            "io.modelcontextprotocol/protocolVersion",
            json!("2025-11-25"),
        ),
        with(
            meta,
            "io.modelcontextprotocol/clientCapabilities",
            json!(null),
        ),
        with("", "params", json!(["get_pet", {"petId": 1}])),
        with(
            "",
            "params",
            json!(["get_pet", {"petId": 1}, modern_call()["params"]["_meta"]]),
        ),
        json!(["2.0", 1, "tools/call", modern_call()["params"]]),
        json!([modern_call()]),
        json!({}),
    ] {
        assert_eq!(revision(&MODERN, &body), None, "{body}");
    }
    let twice =
        r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/call","params":{"name":"get_pet"}}"#;
    let head = head(&[BOTH_FORMS, JSON]);
    assert!(PlainCall::from_request(&head, twice.as_bytes()).is_none());
    assert!(PlainCall::from_request(&head, b"\xff").is_none());
}
