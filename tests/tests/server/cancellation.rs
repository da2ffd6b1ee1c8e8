//! `notifications/cancelled` over HTTP.

use std::io::{ErrorKind, Read as _};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value as Json, json};

use crate::support::{Http, SlowUpstream, answer_pet, call, is_abandoned, modern, read_response};

const TOKENS: (&str, &str) = ("PETS_ACCESS_TOKENS", "one,two");

fn cancelled(id: u64) -> Json {
    json!({"jsonrpc": "2.0", "method": "notifications/cancelled",
           "params": {"requestId": id, "reason": "not needed"}})
}

/// Whether the upstream request goes on, after a time in which a cancellation would have ended it.
fn goes_on(upstream: &TcpStream) -> bool {
    let mut upstream = upstream.try_clone().expect("is open");
    let before = upstream.read_timeout().expect("is set");
    upstream
        .set_read_timeout(Some(Duration::from_millis(300)))
        .expect("can be set");
    let read = upstream.read(&mut [0; 1]);
    upstream.set_read_timeout(before).expect("can be set");
    read.is_err_and(|error| matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut))
}

#[test]
fn a_client_cancels_its_own_call() {
    let upstream = SlowUpstream::start();
    let server = Http::start(&["--upstream", &upstream.url()]);
    let answer = server.open(&[], &call(7, "get_pet", json!({"petId": 4})));
    let running = upstream.request();
    let accepted = server.post(&[], &cancelled(7));
    assert_eq!(accepted.status, 202);
    assert!(is_abandoned(running));
    let answer = read_response(answer);
    assert_eq!(answer.body["id"], 7);
    assert_eq!(answer.body["error"]["message"], "the call was cancelled");
}

/// A server that is full has to be relieved by those who filled it.
#[test]
fn a_call_is_cancelled_on_a_full_server() {
    let upstream = SlowUpstream::start();
    let server = Http::start(&["--upstream", &upstream.url(), "--max-calls", "1"]);
    let answer = server.open(&[], &call(7, "get_pet", json!({"petId": 4})));
    let running = upstream.request();
    let surplus = server.post(&[], &call(8, "get_pet", json!({"petId": 4})));
    assert_eq!((surplus.status, &surplus.body["id"]), (503, &json!(8)));
    assert_eq!(server.post(&[], &cancelled(7)).status, 202);
    assert!(is_abandoned(running));
    let answer = read_response(answer);
    assert_eq!(answer.body["error"]["message"], "the call was cancelled");
}

#[test]
fn no_other_client_cancels_it() {
    let upstream = SlowUpstream::start();
    let server = Http::start_in(&[TOKENS], &["--upstream", &upstream.url()]);
    let (one, two) = ("Bearer one", "Bearer two");
    let answer = server.open(
        &[("Authorization", one)],
        &call(7, "get_pet", json!({"petId": 4})),
    );
    let running = upstream.request();
    for headers in [
        &[("Authorization", two)][..],
        &[("Authorization", one), ("User-Agent", "another program")],
    ] {
        assert_eq!(server.post(headers, &cancelled(7)).status, 202);
    }
    let own = &[("Authorization", one)];
    assert_eq!(server.post(own, &cancelled(8)).status, 202);
    assert_eq!(server.post(&[], &cancelled(7)).status, 401);
    assert!(goes_on(&running));
    answer_pet(running);
    let answer = read_response(answer);
    assert_eq!(answer.body["result"]["structuredContent"]["name"], "Slow");
}

/// A client of revision 2026-07-28 cancels a call by closing its response, so a notification cannot mean its call.
#[test]
fn a_call_of_the_latest_revision_does_not_make_a_cancellation_ambiguous() {
    let upstream = SlowUpstream::start();
    let server = Http::start(&["--upstream", &upstream.url()]);
    let asked = call(7, "get_pet", json!({"petId": 4}));
    let latest = [
        ("MCP-Protocol-Version", "2026-07-28"),
        ("Mcp-Method", "tools/call"),
        ("Mcp-Name", "get_pet"),
    ];
    let latest = server.open(&latest, &modern(asked.clone()));
    let goes_on_upstream = upstream.request();
    let version = [("MCP-Protocol-Version", "2025-11-25")];
    let cancelled_answer = server.open(&version, &asked);
    let cancelled_upstream = upstream.request();
    assert_eq!(server.post(&version, &cancelled(7)).status, 202);
    assert!(is_abandoned(cancelled_upstream));
    let answer = read_response(cancelled_answer);
    assert_eq!(answer.body["error"]["message"], "the call was cancelled");
    assert!(goes_on(&goes_on_upstream));
    answer_pet(goes_on_upstream);
    let answer = read_response(latest);
    assert_eq!(answer.body["result"]["structuredContent"]["name"], "Slow");
}

#[test]
fn a_cancellation_that_may_mean_two_calls_is_ignored() {
    let upstream = SlowUpstream::start();
    let mut server = Http::start(&["--upstream", &upstream.url(), "--log", "info"]);
    let asked = call(1, "get_pet", json!({"petId": 4}));
    let answers = [server.open(&[], &asked), server.open(&[], &asked)];
    let running = [upstream.request(), upstream.request()];
    assert_eq!(server.post(&[], &cancelled(1)).status, 202);
    assert!(running.iter().all(goes_on));
    running.into_iter().for_each(answer_pet);
    for answer in answers.map(read_response) {
        assert_eq!(answer.body["result"]["structuredContent"]["name"], "Slow");
    }
    let errors = server.end();
    assert!(errors.contains("a cancellation is ignored"), "{errors}");
}
