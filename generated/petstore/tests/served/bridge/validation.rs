//! Arguments are validated as a call validates them, with and without a call.

use std::io::{Read as _, Write as _};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{HOST, post, send, start};

#[test]
fn n14_a_call_that_is_not_valid_is_not_made() {
    let server = start(&[]);
    for (arguments, error) in [
        (
            json!({}),
            "Validation error at 'root': 'petId' is a required property",
        ),
        (
            json!({"petId": 0}),
            "Validation error at 'petId': 0 is less than the minimum of 1",
        ),
        (
            json!({"petId": "1"}),
            "Validation error at 'petId': '1' is not of type 'integer'",
        ),
        (
            json!({"petId": true}),
            "Validation error at 'petId': True is not of type 'integer'",
        ),
        (
            json!([1]),
            "Validation error at 'root': [1] is not of type 'object'",
        ),
        (
            json!({"petId": 1, "x": 2}),
            "Validation error at 'root': Additional properties are not allowed ('x' was unexpected)",
        ),
    ] {
        let answer = post(&server, "/tools/get_pet", &arguments);
        assert_eq!(answer.status, 200);
        assert_eq!(
            answer.json(),
            json!({
                "ok": false,
                "data": {},
                "meta": {"tool": "get_pet", "validation": "failed"},
                "errors": [error],
            })
        );
        let validated = post(
            &server,
            "/debug/validate-call?tool_name=get_pet",
            &arguments,
        )
        .json();
        assert_eq!(validated["valid"], false);
        assert_eq!(validated["errors"], json!([error]));
        assert_eq!(validated["params_provided"], arguments);
        assert_eq!(
            validated["hint"],
            "Fix the errors above to make the call valid"
        );
    }
}

#[test]
fn the_way_to_a_violation_can_be_asked_for() {
    let server = start(&[]);
    let validate = |query: &str, arguments: Value| {
        post(
            &server,
            &format!("/debug/validate-call?tool_name=create_pet{query}"),
            &arguments,
        )
        .json()
    };
    let arguments = json!({"name": "a", "kind": "dog", "tags": ["b", 1]});
    assert_eq!(validate("", arguments.clone()).get("pointers"), None);
    assert_eq!(
        validate("&pointers=true", arguments)["pointers"],
        json!(["/tags/1"])
    );
    assert_eq!(
        validate("&pointers=true", json!({}))["pointers"],
        json!([""])
    );
}

#[test]
fn validations_count_as_calls() {
    let server = start(&["--max-calls", "1"]);
    let path = "/debug/validate-call?tool_name=get_pet";
    let validate = || post(&server, path, &json!({"petId": 5}));
    assert_eq!(validate().status, 200);
    // Its body does not come, so it goes on.
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\
         Connection: close\r\n\r\n"
    );
    let mut held = send(&server, &head);
    let deadline = Instant::now() + Duration::from_secs(20);
    let rejected = loop {
        let answer = validate();
        if answer.status != 200 || Instant::now() > deadline {
            break answer;
        }
    };
    assert_eq!(rejected.status, 503, "{}", rejected.body);
    let error = rejected.json()["error"].clone();
    let error = error.as_str().unwrap_or_default();
    assert!(error.contains("Nothing was done"), "{error}");
    held.write_all(b"{}").expect("the server reads");
    let mut answer = String::new();
    held.read_to_string(&mut answer)
        .expect("the server answers");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert_eq!(validate().status, 200);
}

/// The schema of the tool takes these arguments. Its type has no place for some, which is found when they are decoded.
#[test]
fn n20_validation_finds_what_the_call_would() {
    let server = start(&[]);
    let validate = |arguments: &Value| {
        post(&server, "/debug/validate-call?tool_name=get_pet", arguments).json()
    };
    for arguments in [
        json!({"petId": 9_223_372_036_854_775_808_u64}),
        json!({"petId": 1e300}),
    ] {
        let called = post(&server, "/tools/get_pet", &arguments).json();
        assert_eq!(called["ok"], false, "{arguments}: {called}");
        let validated = validate(&arguments);
        assert_eq!(validated["valid"], false, "{arguments}: {validated}");
        assert_eq!(validated["errors"], called["errors"], "{arguments}");
    }
    let validated = validate(&json!({"petId": i64::MAX}));
    assert_eq!(validated["valid"], true, "{validated}");
}
