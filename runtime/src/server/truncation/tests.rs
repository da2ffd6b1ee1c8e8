use serde_json::json;

use super::*;
use crate::CallOptions;
use crate::http::NOT_JSON;
use crate::request::Method;
use crate::testing;
use crate::tool::{OutputSchema, Tool};

const fn tool(call: CallOptions) -> Tool {
    testing::test_tool(Method::Get, "/pets").call(call)
}

static TOOL: Tool = tool(CallOptions::DEFAULT);
static SELECTING: Tool = tool(CallOptions::DEFAULT.fields("fields"));

fn shortened(value: Json, limit: usize) -> Outcome {
    let mut outcome = Outcome {
        structured: Some(value.clone()),
        notes: vec!["There is more".to_owned(); usize::from(value.to_string().len() > limit)],
        ..Outcome::success(value.to_string())
    };
    let schema = json!({"properties": {"per_page": {}, "page": {}, "name": {}}});
    truncate_outcome(&mut outcome, limit, &testing::tool_info(&TOOL), || {
        schema.as_object().cloned()
    });
    outcome
}

#[test]
fn short_results_and_errors_stay() {
    let outcome = shortened(json!([1, 2, 3]), 7);
    assert_eq!(
        outcome,
        Outcome {
            structured: Some(json!([1, 2, 3])),
            ..Outcome::success("[1,2,3]")
        }
    );
    let mut error = Outcome::failure("x".repeat(100));
    truncate_outcome(&mut error, 100, &testing::tool_info(&TOOL), || None);
    assert_eq!(error, Outcome::failure("x".repeat(100)));
}

#[test]
fn errors_are_truncated_too() {
    let mut error = Outcome {
        structured: Some(json!({"status": 400, "body": "y".repeat(100)})),
        ..Outcome::failure("ü".repeat(100))
    };
    truncate_outcome(&mut error, 51, &testing::tool_info(&TOOL), || None);
    assert_eq!(error.text, "ü".repeat(25));
    assert_eq!(error.structured, None);
    let note = "This error was truncated: the first 50 of 200 bytes are here.";
    assert_eq!(error.notes, [note]);
}

#[test]
fn a_truncated_result_is_sent_once() {
    let list: Json = (0..1000).collect();
    assert_eq!(shortened(list.clone(), 1000).structured, None);
    static OUTPUT: OutputSchema = OutputSchema::new("{}").wrapped();
    let mut outcome = Outcome {
        structured: Some(list.clone()),
        ..Outcome::success(list.to_string())
    };
    let mut promising = testing::tool_info(&TOOL);
    promising.output = Some(&OUTPUT);
    truncate_outcome(&mut outcome, 1000, &promising, || None);
    let structured = outcome.structured.map(|it| it.to_string());
    assert_eq!(structured.as_deref(), Some(outcome.text.as_str()));
    assert!(
        (450..=500).contains(&outcome.text.len()),
        "{}",
        outcome.text
    );
}

/// What a server with a form of errors tells of an outcome whose tool promises an object.
fn concluded(outcome: Outcome, limit: usize) -> Outcome {
    static OUTPUT: OutputSchema = OutputSchema::new("{}");
    let form =
        |failure: &crate::CallFailure<'_>| json!({"success": false, "message": failure.message});
    let tools = crate::Tools::new("shop", "1").error_form(form);
    let mut promising = testing::tool_info(&TOOL);
    promising.output = Some(&OUTPUT);
    let called = CalledTool {
        tools: &tools,
        tool: &promising,
        violations: &[],
    };
    limit_outcome(outcome, limit, called, || None)
}

#[test]
fn a_result_that_loses_its_structure_gets_the_form_of_errors() {
    let members = (0..50_000).map(|index| (format!("member{index}"), Json::from(index)));
    let value: Json = members.collect();
    let outcome = concluded(
        Outcome {
            structured: Some(value.clone()),
            ..Outcome::success(value.to_string())
        },
        20_000,
    );
    assert!(outcome.is_error);
    let structured = outcome.structured.expect("has the form");
    assert_eq!(outcome.text, structured.to_string());
    let message = structured["message"].as_str().expect("is a text");
    assert!(
        message.contains("it has 977781 bytes, the limit is 20000"),
        "{message}"
    );
    assert!(
        message.ends_with("Request something narrower."),
        "{message}"
    );
    // What was never JSON stays in the message.
    let outcome = concluded(Outcome::success("plain"), 20_000);
    assert!(outcome.is_error && outcome.notes[0].contains("not with the complete JSON"));
    assert_eq!(
        outcome.structured.expect("has the form")["message"],
        "plain"
    );
}

#[test]
fn a_long_error_is_truncated_before_it_gets_its_form() {
    let outcome = concluded(Outcome::failure("y".repeat(30_000)), 20_000);
    let structured = outcome.structured.expect("has the form");
    assert_eq!(outcome.text, structured.to_string());
    assert_eq!(structured["message"], "y".repeat(10_000));
    let note = "This error was truncated: the first 10000 of 30000 bytes are here.";
    assert_eq!(outcome.notes, [note]);
    // So does one whose own form is too long.
    let own = json!({"code": "y".repeat(30_000)});
    let outcome = concluded(
        Outcome {
            structured: Some(own.clone()),
            ..Outcome::failure(own.to_string())
        },
        20_000,
    );
    let structured = outcome.structured.expect("has the form");
    assert_eq!(structured["message"], own.to_string()[..10_000]);
    let short = Outcome {
        structured: Some(json!({"code": 7})),
        ..Outcome::failure("{\"code\":7}")
    };
    assert_eq!(concluded(short.clone(), 20_000), short);
}

#[test]
fn an_object_of_many_members_is_truncated_as_text() {
    let members = (0..50_000).map(|index| (format!("member{index}"), Json::from(index)));
    let outcome = shortened(members.collect(), 20_000);
    assert_eq!((outcome.text.len(), outcome.structured), (20_000, None));
    assert!(
        outcome.notes[0].contains("the first 20000 of 977781 bytes are here"),
        "{:?}",
        outcome.notes
    );
}

#[test]
fn small_json_with_nothing_to_leave_out_stays_as_it_is() {
    let object = json!({"id": 1, "name": "n".repeat(500)});
    let outcome = shortened(object.clone(), 100);
    assert_eq!(outcome.text, object.to_string());
    assert_eq!(outcome.structured, Some(object));
    assert_eq!(outcome.notes, ["There is more"]);
}

#[test]
fn a_text_that_was_found_to_be_no_json_is_still_said_to_be_none() {
    let mut outcome = Outcome {
        notes: vec!["There is more".to_owned(), NOT_JSON.to_owned()],
        ..Outcome::success("no JSON ".repeat(100))
    };
    truncate_outcome(&mut outcome, 100, &testing::tool_info(&TOOL), || None);
    assert_eq!(outcome.notes.len(), 2);
    assert_eq!(outcome.notes[0], NOT_JSON);
}

#[test]
fn what_is_not_json_is_said_to_be_none() {
    for (text, is_valid) in [
        (format!("[{}0]", "0,".repeat(1000)), true),
        (format!("[{}0]x", "0,".repeat(1000)), false),
    ] {
        let mut outcome = Outcome {
            is_long_json: true,
            ..Outcome::success(text)
        };
        truncate_outcome(&mut outcome, 100, &testing::tool_info(&TOOL), || None);
        assert_eq!(!outcome.notes.iter().any(|note| note == NOT_JSON), is_valid);
    }
}

#[test]
fn a_number_out_of_range_is_not_said_to_be_invalid() {
    let mut outcome = Outcome {
        is_long_json: true,
        ..Outcome::success(format!("[1e400{}]", ",0".repeat(1000)))
    };
    truncate_outcome(&mut outcome, 100, &testing::tool_info(&TOOL), || None);
    assert_eq!(outcome.notes.len(), 2);
    assert!(
        outcome.notes[0].contains("has a number that is out of range at line 1 column 6"),
        "{:?}",
        outcome.notes
    );
}

#[test]
fn lists_lose_their_last_items() {
    let pets: Vec<Json> = (0..1000)
        .map(|id| json!({"id": id, "tags": ["a"]}))
        .collect();
    let outcome = shortened(json!({"pets": pets, "total": 1000}), 1000);
    let structured: Json = serde_json::from_str(&outcome.text).expect("is JSON");
    let kept = structured["pets"].as_array().map_or(0, Vec::len);
    assert!(
        kept > 35 && outcome.text.len() <= 1000,
        "{kept} {}",
        outcome.text.len()
    );
    assert_eq!(structured["total"], 1000);
    assert_eq!(
        outcome.notes,
        [format!(
            "This result was truncated, because it has 23913 bytes: of /pets {kept} of 1000 items are \
             here. Request less with `per_page`, `page`."
        )]
    );
}

#[test]
fn long_texts_lose_their_ends() {
    let outcome = shortened(json!({"name": "n", "text": "ü".repeat(5000)}), 3000);
    let structured: Json = serde_json::from_str(&outcome.text).expect("is JSON");
    assert_eq!(structured["name"], "n");
    assert_eq!(
        structured["text"].as_str().map(|text| text.chars().count()),
        Some(501)
    );
    assert!(
        outcome.notes[0].contains("1 long string is truncated"),
        "{:?}",
        outcome.notes
    );
    let mut text = Outcome::success("ü".repeat(100));
    truncate_outcome(&mut text, 51, &testing::tool_info(&TOOL), || None);
    assert_eq!(text.text.len(), 50);
    assert!(text.notes[0].contains("the first 50 of 200 bytes are here"));
}

#[test]
fn the_argument_that_selects_is_named() {
    let note = |properties: Json| {
        let list: Json = (0..100).collect();
        let mut text = Outcome {
            structured: Some(list.clone()),
            ..Outcome::success(list.to_string())
        };
        let schema = json!({ "properties": properties });
        truncate_outcome(&mut text, 51, &testing::tool_info(&SELECTING), || {
            schema.as_object().cloned()
        });
        let (_, note) = text.notes[0].split_once(" Request ").expect("what to do");
        note.to_owned()
    };
    assert_eq!(
        note(json!({"fields": {}})),
        "less with `fields`, the paths of what you need."
    );
    assert_eq!(
        note(json!({"limit": {}, "fields": {}})),
        "less with `limit`, or with `fields`, the paths of what you need."
    );
}
