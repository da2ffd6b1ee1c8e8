//! What a client gets of a server, and how a server ends.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::{Client, Http, SlowUpstream, answer_pet, call, read_response, request};

#[test]
fn a_client_gets_as_many_requests_as_it_may_send() {
    let limit = ["--client-rate-limit-rpm=2"];
    let server = Http::start_in(&[("PETS_ACCESS_TOKENS", "one,two")], &limit);
    let list = request(1, "tools/list", json!({}));
    let ask = |token| server.post(&[("Authorization", token)], &list);
    let statuses = ["Bearer one"; 3].map(|token| ask(token).status);
    assert_eq!(statuses, [200, 200, 429]);
    let refused = ask("Bearer one");
    assert!(
        refused.head.contains("retry-after: 30\r\n")
            || refused.head.contains("retry-after: 29\r\n")
    );
    // More spaces make no other client of it.
    assert_eq!(ask("Bearer   one").status, 429);
    assert_eq!(ask("Bearer two").status, 200);
    let guesses = ["Bearer a", "Bearer b", "Bearer c"].map(|token| ask(token).status);
    assert_eq!(guesses, [401, 401, 429]);
    assert_eq!(server.get("/healthz").status, 200);
}

#[test]
fn clients_behind_a_trusted_proxy_are_told_apart() {
    let list = request(1, "tools/list", json!({}));
    let proxy = ["--trusted-proxy", "127.0.0.0/8"];
    for (arguments, expected) in [(&[][..], [200, 429, 429]), (&proxy, [200, 200, 429])] {
        let environment = [("PETS_CLIENT_RATE_LIMIT_RPM", "1")];
        let server = Http::start_in(&environment, arguments);
        let clients = ["203.0.113.1", "203.0.113.2", "203.0.113.2"];
        let from = |client| server.post(&[("X-Forwarded-For", client)], &list).status;
        assert_eq!(clients.map(from), expected);
    }
}

#[test]
fn is_not_ready_while_it_ends() {
    let upstream = SlowUpstream::start();
    let mut server = Http::start(&["--upstream", &upstream.url(), "--drain", "20"]);
    let answer = server.open(&[], &call(1, "get_pet", json!({"petId": 4})));
    let running = upstream.request();
    assert_eq!(server.get("/readyz").status, 200);
    server.terminate();
    let asked = Instant::now();
    while server.get("/readyz").status == 200 && asked.elapsed() < Duration::from_secs(5) {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(server.get("/readyz").status, 503);
    assert_eq!(server.get("/healthz").status, 200);
    let refused = server.post(&[], &request(2, "tools/list", json!({})));
    assert_eq!(refused.status, 503);
    answer_pet(running);
    let answer = read_response(answer);
    assert_eq!(answer.body["result"]["structuredContent"]["name"], "Slow");
    assert!(server.wait().success());
    assert!(
        asked.elapsed() < Duration::from_secs(15),
        "waits for nothing"
    );
}

#[test]
fn ends_when_the_time_to_drain_is_over() {
    let upstream = SlowUpstream::start();
    let mut server = Http::start(&["--upstream", &upstream.url(), "--drain=0.2"]);
    let _answer = server.open(&[], &call(1, "get_pet", json!({"petId": 4})));
    let _running = upstream.request();
    server.terminate();
    let asked = Instant::now();
    assert!(server.wait().success());
    assert!(asked.elapsed() < Duration::from_secs(3));
}

#[test]
fn a_call_that_is_one_too_many_is_rejected_over_http() {
    let upstream = SlowUpstream::start();
    let server = Http::start(&["--upstream", &upstream.url(), "--max-calls=1"]);
    let get_pet = call(1, "get_pet", json!({"petId": 4}));
    let first = server.open(&[], &get_pet);
    let running = upstream.request();
    let rejected = server.post(&[], &call(2, "get_pet", json!({"petId": 5})));
    assert_eq!(rejected.status, 503);
    assert!(rejected.head.contains("retry-after: 1\r\n"));
    assert_eq!(rejected.body["id"], 2);
    assert_eq!(rejected.body["error"]["code"], -32000);
    let message = rejected.body["error"]["message"].as_str();
    assert!(message.is_some_and(|it| it.contains("Nothing was done")));
    // It is not for the calls to say whether the server is alive.
    assert_eq!(server.get("/healthz").status, 200);
    answer_pet(running);
    let answer = read_response(first);
    assert_eq!(answer.body["result"]["structuredContent"]["name"], "Slow");
    let again = server.open(&[], &get_pet);
    answer_pet(upstream.request());
    assert_eq!(read_response(again).status, 200);
}

#[test]
fn a_call_that_is_one_too_many_is_rejected_over_stdio() {
    let upstream = SlowUpstream::start();
    let arguments = ["--upstream", &upstream.url(), "--max-calls=1"];
    let mut server = Client::initialized(&arguments, "2025-06-18");
    server.send(&call(1, "get_pet", json!({"petId": 4})));
    let running = upstream.request();
    let rejected = server.ask(&call(2, "get_pet", json!({"petId": 5})));
    assert_eq!(rejected["id"], 2);
    assert_eq!(rejected["result"]["isError"], true);
    let text = rejected["result"]["content"][0]["text"].as_str();
    assert!(text.is_some_and(|text| text.starts_with("get_pet was not called")));
    answer_pet(running);
    let answer = server.receive();
    assert_eq!(answer["result"]["structuredContent"]["name"], "Slow");
}

#[test]
fn a_message_of_too_many_values_is_rejected_over_stdio() {
    let mut server = Client::initialized(&[], "2025-06-18");
    let large = request(1, "ping", json!({"a": vec![0; 60_000]}));
    let rejected = server.ask(&large);
    assert_eq!(rejected["id"], 1);
    assert_eq!(rejected["error"]["code"], -32600);
    let message = rejected["error"]["message"].as_str();
    assert!(message.is_some_and(|it| it.contains("at most 50000 are allowed")));
    let pong = server.ask(&request(2, "ping", json!({})));
    assert_eq!(pong["result"], json!({}));
}
