use serde_json::{Value, json};

use crate::builder::Builder;
use crate::compiled::Compiled;
use crate::model::PresetValue;
use crate::source::Source;

fn compiled(spec: &Value) -> Compiled {
    let source = Source::from_text("a.json", spec.to_string()).expect("is JSON");
    let builder = Builder::new("a.json");
    builder.compile_source(source, &mut |_| {}).expect("a spec")
}

/// A spec whose one operation has a body of that schema.
fn with_body(schema: Value, required: bool) -> Compiled {
    compiled(
        &json!({"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {
            "/a": {"post": {"operationId": "a", "requestBody": {
                "required": required, "content": {"application/json": {"schema": schema}},
            }}},
        }}),
    )
}

fn told(compiled: &Compiled) -> Vec<String> {
    let remarks = compiled.diagnostics().iter();
    remarks
        .map(|one| format!("{}: {one}", one.pointer))
        .collect()
}

#[test]
fn names_of_properties_are_held_to_what_clients_take() {
    let named = |name: &str| json!({"type": "string", "x-mcp": {"name": name}});
    let schema = json!({
        "type": "object",
        "properties": {"a": named("b"), "b": {}, "c": named("not so"), "d": named("e"), "f": named("g")},
        "required": ["d"],
        "anyOf": [{"required": ["f"]}, {"required": ["b"]}],
    });
    let compiled = with_body(schema, true);
    let operation = &compiled.api().operations[0];
    assert_eq!(
        operation.call.presets.renamed,
        [("e".to_owned(), "d".to_owned())]
    );
    assert_eq!(operation.input["required"], json!(["e"]));
    insta::assert_snapshot!(told(&compiled).join("\n"));
}

#[test]
fn a_body_that_stands_apart_keeps_its_names() {
    let schema = json!({
        "type": "object",
        "minProperties": 1,
        "properties": {"a": {"type": "string", "x-mcp": {"name": "b", "description": "An a."}}},
    });
    let compiled = with_body(schema, true);
    let input = &compiled.api().operations[0].input;
    let body = &input["properties"]["body"];
    assert_eq!(body["properties"]["a"]["description"], "An a.");
    assert_eq!(body["minProperties"], 1);
    assert_eq!(told(&compiled).len(), 1, "{:?}", told(&compiled));
}

#[test]
fn what_is_fixed_in_a_body_makes_it_required() {
    let fixed = |x_mcp: Value| {
        let schema = json!({
            "type": "object",
            "properties": {"a": {"type": "string", "x-mcp": x_mcp}, "b": {"type": "string"}},
        });
        let compiled = with_body(schema, false);
        let body = compiled.api().operations[0].body.clone();
        body.expect("has a body").field.required
    };
    assert!(fixed(json!({"value": "x"})));
    assert!(fixed(json!({"env": "X"})));
    assert!(fixed(json!({"default": "x"})));
    assert!(!fixed(json!({"hidden": true})));
    assert!(!fixed(json!({"title": "A"})));
}

#[test]
fn forms_and_parameters_of_swagger() {
    let parameter = |name: &str, place: &str, x_mcp: Value| json!({"name": name, "in": place, "type": "string", "x-mcp": x_mcp});
    let spec = json!({"swagger": "2.0", "info": {"title": "A", "version": "1"}, "paths": {
        "/a": {"post": {"operationId": "a", "parameters": [
            parameter("q", "query", json!({"hidden": true, "default": "all"})),
            parameter("f", "formData", json!({"value": "form"})),
            parameter("g", "formData", json!({"title": "Given"})),
        ]}},
    }});
    let compiled = compiled(&spec);
    assert_eq!(told(&compiled), [""; 0]);
    let operation = &compiled.api().operations[0];
    let presets: Vec<_> = operation
        .call
        .presets
        .all
        .iter()
        .map(|one| &one.value)
        .collect();
    let constant = |text: &str| PresetValue::Constant(json!(text));
    assert_eq!(presets, [&constant("all"), &constant("form")]);
    let shown = operation.input["properties"]
        .as_object()
        .expect("an object");
    assert_eq!(shown.keys().collect::<Vec<_>>(), ["g"]);
    assert_eq!(shown["g"]["title"], "Given");
}

#[test]
fn what_cannot_be_fixed_leaves_no_tool() {
    let reason = |x_mcp: Value| {
        let spec = json!({"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {
            "/a": {"get": {"parameters": [
                {"name": "q", "in": "query", "required": true, "x-mcp": x_mcp,
                    "schema": {"type": "integer", "maximum": 5}},
            ]}},
        }});
        told(&compiled(&spec)).join("\n")
    };
    let all = [
        json!({"value": 6}),
        json!({"default": "5"}),
        json!({"value": 1, "env": "A"}),
        json!({"hidden": "yes"}),
        json!({"env": 1}),
        json!(false),
        json!("secret"),
    ];
    let told: Vec<String> = all.into_iter().map(reason).collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn no_page_is_asked_for_by_what_is_hidden() {
    let page = json!({"type": "object", "properties": {"next_cursor": {"type": "string"}}});
    let spec = |x_mcp: Value| {
        json!({"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {
            "/a": {"get": {
                "parameters": [
                    {"name": "cursor", "in": "query", "schema": {"type": "string"}, "x-mcp": x_mcp},
                ],
                "responses": {"200": {"description": "", "content": {"application/json": {"schema": page}}}},
            }},
        }})
    };
    let pages = |x_mcp| {
        let compiled = compiled(&spec(x_mcp));
        compiled.api().operations[0].call.pagination.clone()
    };
    assert!(pages(json!({})).is_some());
    assert_eq!(pages(json!(false)), None);
}

#[test]
fn pages_are_asked_for_by_the_name_of_the_argument() {
    let spec = json!({"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {
        "/a": {"post": {
            "x-mcp": {"pagination": {"cursor": "after", "next": "next"}},
            "requestBody": {"required": true, "content": {"application/json": {"schema": {
                "type": "object",
                "properties": {"after": {"type": "string", "x-mcp": {"name": "from"}}},
            }}}},
        }},
    }});
    let compiled = compiled(&spec);
    assert_eq!(told(&compiled), [""; 0]);
    let pages = compiled.api().operations[0].call.pagination.clone();
    assert_eq!(pages.expect("has pages").argument, "from");
}

#[test]
fn what_narrows_a_reference_is_not_lost() {
    let spec = json!({"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {
        "/a": {"post": {"operationId": "a", "requestBody": {"required": true, "content": {
            "application/json": {"schema": {"$ref": "#/components/schemas/B", "minProperties": 2}},
        }}}},
    }, "components": {"schemas": {"B": {"type": "object", "properties": {"c": {}, "d": {}}}}}});
    let compiled = compiled(&spec);
    let input = &compiled.api().operations[0].input;
    assert_eq!(input["properties"]["body"]["minProperties"], 2, "{input}");
}

#[test]
fn a_header_that_looks_like_a_credential_is_told_once() {
    let key = json!({"name": "X-API-Key", "in": "header", "schema": {"type": "string"}});
    let other = json!({"name": "X-Key-Count", "in": "header", "schema": {"type": "integer"}});
    let operation = json!({"parameters": [key, other]});
    let spec = json!({"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {
        "/a": {"get": operation, "post": operation},
    }});
    let source = || Source::from_text("a.json", spec.to_string()).expect("is JSON");
    let builder = Builder::new("a.json");
    let compiled = builder
        .compile_source(source(), &mut |_| {})
        .expect("a spec");
    insta::assert_snapshot!(told(&compiled).join("\n"), @"/paths/~1a/get: the header `X-API-Key` looks like a credential, and is an argument that models give");
    let fixed = builder.from_environment("*", "X-API-Key", "A_X_API_KEY");
    let compiled = fixed.compile_source(source(), &mut |_| {}).expect("a spec");
    assert_eq!(told(&compiled), [""; 0]);
}

#[test]
fn x_mcp_further_in_is_told() {
    let inner =
        json!({"type": "object", "properties": {"b": {"type": "string", "x-mcp": {"value": "c"}}}});
    let schema = json!({"type": "object", "properties": {
        "a": inner, "d": {"type": "array", "items": inner}, "e": {"type": "string", "x-mcp": false},
    }});
    let places: Vec<String> = told(&with_body(schema, true))
        .iter()
        .filter_map(|remark| {
            remark
                .split_once("/schema/")
                .map(|(_, place)| place.to_owned())
        })
        .collect();
    assert_eq!(places.len(), 2, "{places:?}");
    assert!(places[0].starts_with("properties/a/properties/b/x-mcp: `x-mcp` is for parameters"));
    assert!(places[1].starts_with("properties/d/items/properties/b/x-mcp"));
}
