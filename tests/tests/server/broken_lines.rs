//! Lines over stdio that are not messages: each request has exactly one answer.

use std::collections::BTreeMap;
use std::io::Write as _;

use serde_json::{Value as Json, json};
use toolwright_tests::Form;

use crate::support::{Client, SlowUpstream, call, request};

const BUILTIN: &[&str] = &["--upstream", "builtin"];

fn broken_call(id: u64, text: &str) -> Vec<u8> {
    let line = format!(
        r#"{{"method":"tools/call","params":{{"name":"create_pet","arguments":{{"name":{text}}}}},"jsonrpc":"2.0","id":{id}}}"#
    );
    line.into_bytes()
}

fn nested(levels: usize) -> String {
    format!("{}{}", "[".repeat(levels), "]".repeat(levels))
}

#[test]
fn a_line_that_is_not_json_is_answered_and_logged() {
    let mut server = Client::initialized(BUILTIN, "2025-11-25");
    let mut invalid_utf8 = broken_call(14, "\"?\"");
    invalid_utf8
        .iter_mut()
        .filter(|byte| **byte == b'?')
        .for_each(|byte| *byte = 0xff);
    for (id, line) in [
        (11, broken_call(11, r#""Rex \ud83d""#)),
        (12, broken_call(12, "1e999")),
        (13, broken_call(13, &nested(130))),
        (14, invalid_utf8),
    ] {
        server.send_bytes(&[&line[..], b"\n"].concat());
        let answer = server.receive();
        assert_eq!(answer["id"], id, "{answer}");
        assert_eq!(answer["error"]["code"], -32700, "{answer}");
    }
    server.send_bytes(b"neither JSON nor a request\n");
    let answer = server.receive();
    assert_eq!(
        (&answer["id"], &answer["error"]["code"]),
        (&json!(null), &json!(-32700))
    );
    server.send(&json!({"jsonrpc": "2.0", "id": 15}));
    let answer = server.receive();
    assert_eq!(
        (&answer["id"], &answer["error"]["code"]),
        (&json!(15), &json!(-32600))
    );
    let alive = server.ask(&request(16, "ping", json!({})));
    assert_eq!(alive, json!({"jsonrpc": "2.0", "id": 16, "result": {}}));
    server.close_stdin();
    let (status, errors) = server.wait();
    assert!(status.success());
    assert_eq!(errors.matches("a line was rejected").count(), 6, "{errors}");
    assert!(!errors.contains("Rex"), "{errors}");
}

#[test]
fn a_line_that_is_too_long_is_answered() {
    let mut server = Client::initialized(BUILTIN, "2025-11-25");
    let text = format!("\"{}\"", "x".repeat(17 * 1024 * 1024));
    server.send_bytes(&[&broken_call(7, &text)[..], b"\n"].concat());
    let answer = server.receive();
    assert_eq!(
        (&answer["id"], &answer["error"]["code"]),
        (&json!(7), &json!(-32600))
    );
    let message = answer["error"]["message"].as_str();
    assert_eq!(message, Some("the message is longer than 16777216 bytes"));
    assert_eq!(server.ask(&request(8, "ping", json!({})))["id"], 8);
}

#[test]
fn two_messages_on_a_line_are_both_answered() {
    let mut server = Client::initialized(BUILTIN, "2025-11-25");
    let [one, two] = [1, 2].map(|id| request(id, "ping", json!({})));
    server.send_bytes(format!("{one}{two}\n").as_bytes());
    let mut ids = [server.receive(), server.receive()].map(|answer| answer["id"].as_u64());
    ids.sort();
    assert_eq!(ids, [Some(1), Some(2)]);
}

#[test]
fn a_last_line_needs_no_newline() {
    let mut server = Client::initialized(BUILTIN, "2025-11-25");
    server.send_bytes(
        call(1, "get_pet", json!({"petId": 4}))
            .to_string()
            .as_bytes(),
    );
    server.close_stdin();
    assert_eq!(server.receive()["result"]["structuredContent"]["id"], 4);
    assert!(server.wait().0.success());
}

#[test]
fn a_second_request_with_a_running_id_is_rejected() {
    let upstream = SlowUpstream::start();
    let mut server = Client::initialized(&["--upstream", &upstream.url()], "2025-11-25");
    server.send(&call(1, "get_pet", json!({"petId": 4})));
    let running = upstream.request();
    let answer = server.ask(&call(1, "get_pet", json!({"petId": 5})));
    assert_eq!(
        (&answer["id"], &answer["error"]["code"]),
        (&json!(1), &json!(-32600))
    );
    crate::support::answer_pet(running);
    assert_eq!(
        server.receive()["result"]["structuredContent"]["name"],
        "Slow"
    );
}

/// `TOOLWRIGHT_FULL=1` makes ten thousand calls.
#[test]
fn with_broken_lines_among_them_each_request_has_one_answer() {
    let calls = match Form::chosen() {
        Form::Quick => 1_000,
        Form::Full => 10_000,
    };
    // They are all sent before the first is answered, which is more than may run by default.
    let options = [BUILTIN, &["--max-calls", "20000"]].concat();
    let mut server = Client::initialized(&options, "2025-11-25");
    let mut stdin = server.take_stdin();
    let writing = std::thread::spawn(move || {
        let broken = [
            r#""\ud83d""#.to_owned(),
            "1e999".to_owned(),
            nested(130),
            "nul".to_owned(),
        ];
        for id in 1..=calls {
            let line = match id % 100 {
                0 => {
                    let number = usize::try_from(id / 100).expect("is small");
                    broken_call(id, &broken[number % broken.len()])
                }
                _ => call(id, "get_pet", json!({"petId": id}))
                    .to_string()
                    .into_bytes(),
            };
            stdin.write_all(&line).expect("the server reads");
            stdin.write_all(b"\n").expect("the server reads");
        }
        stdin
    });
    let mut answers: BTreeMap<u64, Vec<Json>> = BTreeMap::new();
    for _ in 1..=calls {
        let answer = server.receive();
        let id = answer["id"].as_u64().expect("has its id");
        answers.entry(id).or_default().push(answer);
    }
    drop(writing.join().expect("writes everything"));
    let (status, errors) = server.wait();
    assert!(status.success());
    assert!(server.rest().is_empty(), "nothing is answered twice");
    assert_eq!(answers.len() as u64, calls);
    for (id, answers) in answers {
        let [answer] = &answers[..] else {
            panic!("{id} has {} answers", answers.len());
        };
        match id % 100 {
            0 => assert_eq!(answer["error"]["code"], -32700, "{answer}"),
            _ => assert_eq!(answer["result"]["structuredContent"]["id"], id, "{answer}"),
        }
    }
    assert_eq!(
        errors.matches("a line was rejected").count() as u64,
        calls / 100
    );
}
