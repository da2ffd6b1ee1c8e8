use serde_json::json;

use super::*;
use crate::CallOptions;
use crate::testing;
use crate::text::SchemaText;
use crate::tool::{Method, OutputSchema, Tool};

const fn tool(call: CallOptions) -> Tool {
    Tool {
        call,
        ..testing::tool(Method::Get, "/pets")
    }
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
    shorten(&mut outcome, limit, &testing::face(&TOOL), || {
        schema.as_object()
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
    shorten(&mut error, 100, &testing::face(&TOOL), || None);
    assert_eq!(error, Outcome::failure("x".repeat(100)));
}

#[test]
fn errors_are_truncated_too() {
    let mut error = Outcome {
        structured: Some(json!({"status": 400, "body": "y".repeat(100)})),
        ..Outcome::failure("ü".repeat(100))
    };
    shorten(&mut error, 51, &testing::face(&TOOL), || None);
    assert_eq!(error.text, "ü".repeat(25));
    assert_eq!(error.structured, None);
    let note = "This error was truncated: the first 50 of 200 bytes are here.";
    assert_eq!(error.notes, [note]);
}

#[test]
fn a_truncated_result_is_sent_once() {
    let list: Json = (0..1000).collect();
    assert_eq!(shortened(list.clone(), 1000).structured, None);
    static OUTPUT: OutputSchema = OutputSchema {
        portable: SchemaText("{}"),
        referenced: &[],
        wrapped: true,
    };
    let mut outcome = Outcome {
        structured: Some(list.clone()),
        ..Outcome::success(list.to_string())
    };
    let mut promising = testing::face(&TOOL);
    promising.output = Some(&OUTPUT);
    shorten(&mut outcome, 1000, &promising, || None);
    let structured = outcome.structured.map(|it| it.to_string());
    assert_eq!(structured.as_deref(), Some(outcome.text.as_str()));
    assert!(
        (450..=500).contains(&outcome.text.len()),
        "{}",
        outcome.text
    );
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
            "This result was cut, since it has 23913 bytes: of /pets {kept} of 1000 items are here. \
             Ask for less with `per_page`, `page`."
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
        outcome.notes[0].contains("1 long texts lack their ends"),
        "{:?}",
        outcome.notes
    );
    let mut text = Outcome::success("ü".repeat(100));
    shorten(&mut text, 51, &testing::face(&TOOL), || None);
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
        shorten(&mut text, 51, &testing::face(&SELECTING), || {
            schema.as_object()
        });
        let (_, note) = text.notes[0].split_once(" Ask ").expect("what to do");
        note.to_owned()
    };
    assert_eq!(
        note(json!({"fields": {}})),
        "for less with `fields`, the paths of what you need."
    );
    assert_eq!(
        note(json!({"limit": {}, "fields": {}})),
        "for less with `limit`, or with `fields`, the paths of what you need."
    );
}
