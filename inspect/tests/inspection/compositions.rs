//! What Python servers write: pydantic's unions with null, constants, enumerations and bounds.

use serde_json::{Value, json};
use toolwright_inspect::{Parameter, ToolSchema};

/// The input schema that FastMCP and the official SDK of Python write for a function of such parameters.
fn pydantic() -> Value {
    json!({
        "$defs": {
            "Color": {"enum": ["red", "blue"], "title": "Color", "type": "string"},
            "Cat": {"type": "object", "title": "Cat", "required": ["kind"], "properties": {
                "kind": {"const": "cat", "type": "string"}, "meows": {"type": "integer", "default": 1},
            }},
            "Dog": {"type": "object", "title": "Dog", "required": ["kind"], "properties": {
                "kind": {"const": "dog", "type": "string"},
                "barks": {"anyOf": [{"type": "number"}, {"type": "null"}], "default": null},
            }},
        },
        "type": "object",
        "properties": {
            "q": {"title": "Q", "type": "string", "minLength": 1},
            "limit": {"type": "integer", "default": 10, "minimum": 1, "maximum": 100},
            "color": {"anyOf": [{"$ref": "#/$defs/Color"}, {"type": "null"}], "default": null},
            "tags": {"type": "array", "items": {"$ref": "#/$defs/Color"}, "maxItems": 5},
            "ids": {"anyOf": [{"type": "array", "items": {"type": "integer", "minimum": 0}}, {"type": "null"}]},
            "mode": {"const": "fast", "type": "string", "default": "fast"},
            "either": {"anyOf": [{"type": "integer"}, {"type": "string"}], "default": 1},
            "pet": {"oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}]},
            "shade": {"allOf": [{"$ref": "#/$defs/Color"}], "description": "Which one"},
        },
        "required": ["q"],
    })
}

fn parse() -> ToolSchema {
    ToolSchema::parse("find", "Find things", &pydantic())
}

fn parameter(schema: Value) -> Parameter {
    super::of(json!({"it": schema})).parameters.remove(0)
}

#[test]
fn compositions_are_shown_in_blocks() {
    assert_eq!(
        parse().format_for_llm(),
        "\
Tool: find
Description: Find things

Parameters:
- q (string, required). Length: at least 1 character
- limit (integer, optional). Default: 10. Range: 1 to 100
- color (string, optional). Values: red, blue, null
- tags (array, optional). Count: at most 5 items. Values of items: red, blue
- ids (array, optional). Range of items: at least 0
- mode (string, optional). Default: fast. Values: fast
- either (integer or string, optional). Default: 1
- pet (object, optional)
- shade (string, optional): Which one. Values: red, blue"
    );
}

#[test]
fn members_of_alternatives_are_shown_together() {
    let block = parse().format_nested();
    let lines: Vec<&str> = block.lines().skip(7).collect();
    assert_eq!(
        lines[..],
        [
            "- tags (array of string, optional). Count: at most 5 items. Values of items: red, blue",
            "- ids (array of integer, optional). Range of items: at least 0",
            "- mode (string, optional). Default: fast. Values: fast",
            "- either (integer or string, optional). Default: 1",
            "- pet (object, optional)",
            "  (one of these forms: kind: cat, meows? | kind: dog, barks?)",
            "  - kind (string, required). Values: cat, dog",
            "  - meows (integer, optional). Default: 1",
            "  - barks (number, optional)",
            "- shade (string, optional): Which one. Values: red, blue",
        ]
    );
}

#[test]
fn compositions_are_shown_in_signatures() {
    assert_eq!(
        parse().format_compact(),
        "find(q: string, limit?: integer, color?: string, tags?: array, ids?: array, mode?: string, \
         either?: integer|string, pet?: object, shade?: string)"
    );
}

#[test]
fn arguments_may_be_of_any_alternative() {
    let tool = parse();
    for good in [
        json!({"q": "a", "color": null, "ids": null, "either": "x", "mode": "fast"}),
        json!({"q": "a", "color": "red", "ids": [1], "either": 2, "shade": "blue"}),
    ] {
        assert_eq!(tool.validate_arguments(&good), [""; 0]);
    }
    let bad =
        json!({"color": 1, "ids": "x", "mode": "slow", "either": true, "pet": null, "shade": "x"});
    assert_eq!(
        tool.validate_arguments(&bad),
        [
            "Missing required parameter: q",
            "Parameter 'color' expected string, got integer",
            "Parameter 'ids' expected array, got string",
            "Parameter 'mode' must be one of: fast",
            "Parameter 'either' expected integer or string, got boolean",
            "Parameter 'pet' expected object, got null",
            "Parameter 'shade' must be one of: red, blue",
        ]
    );
    let tool = super::of(json!({"it": {"anyOf": [{"enum": ["a"]}, {"type": "null"}]}}));
    assert_eq!(tool.validate_arguments(&json!({"it": null})), [""; 0]);
}

#[test]
fn a_type_and_null_are_told_apart_from_a_nullable_enumeration() {
    let nullable = parameter(json!({"type": ["string", "null"], "enum": ["a"]}));
    assert_eq!(nullable.values, Some(vec![json!("a")]));
    let union = parameter(json!({"anyOf": [{"const": "a", "type": "string"}, {"type": "null"}]}));
    assert_eq!(union.values, Some(vec![json!("a"), json!(null)]));
    assert_eq!(union.types, ["string", "null"]);
    assert_eq!(union.alternatives, ["string"]);
}

#[test]
fn parts_of_all_of_are_one_schema() {
    let both = parameter(json!({"allOf": [
        {"type": "object", "properties": {"a": {"type": "number"}}, "required": ["a"]},
        {"properties": {"b": {}, "a": {"type": "integer", "minimum": 2}}, "required": ["b"]},
    ]}));
    let [a, b] = both.properties.as_slice() else {
        panic!("{both:?}");
    };
    assert!(a.required && b.required);
    assert_eq!(
        (a.kind.as_str(), a.bounds[0].text.as_str()),
        ("number", "at least 2")
    );
}

#[test]
fn constants_of_alternatives_are_an_enumeration() {
    let it = parameter(json!({"type": "string", "oneOf": [
        {"const": "a", "title": "First"}, {"const": "b", "title": "Second"},
    ]}));
    assert_eq!(it.values, Some(vec![json!("a"), json!("b")]));
    assert_eq!(it.alternatives, ["string"]);
}

#[test]
fn the_whole_may_be_a_composition() {
    let schema = json!({
        "type": "object",
        "properties": {"id": {"type": "integer"}},
        "anyOf": [
            {"properties": {"name": {"type": "string"}}, "required": ["name", "id"]},
            {"properties": {"mail": {"type": "string"}}, "required": ["id", "mail"]},
        ],
    });
    let tool = ToolSchema::parse("find", "", &schema);
    assert_eq!(
        tool.format_compact(),
        "find(id: integer, name?: string, mail?: string)"
    );
    assert_eq!(
        tool.validate_arguments(&json!({"id": 1, "mail": "a"})),
        [""; 0]
    );
}

#[test]
fn bounds_are_said_in_words() {
    let bounds = |schema: Value| {
        let bounds = parameter(schema).bounds.into_iter();
        let texts: Vec<String> = bounds.map(|it| format!("{}: {}", it.of, it.text)).collect();
        texts.join(", ")
    };
    for (schema, text) in [
        (
            json!({"exclusiveMinimum": 0, "maximum": 1.5}),
            "Range: more than 0, at most 1.5",
        ),
        (
            json!({"minimum": 0, "exclusiveMinimum": true}),
            "Range: more than 0",
        ),
        (
            json!({"minLength": 2, "maxLength": 2}),
            "Length: 2 characters",
        ),
        (json!({"minLength": 0, "pattern": "^a$"}), "Pattern: ^a$"),
        (json!({"minItems": 1, "maxItems": 3}), "Count: 1 to 3 items"),
        (json!({"minimum": "1", "maxItems": -1, "pattern": 1}), ""),
    ] {
        assert_eq!(bounds(schema), text);
    }
}

#[test]
fn compositions_that_were_made_to_do_harm_end() {
    let started = std::time::Instant::now();
    let mut definitions = serde_json::Map::new();
    for level in 0..60 {
        let next = json!({"$ref": format!("#/$defs/{}", level + 1)});
        let union = json!({"anyOf": [next, {"oneOf": [next, next]}], "allOf": [next, next]});
        definitions.insert(level.to_string(), union);
    }
    let again = json!({"anyOf": [{"$ref": "#/properties/again"}, {"type": "null"}]});
    let first = json!({"$ref": "#/$defs/0"});
    let mut properties = serde_json::Map::from_iter([("again".to_owned(), again)]);
    properties.extend((0..500).map(|at| (format!("p{at}"), first.clone())));
    let schema = json!({"properties": properties, "$defs": definitions});
    let tool = ToolSchema::parse("tool", "", &schema);
    assert_eq!(tool.parameters.len(), 501);
    assert!(started.elapsed().as_secs() < 5, "{:?}", started.elapsed());
}
