//! Large parts to which many places refer: what is made of them does not outgrow the spec.

use serde_json::{Map, Value, json};
use toolwright_codegen::Compiled;

use crate::hostile::compile::{compile_everything, level, levels, messages};

/// What becomes of a spec of OpenAPI 3.1 with such paths and components.
fn spec(name: &str, paths: Value, components: Value) -> Compiled {
    let spec = json!({
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": paths,
        "components": components,
    });
    let compiled = compile_everything(&format!("{name}.json"), spec.to_string());
    compiled.unwrap_or_else(|error| panic!("{error}"))
}

fn is_told(compiled: &Compiled, words: &str) -> bool {
    let messages = messages(compiled);
    messages.iter().any(|message| message.contains(words))
}

/// An object whose copies are expensive: a hundred texts, each with a long description.
fn heavy() -> Value {
    let mut heavy = large(100);
    let properties = heavy["properties"].as_object_mut().into_iter().flatten();
    for (_, property) in properties {
        property["description"] = json!("word ".repeat(260));
    }
    heavy
}

/// An object of so many texts.
fn large(properties: usize) -> Value {
    let properties = (0..properties).map(|at| (format!("p{at}"), json!({"type": "string"})));
    json!({"type": "object", "properties": properties.collect::<Map<_, _>>()})
}

fn paths(count: usize, item: impl Fn(usize) -> Value) -> Value {
    let all = (0..count).map(|at| (format!("/a{at}"), item(at)));
    Value::Object(all.collect())
}

/// The bodies and responses that sixty operations share, of a schema.
fn shared(schema: &Value) -> (Value, Value) {
    let content = json!({"application/json": {"schema": schema}});
    let paths = paths(60, |at| {
        json!({"post": {
            "operationId": format!("op{at}"),
            "requestBody": {"$ref": "#/components/requestBodies/B"},
            "responses": {"200": {"$ref": "#/components/responses/O"}},
        }})
    });
    let components = json!({
        "requestBodies": {"B": {"content": content}},
        "responses": {"O": {"description": "ok", "content": content}},
        "schemas": {"Heavy": heavy()},
    });
    (paths, components)
}

#[test]
#[ignore = "takes minutes"]
fn operations_that_share_a_large_body_are_tools_with_one_argument() {
    let (paths, components) = shared(&json!({"$ref": "#/components/schemas/Heavy"}));
    let compiled = spec("shared_body", paths, components);
    let operations = &compiled.api().operations;
    assert_eq!(operations.len(), 60);
    assert!(is_told(&compiled, "the whole body is one argument `body`"));
    let arguments = |at: usize| {
        let properties = operations[at].input["properties"].as_object();
        properties.map_or(0, Map::len)
    };
    assert_eq!((arguments(0), arguments(59)), (100, 1));
}

#[test]
#[ignore = "takes minutes"]
fn operations_that_share_a_large_schema_without_a_name_lose_it() {
    let (paths, components) = shared(&heavy());
    let compiled = spec("shared_schema", paths, components);
    assert_eq!(compiled.api().operations.len(), 60);
    assert!(is_told(&compiled, "the schema allows any value"));
    assert!(is_told(&compiled, "the tool has no output schema"));
}

#[test]
#[ignore = "takes minutes"]
fn operations_of_a_shared_path_item_end_at_a_budget() {
    let parameters = (0..20).map(|at| {
        json!({"name": format!("p{at}"), "in": "query", "description": "word ".repeat(260),
            "schema": {"type": "string"}})
    });
    let item = json!({"get": {"parameters": parameters.collect::<Value>(), "responses": {}}});
    let paths = paths(400, |_| json!({"$ref": "#/components/pathItems/I"}));
    let compiled = spec("path_items", paths, json!({"pathItems": {"I": item}}));
    let tools = compiled.api().operations.len();
    let skipped: Vec<String> = compiled.skipped().map(ToString::to_string).collect();
    assert_eq!(tools + skipped.len(), 400);
    assert!(tools > 100 && skipped.len() > 100, "{tools} tools");
    assert!(skipped[0].contains("the parts that it shares with other operations"));
}

#[test]
#[ignore = "takes minutes"]
fn copies_for_dynamic_references_end_at_a_budget() {
    let mut tree = heavy();
    tree["$id"] = json!("tree");
    tree["$dynamicAnchor"] = json!("node");
    tree["properties"]["children"] = json!({"type": "array", "items": {"$dynamicRef": "#node"}});
    let mut schemas = Map::from_iter([("Tree".to_owned(), tree)]);
    let mut body = Map::new();
    for at in 0..60 {
        let name = format!("S{at}");
        let strict = json!({"$id": format!("s{at}"), "$dynamicAnchor": "node", "$ref": "tree",
            "unevaluatedProperties": false});
        let reference = json!({"$ref": format!("#/components/schemas/{name}")});
        body.insert(format!("q{at}"), reference);
        schemas.insert(name, strict);
    }
    let body = json!({"type": "object", "properties": body});
    let paths = json!({"/a": {"post": {
        "requestBody": {"content": {"application/json": {"schema": body}}}, "responses": {},
    }}});
    let compiled = spec("dynamic", paths, json!({"schemas": schemas}));
    assert_eq!(compiled.api().operations.len(), 1);
    assert!(is_told(&compiled, "they are read as plain references"));
}

/// Twenty-four schemas of which each refers to the next one twice, at the root of a tool and of its result.
#[test]
#[ignore = "takes minutes"]
fn roots_that_double_with_each_level_are_folded_in_time() {
    for (name, beside) in [
        ("oneOf", json!({"title": "x"})),
        ("anyOf", json!({"required": ["q"]})),
    ] {
        let double = |next: Value| {
            let mut again = beside.clone();
            again["allOf"] = json!([next]);
            json!({name: [next, again]})
        };
        let schemas = levels(25, |number| match number {
            24 => large(1),
            _ => double(level(number + 1)),
        });
        let content = json!({"application/json": {"schema": level(0)}});
        let paths = json!({"/a": {"post": {
            "requestBody": {"content": content},
            "responses": {"200": {"description": "ok", "content": content}},
        }}});
        let compiled = spec(&format!("roots_{name}"), paths, json!({"schemas": schemas}));
        assert_eq!(compiled.api().operations.len(), 1, "{name}");
        assert!(compiled.rust().len() < 1_000_000, "{name}");
    }
}

#[test]
#[ignore = "takes minutes"]
fn a_large_schema_that_is_merged_at_many_places_ends_at_a_budget() {
    let place = |at: usize| {
        let merged = json!({"allOf": [{"$ref": "#/components/schemas/Large"}, {"required": [format!("p{at}")]}]});
        (format!("q{at}"), merged)
    };
    let places: Map<_, _> = (0..500).map(place).collect();
    let body = json!({"type": "object", "properties": places});
    let paths = json!({"/a": {"post": {
        "requestBody": {"content": {"application/json": {"schema": body}}}, "responses": {},
    }}});
    let compiled = spec("merged", paths, json!({"schemas": {"Large": large(500)}}));
    assert_eq!(compiled.api().operations.len(), 1);
    assert!(is_told(&compiled, "composed of too many others"));
    let length = compiled.rust().len();
    assert!(length < 20_000_000, "{length} bytes");
}

#[test]
fn properties_beside_many_alternatives_are_not_repeated() {
    let branch = |at: usize| json!({"properties": {format!("z{at}"): {"type": "string"}}, "required": [format!("z{at}")]});
    let mut body = large(1000);
    body["oneOf"] = (0..500).map(branch).collect();
    let paths = json!({"/a": {"post": {
        "requestBody": {"content": {"application/json": {"schema": body}}}, "responses": {},
    }}});
    let compiled = spec("beside", paths, json!({}));
    assert_eq!(compiled.api().operations.len(), 1);
    assert!(is_told(&compiled, "composed of too many others"));
}
