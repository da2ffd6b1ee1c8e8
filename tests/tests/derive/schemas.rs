use serde_json::{Value, json};
use toolwright::{InputSchema, OutputSchema, Schemas, ToolInput, ToolOutput};

use crate::zoo::*;

fn listed<T: ToolInput>() -> Value {
    T::schema().listed()
}

#[test]
fn types_that_contain_themselves_stand_under_defs() {
    let schema = listed::<Node>();
    let of_node = json!({"$ref": "#/$defs/Node"});
    assert_eq!(
        schema["properties"]["children"],
        json!({"type": "array", "items": of_node})
    );
    assert_eq!(schema["properties"]["next"], of_node);
    assert_eq!(
        schema["properties"]["leaf"],
        json!({"$ref": "#/$defs/Leaf"})
    );
    let names: Vec<&String> = schema["$defs"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["Node", "Leaf"]);
    assert_eq!(schema["$defs"]["Leaf"]["properties"]["owner"], of_node);
}

macro_rules! of_a_macro {
    ($name:ident, $type:ty) => {
        #[derive(ToolInput, ToolOutput)]
        struct $name {
            own: $crate::zoo::Pair,
            given: $type,
            list: Vec<$type>,
        }
    };
}

of_a_macro!(OfAMacro, Node);

#[test]
fn types_of_fields_may_come_from_other_macros() {
    let schema = listed::<OfAMacro>();
    assert_eq!(
        schema["properties"]["given"],
        json!({"$ref": "#/$defs/Node"})
    );
    assert_eq!(schema["properties"]["own"]["minItems"], 2);
}

#[test]
fn others_stand_in_place() {
    let schema = listed::<Options>();
    assert_eq!(schema.get("$defs"), None);
    assert_eq!(schema["properties"]["nested"]["minItems"], 2);
    let faithful = <Options as ToolInput>::schema().faithful();
    assert!(faithful["$defs"].get("Pair").is_some(), "{faithful}");
}

#[test]
fn a_comment_beside_a_type_takes_the_place_of_its_own() {
    let schema = listed::<Flat>();
    let properties: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(
        properties,
        [
            "id",
            "firstName",
            "type",
            "match",
            "lastSeenAt",
            "note",
            "depth"
        ]
    );
    assert_eq!(
        schema["required"],
        json!(["id", "firstName", "type", "match", "depth"])
    );
    assert_eq!(
        schema["properties"]["lastSeenAt"]["description"],
        "Not the comment."
    );
}

#[test]
fn the_root_of_a_tool_has_no_choice() {
    let schema = <Internal as ToolInput>::schema().input();
    assert_eq!(schema["type"], "object");
    assert_eq!(
        schema["properties"]["kind"],
        json!({"type": "string", "enum": ["nothing", "named_fields", "struct", "empty"]})
    );
    assert_eq!(schema["required"], json!(["kind"]));
    assert!(schema["properties"].get("firstName").is_some());
    assert!(schema.get("oneOf").is_none());
}

#[test]
fn a_tool_without_arguments_takes_none() {
    let schema = <Empty as ToolInput>::schema().input();
    assert_eq!(
        Value::Object(schema),
        json!({"type": "object", "properties": {}, "additionalProperties": false})
    );
}

#[test]
fn tools_have_whole_texts() {
    let input = InputSchema::of::<Node>();
    let text = input.client_text(&Schemas::NONE, "of a type");
    let schema: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(schema, listed::<Node>());
    let output = OutputSchema::of::<Size>();
    assert!(output.wrapped);
    let text = output.client_text(&Schemas::NONE, "of a type");
    let schema: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(schema["properties"]["result"]["type"], "string");
    assert!(!OutputSchema::of::<Numbers>().wrapped);
    assert_eq!(
        <Unit as ToolOutput>::schema().listed(),
        json!({"type": "null"})
    );
}

#[test]
fn bounds_that_no_model_needs_are_not_shown() {
    let schema = listed::<Numbers>();
    assert_eq!(schema["properties"]["d"], json!({"type": "integer"}));
    assert_eq!(
        schema["properties"]["h"],
        json!({"type": "integer", "minimum": 0})
    );
    assert_eq!(
        schema["properties"]["e"],
        json!({"type": "integer", "minimum": 0, "maximum": 255})
    );
    let faithful = <Numbers as ToolInput>::schema().faithful();
    assert_eq!(faithful["properties"]["h"]["maximum"], u64::MAX);
}
