use serde_json::json;

use super::*;
use crate::outcome::Outcome;
use crate::request::Method;
use crate::server::truncation::truncate_outcome;
use crate::testing;
use crate::tool::Tool;
use crate::value::Json;
use crate::{CallOptions, prepare};

fn tool(call: CallOptions, wrapped: bool) -> &'static Tool {
    let output = match wrapped {
        true => OutputSchema::new("{}").wrapped(),
        false => OutputSchema::new("{}"),
    };
    let tool = testing::test_tool(Method::Get, "/").call(call);
    Box::leak(Box::new(tool.output(output)))
}

fn relaxed(tool: &'static Tool, schema: &Json) -> Json {
    let mut schema = schema.as_object().cloned().unwrap_or_default();
    let output = tool.output.as_ref().expect("has one");
    relax_output_schema(&testing::tool_info(tool), output, &mut schema);
    Json::Object(schema)
}

fn pets_schema() -> Json {
    json!({
        "type": "object",
        "required": ["pets", "total"],
        "minProperties": 2,
        "properties": {
            "total": {"type": "integer"},
            "required": {"type": "string"},
            "pets": {
                "type": "array", "minItems": 3, "uniqueItems": true,
                "items": {"oneOf": [
                    {"$ref": "#/$defs/Cat"},
                    {"type": "object", "required": ["bark"], "properties": {"bark": {"type": "string"}}},
                ]},
            },
        },
        "additionalProperties": false,
        "$defs": {"Cat": {
            "type": "object",
            "required": ["name", "story"],
            "properties": {
                "name": {"type": "string"},
                "story": {"type": "string", "pattern": "end$", "minLength": 2000},
            },
        }},
    })
}

fn pets() -> Json {
    let story = format!("{}end", "x".repeat(5000));
    let cat = |id: usize| json!({"name": format!("cat {id}"), "story": story});
    let mut pets: Vec<Json> = (0..20).map(cat).collect();
    pets.push(json!({"bark": "wuff"}));
    json!({"total": 21, "pets": pets})
}

#[test]
fn what_is_cut_is_still_valid() {
    let tool = tool(CallOptions::DEFAULT, false);
    let schema = pets_schema();
    let advertised = relaxed(tool, &schema);
    assert_eq!(advertised["required"], json!(["pets", "total"]));
    assert!(jsonschema::is_valid(&schema, &pets()));
    let mut info = testing::tool_info(tool);
    info.output = tool.output.as_ref();
    let mut cut_short = 0;
    for limit in [10, 100, 1000, 10_000, 50_000, 90_000] {
        let mut outcome = Outcome {
            structured: Some(pets()),
            ..Outcome::success(pets().to_string())
        };
        truncate_outcome(&mut outcome, limit, &info, || None);
        let cut = outcome.structured.expect("is kept");
        cut_short += usize::from(!jsonschema::is_valid(&schema, &cut));
        assert!(jsonschema::is_valid(&advertised, &cut), "{limit}");
        assert_eq!(outcome.text, cut.to_string());
    }
    assert!(cut_short > 0, "the spec's own schema would not do");
}

#[test]
fn what_is_selected_is_still_valid() {
    let tool = tool(CallOptions::DEFAULT.fields("fields"), false);
    let advertised = relaxed(tool, &pets_schema());
    for paths in [
        &["total"][..],
        &["pets.name"],
        &["pets.bark", "pets.story"],
        &["pets"],
    ] {
        let mut arguments = JsonObject::from_iter([("fields".to_owned(), json!(paths))]);
        let wanted =
            crate::request::ResponseOptions::take_from_arguments(&tool.call, &mut arguments)
                .expect("are paths");
        let mut value = pets();
        let note = wanted.apply_selection(&mut value);
        assert_eq!(note, None);
        assert!(jsonschema::is_valid(&advertised, &value), "{paths:?}");
    }
    let arguments = JsonObject::from_iter([("fields".to_owned(), json!(["a"]))]);
    let prepared = prepare(tool, arguments);
    assert!(prepared.is_ok(), "the argument is not the request's");
}

#[test]
fn the_frame_stays() {
    let schema = json!({
        "type": "object", "required": ["result"],
        "properties": {"result": {"type": "array", "items": {"required": ["a"], "not": {}}}},
    });
    let plain = relaxed(tool(CallOptions::DEFAULT.fields("f"), true), &schema);
    assert_eq!(plain["required"], json!(["result"]));
    let result = &plain["properties"]["result"];
    assert_eq!(result["items"], json!({"not": {}}));
}
