use serde_json::json;

use crate::server::{Server, get};

/// The value of a line of the exposition.
#[track_caller]
fn value(text: &str, name: &str) -> f64 {
    let mut lines = text.lines().filter_map(|line| line.rsplit_once(' '));
    let found = lines.find(|(known, _)| *known == name);
    let (_, value) = found.unwrap_or_else(|| panic!("no {name} in {text}"));
    value.parse().expect("is a number")
}

fn create(server: &Server, headers: &[(&str, &str)], name: &str) -> u16 {
    let arguments = json!({"name": name, "kind": "bird", "price": 12.5});
    let params = json!({"name": "create_pet", "arguments": arguments});
    server.call(headers, params).status
}

#[test]
fn calls_are_counted() {
    let server = Server::start(&[], &["--upstream", "builtin"]);
    create(&server, &[], "Ada");
    create(&server, &[], "Bob");
    server.call(&[], json!({"name": "create_pet", "arguments": {}}));
    server.call(
        &[],
        json!({"name": "get_pet", "arguments": {"petId": 4711}}),
    );
    server.call(
        &[],
        json!({"name": "made_up\n{tool=\"x\"}", "arguments": {}}),
    );

    let answer = server.get("/metrics", "");
    assert_eq!(answer.status, 200);
    assert!(answer.head.contains("openmetrics-text"), "{}", answer.head);
    let text = answer.body;
    assert!(text.contains("# EOF"));
    let calls = |tool, outcome| {
        value(
            &text,
            &format!("toolwright_calls_total{{tool=\"{tool}\",outcome=\"{outcome}\"}}"),
        )
    };
    assert_eq!(calls("create_pet", "ok"), 2.0);
    assert_eq!(calls("create_pet", "invalid"), 1.0);
    assert_eq!(calls("get_pet", "ok"), 1.0);
    assert_eq!(calls("", "unknown"), 1.0);
    assert!(!text.contains("made_up") && !text.contains("Ada") && !text.contains("4711"));
    let count = "toolwright_call_duration_seconds_count{tool=\"create_pet\"}";
    assert_eq!(value(&text, count), 3.0);
    let bucket = "toolwright_call_duration_seconds_bucket{le=\"+Inf\",tool=\"create_pet\"}";
    assert_eq!(value(&text, bucket), 3.0);
    assert_eq!(
        value(&text, "toolwright_upstream_responses_total{class=\"2xx\"}"),
        3.0
    );
    assert_eq!(value(&text, "toolwright_calls_in_flight"), 0.0);
    assert_eq!(value(&text, "toolwright_upstream_retries_total"), 0.0);
    assert!(value(&text, "toolwright_upstream_request_bytes_total") > 20.0);
    assert!(value(&text, "toolwright_upstream_response_bytes_total") > 60.0);
}

#[test]
fn whoever_may_call_may_read_them() {
    let environment = [("PETSTORE_ACCESS_TOKENS", "one")];
    let arguments = ["--upstream=builtin", "--client-rate-limit-rpm=2"];
    let server = Server::start(&environment, &arguments);
    let token = "Authorization: Bearer one\r\n";
    let headers = [("Authorization", "Bearer one")];
    let statuses = ["Ada", "Bob", "Cat"].map(|name| create(&server, &headers, name));
    assert_eq!(statuses, [200, 200, 429]);
    assert_eq!(create(&server, &[], "Dot"), 401);
    assert_eq!(server.get("/metrics", "").status, 401);
    let named = format!("Host: evil.example.com\r\n{token}");
    assert_eq!(server.get("/metrics", &named).status, 403);
    let text = server.get("/metrics", token).body;
    assert_eq!(
        value(&text, "toolwright_rate_limited_total{by=\"server\"}"),
        1.0
    );
    let unauthenticated =
        "toolwright_unauthenticated_requests_total{reason=\"the request has no token\"}";
    assert_eq!(value(&text, unauthenticated), 2.0);
    // Guesses of tokens count wherever they are made.
    assert_eq!(server.get("/metrics", "").status, 429);
    assert_eq!(server.get("/metrics", token).status, 200);
}

#[test]
fn they_may_have_a_listener_of_their_own() {
    let environment = [("PETSTORE_ACCESS_TOKENS", "one")];
    let server = Server::start(&environment, &["--metrics-listen", "127.0.0.1:0"]);
    let metrics = server.metrics.as_deref().expect("there is one");
    let answer = get(metrics, "/metrics", "Host: prometheus.internal\r\n");
    assert_eq!(value(&answer.body, "toolwright_calls_in_flight"), 0.0);
    assert_eq!(get(metrics, "/mcp", "").status, 404);
    let here = server.get("/metrics", "Authorization: Bearer one\r\n");
    assert_eq!(here.status, 404);
}
