use super::*;
use crate::request::Method;
use crate::testing;
use crate::tool::{OutputSchema, Tool};

static PLAIN: Tool = testing::test_tool(Method::Get, "/");
static WRAPPED: Tool =
    testing::test_tool(Method::Get, "/").output(OutputSchema::new("{}").wrapped());

fn outcome(is_error: bool, structured: Option<Json>) -> Outcome {
    Outcome {
        is_error,
        structured,
        ..Outcome::success("text")
    }
}

fn structured(tool: &'static Tool, is_error: bool, value: Json, is_modern: bool) -> Option<Json> {
    call_tool_result(
        &testing::tool_info(tool),
        outcome(is_error, Some(value)),
        is_modern,
    )
    .structured_content
}

#[test]
fn always_has_the_text() {
    for is_error in [false, true] {
        let result = call_tool_result(&testing::tool_info(&PLAIN), outcome(is_error, None), false);
        assert_eq!(result.is_error, Some(is_error));
        assert_eq!(result.content, [ContentBlock::text("text")]);
        assert_eq!(result.structured_content, None);
    }
}

#[test]
fn structures_what_the_revision_allows() {
    let object = json!({"a": 1});
    for is_modern in [false, true] {
        let kept = structured(&PLAIN, true, object.clone(), is_modern);
        assert_eq!(kept, Some(object.clone()));
    }
    for value in [json!([1]), Json::Null] {
        let framed = structured(&PLAIN, false, value.clone(), false);
        assert_eq!(framed, Some(json!({ "result": value })));
        assert_eq!(structured(&PLAIN, false, value.clone(), true), Some(value));
    }
}

#[test]
fn wraps_as_the_output_schema_says() {
    let wrapped = structured(&WRAPPED, false, json!([1]), false);
    assert_eq!(wrapped, Some(json!({"result": [1]})));
    let failure = json!({"status": 404});
    let kept = structured(&WRAPPED, true, failure.clone(), false);
    assert_eq!(kept, Some(failure));
}

#[test]
fn attachments_are_blocks_of_their_kind() {
    let attachment = |media_type: &str, name: Option<&str>| Attachment {
        name: name.map(str::to_owned),
        media_type: media_type.to_owned(),
        data: b"123".to_vec(),
    };
    let outcome = Outcome {
        attachments: vec![
            attachment("image/png", None),
            attachment("audio/wav", None),
            attachment("application/pdf", Some("a b.pdf")),
        ],
        ..Outcome::success("text")
    };
    let result = call_tool_result(&testing::tool_info(&PLAIN), outcome, true);
    insta::assert_json_snapshot!(result.content);
}

#[test]
fn what_was_promised_and_did_not_come_is_an_error() {
    let result = call_tool_result(&testing::tool_info(&WRAPPED), outcome(false, None), true);
    assert_eq!(result.is_error, Some(true));
    let texts = serde_json::to_string(&result.content).unwrap();
    assert!(
        texts.contains(r#""text""#) && texts.contains("not with the complete JSON"),
        "{texts}"
    );
    let result = call_tool_result(&testing::tool_info(&PLAIN), outcome(false, None), true);
    assert_ne!(result.is_error, Some(true));
}
