//! What becomes of calls that are running when a server ends.

use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use crate::support::{Client, Http, SlowUpstream, answer_pet, call, pets, read_response, server};

#[track_caller]
fn assert_may_have_been_executed(answer: &Json) {
    let result = &answer["result"];
    assert_eq!(result["isError"], true, "{answer}");
    let text = result["content"][0]["text"].as_str().unwrap_or_default();
    assert!(text.contains("may have been executed"), "{answer}");
}

#[test]
fn a_call_over_stdio_that_outlasts_the_drain_is_answered() {
    for (name, arguments) in [
        ("option", &["--drain", "0.2"][..]),
        ("none", &["--drain=0"]),
    ] {
        for by_signal in [true, false] {
            let upstream = SlowUpstream::start();
            let url = upstream.url();
            let arguments = [&["--upstream", &url], arguments].concat();
            let mut server = Client::initialized(&arguments, "2025-11-25");
            for id in 1..=3 {
                server.send(&call(id, "create_pet", json!({"name": "Ada"})));
            }
            let _running: Vec<_> = (1..=3).map(|_| upstream.request()).collect();
            let asked = Instant::now();
            match by_signal {
                true => server.terminate(),
                false => server.close_stdin(),
            }
            let mut ids = [(); 3].map(|()| {
                let answer = server.receive();
                assert_may_have_been_executed(&answer);
                answer["id"].as_u64()
            });
            ids.sort();
            assert_eq!(ids, [Some(1), Some(2), Some(3)]);
            assert!(server.wait().0.success());
            assert!(
                asked.elapsed() < Duration::from_secs(4),
                "{name}, {by_signal}"
            );
            assert!(server.rest().is_empty(), "nothing is answered twice");
        }
    }
}

#[test]
fn a_request_that_comes_over_stdio_while_the_server_ends_is_answered() {
    let upstream = SlowUpstream::start();
    let arguments = ["--upstream", &upstream.url(), "--drain", "15"];
    let mut server = Client::initialized(&arguments, "2025-11-25");
    server.send(&call(1, "get_pet", json!({"petId": 4})));
    let running = upstream.request();
    server.terminate();
    std::thread::sleep(Duration::from_millis(300));
    server.send(&json!({"jsonrpc": "2.0", "id": 2, "method": "ping"}));
    server.send(&call(3, "get_pet", json!({"petId": 4})));
    server.send(&json!("no message"));
    for id in [json!(2), json!(3), Json::Null] {
        let answer = server.receive();
        assert_eq!(answer["id"], id, "{answer}");
        assert!(answer["error"].is_object(), "{answer}");
    }
    answer_pet(running);
    assert_eq!(
        server.receive()["result"]["structuredContent"]["name"],
        "Slow"
    );
    assert!(server.wait().0.success());
    assert!(server.rest().is_empty(), "nothing is answered twice");
}

#[test]
fn stdio_ends_when_it_is_asked_to_also_after_calls() {
    let mut server = Client::initialized(&["--upstream", "builtin"], "2025-11-25");
    for id in [1, 2] {
        server.send(&call(id, "get_pet", json!({"petId": 4})));
        assert_eq!(server.receive()["id"], id);
    }
    server.terminate();
    assert!(server.wait().0.success());
}

#[test]
fn stdio_has_the_time_that_is_set_to_drain() {
    let upstream = SlowUpstream::start();
    let mut server = Client::initialized(
        &["--upstream", &upstream.url(), "--drain", "15"],
        "2025-11-25",
    );
    server.send(&call(1, "get_pet", json!({"petId": 4})));
    let running = upstream.request();
    server.close_stdin();
    // Longer than rmcp waits by itself.
    std::thread::sleep(Duration::from_millis(5_500));
    answer_pet(running);
    let answer = server.receive();
    assert_eq!(answer["result"]["structuredContent"]["name"], "Slow");
    assert!(server.wait().0.success());
}

#[test]
fn a_call_over_http_that_outlasts_the_drain_is_answered() {
    let upstream = SlowUpstream::start();
    let mut server = Http::start(&["--upstream", &upstream.url(), "--drain=0.2"]);
    let asked = call(7, "create_pet", json!({"name": "Ada"}));
    let answer = server.open(&[], &asked);
    let _running = upstream.request();
    server.terminate();
    let answer = read_response(answer);
    assert_eq!(answer.status, 200);
    assert_eq!(answer.body["id"], 7);
    assert_may_have_been_executed(&answer.body);
    assert!(server.wait().success());
}

#[test]
fn a_hang_up_ends_a_server_as_other_signals_do() {
    let upstream = SlowUpstream::start();
    let url = upstream.url();
    let mut stdio = Client::of(&mut pets_with_hang_up(&["--upstream", &url]));
    stdio.initialize("2025-11-25");
    stdio.send(&call(1, "get_pet", json!({"petId": 4})));
    let running = upstream.request();
    stdio.hang_up();
    std::thread::sleep(Duration::from_millis(200));
    answer_pet(running);
    let name = |answer: &Json| answer["result"]["structuredContent"]["name"].clone();
    assert_eq!(name(&stdio.receive()), "Slow");
    assert!(stdio.wait().0.success());

    let mut http = Http::of(&mut pets_with_hang_up(&["--upstream", &url]));
    let answer = http.open(&[], &call(1, "get_pet", json!({"petId": 4})));
    let running = upstream.request();
    http.hang_up();
    std::thread::sleep(Duration::from_millis(200));
    answer_pet(running);
    assert_eq!(name(&read_response(answer).body), "Slow");
    assert!(http.wait().success());
}

/// The server as it is started where SIGHUP has its usual meaning. `nohup` ignores it for all that it starts, and `env` of GNU
/// undoes that.
fn pets_with_hang_up(arguments: &[&str]) -> Command {
    if !is_hang_up_ignored() {
        return pets(arguments);
    }
    let program = ["--default-signal=HUP", env!("CARGO_BIN_EXE_pets")];
    let mut command = server("env", "PETS_", &[&program[..], arguments].concat());
    command.env("PETS_ALLOW_MISSING_CREDENTIALS", "true");
    command
}

/// Whether the processes that this one starts ignore SIGHUP (`SigIgn` in proc(5)).
fn is_hang_up_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & 1 == 1)
}
