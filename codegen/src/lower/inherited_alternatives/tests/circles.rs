//! No union leads back to itself without a property or an item in between.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::{child, list_all, reference, schemas};
use crate::diagnostics::Diagnostics;
use crate::lower::derive_request_schemas;
use crate::normalize::normalize;
use crate::schema::Schemas;
use crate::schema::in_place::in_place_references;

/// A definition that applies itself to the same value.
fn find_circle(schemas: &Schemas) -> Option<&str> {
    let mut ended: Vec<&str> = Vec::new();
    // A definition whose references all end, ends. What is left when no other does leads to a circle.
    loop {
        let ends = |key: &&String| {
            let schema = schemas.definitions.get(*key);
            let references = schema.map(|schema| in_place_references(&schema.value));
            let mut references = references.into_iter().flatten();
            references.all(|key| ended.contains(&key) || !schemas.definitions.contains_key(key))
        };
        let open = schemas.definitions.keys();
        let mut open = open.filter(|key| !ended.contains(&key.as_str())).peekable();
        let first = open.peek().map(|key| key.as_str())?;
        match open.find(ends) {
            Some(key) => ended.push(key),
            None => return Some(first),
        }
    }
}

fn parent() -> Value {
    json!({
        "type": "object",
        "properties": {"kind": {"type": "string"}},
        "discriminator": {"propertyName": "kind"},
    })
}

#[test]
fn a_child_that_extends_its_parent_in_two_ways_ends() {
    let mut twice = child("Animal", "lives");
    twice["allOf"][1] = reference("Wrap");
    let direct = json!({
        "Animal": parent(),
        "Wrap": {"allOf": [reference("Animal")]},
        "Cat": twice,
    });
    let mut twice = child("Animal", "lives");
    twice["allOf"][1] = reference("Named");
    let indirect = json!({
        "Animal": parent(),
        "Tracked": {"allOf": [reference("Animal")]},
        "Named": child("Tracked", "name"),
        "Cat": twice,
    });
    for definitions in [direct, indirect] {
        let mut schemas = schemas(definitions, reference("Animal"));
        list_all(&mut schemas);
        assert!(schemas.definitions.contains_key("Animal_variant"));
        assert_eq!(find_circle(&schemas), None);
    }
}

#[test]
fn a_circle_is_found() {
    let circle = json!({"A": {"anyOf": [reference("B")]}, "B": {"not": reference("A")}, "C": {}});
    assert!(find_circle(&schemas(circle, json!(true))).is_some());
    let none = json!({"A": {"anyOf": [reference("B")]}, "B": {"items": reference("A")}});
    assert_eq!(find_circle(&schemas(none, json!(true))), None);
}

const NAMES: [&str; 7] = ["A", "B", "C", "D", "E", "F", "G"];

/// A schema that refers to others, to apply them to the same value or to a part of it.
fn schema() -> impl Strategy<Value = Value> {
    let name = proptest::sample::select(&NAMES[..]);
    let target = name.prop_map(|name| json!({"$ref": format!("#/components/schemas/{name}")}));
    let leaf = prop_oneof![
        4 => target,
        1 => Just(json!({"type": "object", "properties": {"own": {"type": "string"}}})),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let lists = proptest::sample::select(&["allOf", "allOf", "allOf", "anyOf", "oneOf"][..]);
        let list = (lists, proptest::collection::vec(inner.clone(), 1..4));
        let singles = proptest::sample::select(&["not", "if", "then", "else", "items"][..]);
        let maps = proptest::sample::select(&["properties", "dependentSchemas"][..]);
        prop_oneof![
            6 => list.prop_map(|(keyword, members)| json!({keyword: members})),
            1 => (singles, inner.clone()).prop_map(|(keyword, inner)| json!({keyword: inner})),
            1 => (maps, inner).prop_map(|(keyword, inner)| json!({keyword: {"kind": inner}})),
        ]
    })
}

proptest! {
    #[test]
    fn no_family_leads_back_to_itself(
        all in proptest::collection::vec((schema(), any::<bool>()), NAMES.len()),
    ) {
        let mut components = Map::new();
        for (name, (mut schema, is_parent)) in NAMES.into_iter().zip(all) {
            if is_parent && schema.get("$ref").is_none() {
                schema["properties"]["kind"] = json!({"type": "string"});
                schema["discriminator"] = json!({"propertyName": "kind"});
            }
            components.insert(name.to_owned(), schema);
        }
        let body = json!({"schema": {"$ref": "#/components/schemas/A"}});
        let content = |media_type: &str| json!({
            "requestBody": {"content": {media_type: body}},
            "responses": {},
        });
        let spec = json!({
            "openapi": "3.1.0",
            "info": {"title": "Families", "version": "1"},
            "paths": {"/a": {
                "post": content("application/json"),
                "patch": content("application/merge-patch+json"),
            }},
            "components": {"schemas": components},
        });
        let document = normalize(&spec, &mut Diagnostics::new()).expect("is a spec");
        prop_assert_eq!(find_circle(&document.schemas), None);
        let requests = derive_request_schemas(&document, &mut Diagnostics::new());
        prop_assert_eq!(find_circle(&requests), None, "{:#?}", requests.definitions);
    }
}
