use indexmap::IndexMap;
use serde_json::{Value, json};

use super::Fitter;
use crate::clients::{CheckedTool, Client, Clients, check};
use crate::schema::split_type_lists;

fn fitted(clients: &[Client], property: Value) -> Value {
    let known = json!({
        "Node": {"type": "object", "description": "A node.", "properties": {
            "name": {"type": "string"}, "next": {"$ref": "#/$defs/Node"}}},
        "Price": {"type": "object", "title": "Price", "properties": {"amount": {"type": "number"}}},
    });
    let known: IndexMap<String, Value> = serde_json::from_value(known).expect("an object");
    let clients: Clients = clients.iter().copied().collect();
    let mut schema = json!({"type": "object", "properties": {"a": property}});
    // What `schema_texts` does before it fits a schema.
    split_type_lists(&mut schema);
    let fitted = Fitter::new(clients, &known).fit_schema(&schema);
    for client in clients.iter() {
        let tool = CheckedTool::new("tool", "", &fitted);
        assert_eq!(check(client, "pets", &[tool]), [], "{fitted}");
    }
    fitted["properties"]["a"].clone()
}

#[test]
fn null_is_a_keyword_for_gemini_and_an_alternative_for_others() {
    let price = json!({"type": ["number", "null"], "description": "In euros."});
    assert_eq!(
        fitted(&[Client::Gemini], price.clone()),
        json!({"type": "number", "description": "In euros.", "nullable": true})
    );
    assert_eq!(
        fitted(&[Client::Gemini, Client::Cursor], price.clone()),
        json!({"type": "number", "description": "In euros (or null)."})
    );
    for client in [Client::OpenAi, Client::Cursor] {
        assert_eq!(
            fitted(&[client], price.clone()),
            json!({"anyOf": [{"type": "number"}, {"type": "null"}], "description": "In euros."})
        );
    }
    let status = json!({"type": ["string", "null"], "enum": ["a", null]});
    assert_eq!(
        fitted(&[Client::Gemini, Client::Cursor], status),
        json!({"type": "string", "enum": ["a"], "description": "or null"})
    );
    let choice = json!({"anyOf": [{"type": "null"}, {"$ref": "#/$defs/Price"}]});
    assert_eq!(
        fitted(&[Client::Gemini], choice),
        json!({"type": "object", "title": "Price",
               "properties": {"amount": {"type": "number"}}, "nullable": true})
    );
}

#[test]
fn several_types_are_alternatives() {
    let either = json!({"type": ["string", "array", "null"], "items": {"type": "string"},
                        "minLength": 1, "description": "One or more"});
    assert_eq!(
        fitted(&[Client::Gemini], either),
        json!({"anyOf": [
            {"type": "string", "minLength": 1, "description": "One or more (or null)"},
            {"type": "array", "items": {"type": "string"}},
        ]})
    );
}

#[test]
fn recursion_is_cut_after_one_level() {
    assert_eq!(
        fitted(
            &[Client::Claude],
            json!({"$ref": "#/$defs/Node", "description": "The first."})
        ),
        json!({"type": "object", "description": "The first.", "properties": {
            "name": {"type": "string"},
            "next": {"type": "object", "description": "A node (an object with name, next)"},
        }})
    );
}

#[test]
fn a_list_of_the_values_stays_a_list() {
    let list = "How far.\n\n- `1`: Waiting.\n- `2`: Done.";
    let told = |schema: Value| fitted(&[Client::Gemini], schema)["description"].clone();
    assert_eq!(
        told(json!({"type": "integer", "enum": [1, 2], "description": list})),
        list
    );
    assert_eq!(
        told(json!({"type": "integer", "enum": [1, 2, 3], "description": list})),
        format!("{list}\n\nOne of 1, 2, 3.")
    );
    let wrapped = format!("{list}\n  As of today.");
    assert_eq!(
        told(json!({"type": ["integer", "null"], "enum": [1, 2, null], "description": wrapped})),
        wrapped
    );
    assert_eq!(
        told(
            json!({"type": "integer", "enum": [1], "description": format!("{list}\n\nThat is all.")})
        ),
        format!("{list}\n\nThat is all.")
    );
}

#[test]
fn gemini_gets_its_own_keywords_only() {
    let cases = [
        (
            json!({"type": "integer", "enum": [1, 2]}),
            json!({"type": "integer", "description": "one of 1, 2"}),
        ),
        (
            json!({"type": "string", "format": "uuid", "examples": ["x"]}),
            json!({"type": "string", "description": "for example \"x\"; format uuid"}),
        ),
        (
            json!({"type": "string", "description": "Such as x.", "examples": ["x"]}),
            json!({"type": "string", "description": "Such as x."}),
        ),
        (
            json!({"type": "array", "items": {"type": "string"}, "uniqueItems": true,
                   "deprecated": true}),
            json!({"type": "array", "items": {"type": "string"},
                   "description": "no item twice; deprecated"}),
        ),
        (
            json!({"type": "number", "exclusiveMinimum": 0}),
            json!({"type": "number", "minimum": 0, "description": "more than 0"}),
        ),
        (
            json!({"type": "object", "additionalProperties": {"type": "string"}}),
            json!({"type": "object", "description": "with names of your choice"}),
        ),
        (
            json!({"description": "Data."}),
            json!({"anyOf": [{"type": "string", "description": "Data (any JSON value)."},
                   {"type": "number"}, {"type": "boolean"}, {"type": "object"}]}),
        ),
        (
            json!({"oneOf": [
                {"type": "object", "properties": {"b": {"type": "string"}}, "required": ["b"]},
                {"type": "object", "properties": {"c": {"type": "string"}}, "required": ["c"]}]}),
            json!({"type": "object",
                   "properties": {"b": {"type": "string"}, "c": {"type": "string"}},
                   "description": "one of several forms, not all properties together"}),
        ),
    ];
    for (schema, expected) in cases {
        assert_eq!(
            fitted(&[Client::Gemini], schema.clone()),
            expected,
            "{schema}"
        );
    }
}

#[test]
fn depth_and_composition_fit_openai() {
    let mut deep = json!({"type": "string"});
    for _ in 0..12 {
        deep = json!({"type": "object", "properties": {"a": deep}, "required": ["a"]});
    }
    fitted(&[Client::OpenAi], deep);
    assert_eq!(
        fitted(
            &[Client::OpenAi],
            json!({"allOf": [
            {"type": "object", "properties": {"b": {}}, "required": ["b"]},
            {"properties": {"c": {}}, "required": ["c"]}], "not": {"required": ["d"]}})
        ),
        json!({"type": "object", "properties": {"b": {}, "c": {}}, "required": ["b", "c"]})
    );
}

#[test]
fn what_would_be_large_is_cut() {
    let wide: serde_json::Map<String, Value> = (0..9)
        .map(|at| (format!("p{at}"), json!({"$ref": "#/$defs/Next"})))
        .collect();
    let mut known = IndexMap::new();
    for at in 0..9 {
        let text = json!({"type": "object", "properties": wide}).to_string();
        let text = text.replace("Next", &format!("D{}", at + 1));
        known.insert(format!("D{at}"), serde_json::from_str(&text).expect("JSON"));
    }
    known.insert("D9".to_owned(), json!({"type": "string"}));
    let clients = Clients::all();
    let fitted = Fitter::new(clients, &known).fit_schema(&json!({"type": "object",
        "properties": {"a": {"$ref": "#/$defs/D0"}}}));
    let text = fitted.to_string();
    assert!(text.len() < 100 * 1024, "{}", text.len());
    assert!(text.contains("an object with p0, p1"), "{text}");
}
