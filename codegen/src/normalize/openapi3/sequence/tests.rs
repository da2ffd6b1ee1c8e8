use serde_json::{Value, json};

use super::super::super::operation::Encoding;
use super::super::super::testing::{body, lifted, normalized, operation, skipped, warnings};

const AT: &str = "/paths/~1x/post/requestBody/content";

fn with_body(content: Value) -> Value {
    json!({"requestBody": {"content": content}})
}

#[test]
fn the_schema_of_a_sequence_is_that_of_a_list() {
    let content = json!({
        "application/jsonl": {"itemSchema": {"type": "integer"}},
        "application/json-seq": {
            "schema": {"type": "array", "maxItems": 5}, "itemSchema": {"type": "string"},
        },
    });
    let (read, document, diagnostics) = operation("3.2.0", with_body(content.clone()));
    let schema = |name: &str| lifted(&document, body(&read).content[name].schema).clone();
    assert_eq!(
        schema("application/jsonl"),
        json!({"type": "array", "items": {"type": "integer"}})
    );
    assert_eq!(
        schema("application/json-seq"),
        json!({
            "type": "array", "items": {"type": "string"},
            "allOf": [{"type": "array", "maxItems": 5}],
        })
    );
    assert_eq!(warnings(&diagnostics), Vec::<String>::new());
    let (read, _, _) = operation("3.1.0", with_body(content));
    assert_eq!(body(&read).content["application/jsonl"].schema, None);
}

#[test]
fn what_is_no_sequence_has_no_items() {
    let (read, _, diagnostics) = operation(
        "3.2.0",
        with_body(json!({
            "application/json": {"schema": {}, "itemSchema": {}},
            "text/csv": {"itemSchema": {}},
        })),
    );
    let content = &body(&read).content;
    assert_eq!(content.keys().collect::<Vec<_>>(), ["application/json"]);
    assert_eq!(
        warnings(&diagnostics),
        [
            format!(
                "{AT}/application~1json/itemSchema: `itemSchema` describes the items of a sequence, and \
                 `application/json` is not one; it is ignored"
            ),
            format!(
                "{AT}/text~1csv/itemSchema: this media type cannot be sent, so another one is used: \
                 `itemSchema` describes the items of a sequence, and `text/csv` is not one"
            ),
        ]
    );
}

#[test]
fn encodings_by_position() {
    let content = json!({"multipart/mixed": {
        "itemSchema": {},
        "prefixEncoding": [{"contentType": "text/plain"}, 5],
        "itemEncoding": {"headers": {"X": {"schema": {"const": "x"}}}},
        "x-prefix-encoding": "theirs",
    }});
    let (read, _, diagnostics) = operation("3.2.0", with_body(content));
    let encoding = &body(&read).content["multipart/mixed"].positional_encoding;
    let encoding = encoding.as_ref().expect("it is stated");
    assert_eq!(
        encoding.first[0].content_type.as_deref(),
        Some("text/plain")
    );
    assert_eq!(encoding.first[1], Encoding::default());
    assert!(encoding.rest.headers["X"].is_some());
    assert_eq!(
        warnings(&diagnostics),
        [format!(
            "{AT}/multipart~1mixed/prefixEncoding/1: an encoding must be an object, not a number; it is \
             ignored"
        )]
    );
}

#[test]
fn parts_of_parts_are_not_sent() {
    for (encoding, place) in [
        (
            json!({"encoding": {"a": {"encoding": {}}}}),
            "encoding/a/encoding",
        ),
        (
            json!({"prefixEncoding": [{}, {"itemEncoding": {}}]}),
            "prefixEncoding/1/itemEncoding",
        ),
        (
            json!({"itemEncoding": {"prefixEncoding": []}}),
            "itemEncoding/prefixEncoding",
        ),
    ] {
        let mut operation = with_body(json!({"multipart/mixed": encoding}));
        operation["responses"] = json!({});
        let (_, diagnostics) = normalized(json!({
            "openapi": "3.2.0", "paths": {"/x": {"post": operation}},
        }));
        assert_eq!(
            skipped(&diagnostics),
            [format!(
                "{AT}/multipart~1mixed/{place}: its request body cannot be sent: a part of it has parts \
                 of its own, which is not supported"
            )]
        );
    }
}
