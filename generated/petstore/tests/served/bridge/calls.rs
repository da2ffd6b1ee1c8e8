//! Calls, and bodies that are not one.

use serde_json::{Value, json};

use super::client::{HOST, ask, exchange, get, post, start};
use crate::server::HttpServer;

#[test]
fn n15_a_call_is_answered_with_what_the_tool_says() {
    let server = start(&[]);
    for path in ["/tools/get_pet", "/mcp/tools/get_pet"] {
        let answer = post(&server, path, &json!({"petId": 5.0}));
        assert_eq!(answer.status, 200);
        let answer = answer.json();
        assert_eq!(
            (&answer["ok"], &answer["errors"]),
            (&json!(true), &json!([]))
        );
        assert_eq!(answer["meta"], json!({"tool": "get_pet"}));
        let text = answer["data"]["content"][0].as_str().expect("is a text");
        let pet: Value = serde_json::from_str(text).expect("is JSON");
        assert_eq!(pet["id"], 5);
        assert_eq!(answer["data"]["structuredContent"], pet);
    }
    // Nothing listens there.
    let broken = HttpServer::start(
        &[
            "--bridge",
            "--upstream",
            "http://127.0.0.1:9",
            "--max-retries",
            "0",
        ],
        &[],
    );
    let answer = post(&broken, "/tools/get_pet", &json!({"petId": 5}));
    assert_eq!(answer.status, 200);
    let answer = answer.json();
    assert_eq!(
        (&answer["ok"], &answer["data"]),
        (&json!(false), &json!({}))
    );
    assert!(
        answer["errors"][0]
            .as_str()
            .is_some_and(|error| !error.is_empty()),
        "{answer}"
    );
}

#[test]
fn n16_a_tool_that_is_not_there_is_not_found() {
    let server = start(&[]);
    let answer = post(&server, "/tools/getpet", &json!({}));
    assert_eq!(answer.status, 404);
    assert_eq!(
        answer.json(),
        json!({
            "ok": false,
            "data": {},
            "meta": {"tool": "getpet", "did_you_mean": ["get_pet", "create_pet", "delete_pet"]},
            "errors": ["Tool not found: getpet"],
        })
    );
    for path in [
        "/debug/tools/schema?tool_name=x",
        "/debug/tools/diff?tool1=get_pet&tool2=x",
    ] {
        let answer = get(&server, path);
        assert_eq!(answer.status, 404);
        assert_eq!(answer.json()["error"], "Tool 'x' not found");
        assert_eq!(
            answer.json()["available_tools"].as_array().map(Vec::len),
            Some(12)
        );
    }
    assert_eq!(get(&server, "/debug/tools/schema").status, 400);
}

#[test]
fn bodies_that_are_no_json_and_too_large_ones_are_refused() {
    let server = start(&[]);
    for (body, expected) in [("{", 400), ("\u{feff}{}", 400), ("", 200), (" \n", 200)] {
        let answer = ask(&server, "POST /tools/get_inventory", &[], body);
        assert_eq!(answer.status, expected, "{body:?}: {}", answer.body);
        assert_eq!(answer.json()["meta"]["tool"], "get_inventory");
    }
    for path in ["/tools/get_pet", "/debug/validate-call?tool_name=get_pet"] {
        let head =
            format!("POST {path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: 5000000\r\n\r\n");
        let answer = exchange(&server, &head);
        let answer = String::from_utf8(answer).expect("is UTF-8");
        assert!(answer.starts_with("HTTP/1.1 413"), "{path}: {answer}");
        assert!(answer.contains("more than 4194304 bytes"), "{answer}");
    }
}

/// RFC 8259 lets a parser have limits, which are not the client's mistake in writing JSON.
#[test]
fn json_that_is_beyond_the_limits_of_the_parser_is_rejected_for_that() {
    let server = start(&[]);
    let deep = format!("{{\"petId\":{}{}}}", "[".repeat(200), "]".repeat(200));
    let deepest = format!("{{\"petId\":{}{}}}", "[".repeat(126), "]".repeat(126));
    assert_eq!(
        ask(&server, "POST /tools/get_pet", &[], &deepest).status,
        200
    );
    for (body, said) in [
        (
            "{\"petId\":1e400}",
            "a number that is out of range at line 1 column",
        ),
        (
            &deep,
            "more than 127 lists and objects within each other at line 1 column",
        ),
        ("{\"petId\":1,}", "The body is not JSON: trailing comma"),
    ] {
        let called = ask(&server, "POST /tools/get_pet", &[], body);
        assert_eq!(called.status, 400);
        let error = called.json()["errors"][0]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        assert!(error.contains(said), "{error}");
        assert_eq!(
            error.contains("not JSON"),
            said.contains("not JSON"),
            "{error}"
        );
        let validated = ask(
            &server,
            "POST /debug/validate-call?tool_name=get_pet",
            &[],
            body,
        );
        assert_eq!(
            (validated.status, validated.json()["error"].as_str()),
            (400, Some(&*error))
        );
    }
}
