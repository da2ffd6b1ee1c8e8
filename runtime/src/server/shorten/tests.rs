use serde_json::json;

use super::*;
use crate::CallOptions;
use crate::testing;
use crate::tool::{Method, Tool};

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
    shorten(&mut error, 10, &testing::face(&TOOL), || None);
    assert_eq!(error.text.len(), 100);
}

#[test]
fn lists_lose_their_last_items() {
    let pets: Vec<Json> = (0..1000)
        .map(|id| json!({"id": id, "tags": ["a"]}))
        .collect();
    let outcome = shortened(json!({"pets": pets, "total": 1000}), 1000);
    let structured = outcome.structured.unwrap();
    let kept = structured["pets"].as_array().map_or(0, Vec::len);
    assert!(
        kept > 35 && outcome.text.len() <= 1000,
        "{kept} {}",
        outcome.text.len()
    );
    assert_eq!(structured["total"], 1000);
    assert_eq!(outcome.text, structured.to_string());
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
    let structured = outcome.structured.unwrap();
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
        let mut text = Outcome::success("x".repeat(100));
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
