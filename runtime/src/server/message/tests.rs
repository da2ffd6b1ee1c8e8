use super::*;
use serde_json::{Value as Json, json};

/// The answers to a line; `null` stands for a message that is taken.
fn answers(line: &[u8]) -> Vec<Json> {
    let mut received = VecDeque::new();
    parse_line(line, &mut received);
    let answer =
        |one: Received| one.map_or_else(|rejection| rejection.to_response(), |_| json!(null));
    received.into_iter().map(answer).collect()
}

fn code_and_id(line: &[u8]) -> Vec<(Json, Json)> {
    let answers = answers(line).into_iter();
    answers
        .map(|answer| (answer["error"]["code"].clone(), answer["id"].clone()))
        .collect()
}

fn nested(levels: usize) -> Vec<u8> {
    let (open, close) = ("[".repeat(levels), "]".repeat(levels));
    format!(r#"{{"jsonrpc":"2.0","method":"ping","params":{{"a":{open}{close}}},"id":7}}"#).into()
}

#[test]
fn text_that_is_not_json_is_answered_with_its_id() {
    let invalid_utf8 = [
        &br#"{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":""#[..],
        b"\xff\xfe\"}}",
    ]
    .concat();
    let deep = nested(200);
    let very_deep = nested(40_000);
    for line in [
        &br#"{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":"Rex \ud83d"}}"#[..],
        br#"{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":1e999}}"#,
        br#"{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":"unfinished"#,
        br#"{"method":"ping","params":{"id":1,"a":[{"id":2}],"t":"\"id\":3,"},"jsonrpc":"2.0","id": 7 ,"x":nul}"#,
        &invalid_utf8,
        &deep,
        &very_deep,
    ] {
        let shown = String::from_utf8_lossy(line.get(..80).unwrap_or(line));
        assert_eq!(code_and_id(line), [(json!(-32700), json!(7))], "{shown}");
    }
}

/// The message after it is taken all the same.
#[test]
fn an_integer_that_would_be_rounded_is_rejected() {
    let call = |id: u8, value: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping","params":{{"a":{value}}}}}"#)
    };
    let line = [call(7, "12345678901234567890123"), call(8, "1e300")].concat();
    assert_eq!(
        answers(line.as_bytes()),
        [
            json!({"jsonrpc": "2.0", "id": 7, "error": {"code": -32600, "message":
                "the integer 12345678901234567890123 does not fit into 64 bits, so another number would be sent. Send \
                 it as a string, if the tool takes one there"}}),
            json!(null),
        ]
    );
    // A model reads results, and can correct its call.
    let tool_call =
        br#"{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"a":12345678901234567890123}}"#;
    let [answer] = answers(tool_call).try_into().expect("is one");
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    // Somebody waits for the answer of a client.
    let response = br#"{"jsonrpc":"2.0","id":1,"result":{"a":12345678901234567890123}}"#;
    assert_eq!(answers(response), [json!(null)]);
    for exact in ["18446744073709551615", "100000000000000000000"] {
        assert_eq!(answers(call(7, exact).as_bytes()), [json!(null)], "{exact}");
    }
}

#[test]
fn an_id_that_cannot_be_found_is_null() {
    for line in [
        &b"hello"[..],
        b"{",
        br#"{"jsonrpc":"2.0","method":"ping","id":7"#,
        br#"{"jsonrpc":"2.0","method":"ping","id":"a\ud83d"}"#,
        br#"{"jsonrpc":"2.0","method":"ping","params":{"id":7},"x":1e999,"#,
    ] {
        let shown = String::from_utf8_lossy(line);
        assert_eq!(code_and_id(line), [(json!(-32700), json!(null))], "{shown}");
    }
}

#[test]
fn json_that_is_not_a_message_is_an_invalid_request() {
    for (line, id) in [
        (r#""text""#, json!(null)),
        (r#"{"jsonrpc":"2.0","id":7}"#, json!(7)),
        (
            r#"{"jsonrpc":"1.0","id":"seven","method":"ping"}"#,
            json!("seven"),
        ),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, json!(1.5)),
        (r#"[{"jsonrpc":"2.0","id":7,"method":"ping"}]"#, json!(null)),
    ] {
        assert_eq!(
            code_and_id(line.as_bytes()),
            [(json!(-32600), id)],
            "{line}"
        );
    }
    let batch = answers(br#"[{"jsonrpc":"2.0","id":7,"method":"ping"}]"#);
    let message = batch[0]["error"]["message"].as_str();
    assert!(message.is_some_and(|message| message.starts_with("batches are not supported")));
}

#[test]
fn all_messages_of_a_line_are_taken() {
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let broken = r#"{"jsonrpc":"2.0","id":2,"method":"ping","params":{"a":1e999}}"#;
    let unfinished = r#"{"jsonrpc":"2.0","id":3,"method":"#;
    let taken = (json!(null), json!(null));
    let rejected = |id| (json!(-32700), json!(id));
    for (line, expected) in [
        (format!("{ping}{ping}"), vec![taken.clone(), taken.clone()]),
        (
            format!("{ping} {broken}\t{ping}\r"),
            vec![taken.clone(), rejected(2), taken.clone()],
        ),
        (
            format!("{ping}{unfinished}"),
            vec![taken.clone(), rejected(3)],
        ),
        (format!("\u{feff}{ping}"), vec![taken]),
        (" \r".to_owned(), vec![]),
    ] {
        assert_eq!(code_and_id(line.as_bytes()), expected, "{line}");
    }
}

#[test]
fn a_line_has_a_limited_number_of_answers() {
    let many = "{}".repeat(10_000);
    let answers = answers(many.as_bytes());
    assert_eq!(answers.len(), MAX_MESSAGES_PER_LINE + 1);
    let last = answers
        .last()
        .and_then(|last| last["error"]["message"].as_str());
    assert!(
        last.is_some_and(|last| last.contains("more than 100 messages")),
        "{last:?}"
    );
}

#[test]
fn notifications_and_answers_get_no_answer() {
    for (line, expected) in [
        (
            r#"{"jsonrpc":"2.0","method":"made/up","params":{"a":1e999}}"#,
            true,
        ),
        (r#"{"jsonrpc":"1.0","method":"made/up"}"#, true),
        (r#"{"jsonrpc":"2.0","id":1,"result":{"a":1e999}}"#, true),
        (
            r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"\ud83d"}}"#,
            true,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"a","params":{"a":1e999}}"#,
            false,
        ),
        (r#"{"jsonrpc":"2.0","method":"a","params":{"a":"#, false),
        (r#"{}"#, false),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, false),
        (r#"{"jsonrpc":"2.0","method":"ping","id":true}"#, false),
        (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, false),
    ] {
        let rejection = parse_message(line.as_bytes()).expect_err("is not a message");
        assert_eq!(rejection.wants_no_answer(), expected, "{line}");
    }
}

#[test]
fn an_outline_may_come_in_pieces() {
    let text = br#"{"method":"a\"b","params":[{"id":1}],"id":"s\"7"}"#;
    for size in 1..text.len() {
        let mut outline = Outline::default();
        for piece in text.chunks(size) {
            outline.read_bytes(piece);
        }
        assert_eq!(outline.into_id(), Some(json!("s\"7")), "pieces of {size}");
    }
}
