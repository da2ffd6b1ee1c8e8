//! Streams in chunks of every size: events, lines of JSON and records, with their ends and limits.

use proptest::prelude::*;
use serde_json::json;

use super::*;

/// The items of a body that comes in chunks of so many bytes.
fn items(content_type: &str, body: &[u8], chunk: usize) -> Vec<Json> {
    let mut stream = ItemStream::for_content_type(Some(content_type), 100).expect("is a stream");
    for chunk in body.chunks(chunk) {
        if stream.push_chunk(chunk) != StreamFlow::Open {
            return stream.into_items();
        }
    }
    stream.finish_stream();
    stream.into_items()
}

const EVENTS: &str = "text/event-stream;charset=UTF-8";

#[test]
fn events_are_read_as_the_standard_says() {
    let body = "\u{feff}: a comment\nevent: add\nid: 7\ndata: {\"a\":\ndata: 1}\nretry: 5\n\n\
                data:first\rdata: second\r\rdata\n\ndata: 5\r\nother: x\r\n\r\n\
                event: nothing\n\nid\ndata: é\n\ndata: unfinished";
    let expected = [
        json!({"event": "add", "id": "7", "data": {"a": 1}}),
        json!({"data": "first\nsecond"}),
        json!({"data": ""}),
        json!({"data": 5}),
        json!({"data": "é"}),
        json!({"data": "unfinished"}),
    ];
    for chunk in [1, 2, 3, 7, 1000] {
        assert_eq!(items(EVENTS, body.as_bytes(), chunk), expected);
    }
}

#[test]
fn done_ends_a_stream() {
    let mut stream = ItemStream::for_content_type(Some(EVENTS), 9).expect("is a stream");
    assert_eq!(
        stream.push_chunk(b"data: 1\n\ndata: [DONE]\n\ndata: 2\n\n"),
        StreamFlow::Over
    );
    assert_eq!(stream.into_items(), [json!({"data": 1})]);
    assert_eq!(items(EVENTS, b"data: [DONE]", 5), [json!(null); 0]);
}

#[test]
fn lines_and_records_are_json() {
    let body = b"{\"a\": 1}\r\n\n [2]\nno json\n\"last\"";
    let expected = [json!({"a": 1}), json!([2]), json!("no json"), json!("last")];
    for content_type in ["application/jsonl", "Application/X-NDJSON; a=b"] {
        for chunk in [1, 3, 100] {
            assert_eq!(items(content_type, body, chunk), expected);
        }
    }
    let body = b"\x1e{\"a\":\n1}\n\x1e\x1e2\n\x1e\"last\"";
    let expected = [json!({"a": 1}), json!(2), json!("last")];
    for content_type in ["application/json-seq", "application/geo+json-seq"] {
        for chunk in [1, 3, 100] {
            assert_eq!(items(content_type, body, chunk), expected);
        }
    }
}

#[test]
fn no_more_items_than_wanted() {
    let mut stream =
        ItemStream::for_content_type(Some("application/jsonl"), 2).expect("is a stream");
    assert_eq!(stream.push_chunk(b"1\n2\n3\n4\n"), StreamFlow::Full);
    stream.finish_stream();
    assert_eq!(stream.into_items(), [json!(1), json!(2)]);
}

#[test]
fn other_types_are_no_streams() {
    for content_type in [None, Some("application/json"), Some("text/plain"), Some("")] {
        assert!(ItemStream::for_content_type(content_type, 9).is_none());
    }
}

#[test]
fn what_is_missing_is_said() {
    let words = [
        StreamCut::Items(1000).describe_cut(1000),
        StreamCut::Bytes(10).describe_cut(1),
        StreamCut::Time(30.0).describe_cut(0),
        StreamCut::Broken("Reset.".to_owned()).describe_cut(2),
    ];
    insta::assert_snapshot!(words.join("\n"));
}

/// A JSON value that is small.
fn value() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i32>().prop_map(Json::from),
        ".{0,8}".prop_map(Json::from),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Json::from),
            prop::collection::vec((".{0,4}", inner), 0..3)
                .prop_map(|members| members.into_iter().collect::<Json>()),
        ]
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read(
        values in prop::collection::vec(value(), 0..6),
        ends in prop::collection::vec(prop_oneof![Just("\n"), Just("\r\n"), Just("\r")], 6),
        chunk in 1_usize..40,
    ) {
        let events: String = values
            .iter()
            .zip(&ends)
            .map(|(value, end)| {
                // As many lines as there are in it.
                let text = serde_json::to_string_pretty(value).unwrap_or_default();
                let lines: String = text.lines().map(|line| format!("data: {line}{end}")).collect();
                format!(": ping{end}{lines}{end}")
            })
            .collect();
        let expected: Vec<Json> = values.iter().map(|value| json!({"data": value})).collect();
        prop_assert_eq!(items(EVENTS, events.as_bytes(), chunk), expected);

        let lines: String = values.iter().map(|value| format!("{value}\n")).collect();
        prop_assert_eq!(&items("application/jsonl", lines.as_bytes(), chunk), &values);

        let records: String = values.iter().map(|value| format!("\u{1e}{value:#}\n")).collect();
        prop_assert_eq!(&items("application/json-seq", records.as_bytes(), chunk), &values);
    }

    #[test]
    fn chunks_make_no_difference(
        body in prop::collection::vec(prop_oneof![
            Just(b'\n'), Just(b'\r'), Just(b':'), Just(b' '), Just(b'd'), Just(0x1e), any::<u8>(),
        ], 0..80),
        chunk in 1_usize..9,
    ) {
        for content_type in [EVENTS, "application/jsonl", "application/json-seq"] {
            let whole = items(content_type, &body, 1000);
            prop_assert_eq!(items(content_type, &body, chunk), whole);
        }
    }
}
