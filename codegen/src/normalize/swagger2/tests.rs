use serde_json::{Value, json};

use super::super::testing::{lifted, normalized, operation, skipped, warnings};
use crate::model::BaseUrl;

#[test]
fn collection_formats() {
    for (location, format, expected) in [
        ("query", "csv", json!(["form", false, null])),
        ("query", "ssv", json!(["spaceDelimited", false, null])),
        ("query", "pipes", json!(["pipeDelimited", false, null])),
        ("query", "multi", json!(["form", true, null])),
        ("query", "tsv", json!(["form", false, "tsv"])),
        ("header", "csv", json!(["simple", false, null])),
        ("header", "ssv", json!(["simple", false, "ssv"])),
        ("header", "multi", json!(["simple", false, null])),
        ("header", "pipes", json!(["simple", false, "pipes"])),
    ] {
        let (value, _, _) = operation(
            "2.0",
            json!({"parameters": [{
                "name": "a", "in": location, "type": "array",
                "items": {"type": "string"}, "collectionFormat": format,
            }]}),
        );
        let parameter = &value["parameters"][0];
        let found = json!([
            parameter["style"],
            parameter["explode"],
            parameter["x-collection-format"]
        ]);
        assert_eq!(found, expected, "{format} in {location}");
    }
}

#[test]
fn a_list_is_comma_separated_by_default() {
    let (document, _) = normalized(
        json!({"swagger": "2.0", "paths": {"/x/{p}": {"get": {"parameters": [
            {"name": "q", "in": "query", "type": "array", "items": {"type": "string"}},
            {"name": "p", "in": "path", "required": true, "type": "array", "items": {"type": "string"}},
            {"name": "s", "in": "query", "type": "string", "collectionFormat": "multi"},
        ]}}}}),
    );
    let parameters = &document.operations[0].object()["parameters"];
    assert_eq!(parameters[0]["style"], "form");
    assert_eq!(parameters[0]["explode"], false);
    assert_eq!(parameters[1]["style"], "simple");
    assert_eq!(parameters[2].get("style"), None);
}

#[test]
fn a_parameter_keeps_its_schema() {
    let (value, document, diagnostics) = operation(
        "2.0",
        json!({"parameters": [{
            "name": "n", "in": "query", "description": "how many", "required": true,
            "type": "integer", "format": "int32", "minimum": 1, "exclusiveMinimum": true,
            "default": 5, "x-nullable": true, "x-unit": "pets", "allowEmptyValue": false,
        }]}),
    );
    assert_eq!(
        value["parameters"][0],
        json!({
            "name": "n", "in": "query", "description": "how many", "required": true,
            "allowEmptyValue": false, "schema": {"$ref": "#/lifted/0"},
            "x-nullable": true, "x-unit": "pets", "x-pointer": "/paths/~1x/post/parameters/0",
        })
    );
    assert_eq!(
        document.schemas.lifted[0].value,
        json!({"type": "integer", "format": "int32", "exclusiveMinimum": 1, "default": 5})
    );
    assert_eq!(
        document.schemas.lifted[0].pointer,
        "/paths/~1x/post/parameters/0"
    );
    assert_eq!(warnings(&diagnostics), Vec::<String>::new());
}

#[test]
fn a_body_is_sent_as_what_the_operation_consumes() {
    let body = json!({"name": "pet", "in": "body", "required": true, "description": "a pet",
        "schema": {"type": "object"}});
    let (value, document, _) = operation(
        "2.0",
        json!({"consumes": ["application/xml", "application/json"], "parameters": [body]}),
    );
    let pointer = "/paths/~1x/post/parameters/0";
    let media_type = json!({"schema": {"$ref": "#/lifted/0"}, "x-pointer": pointer});
    assert_eq!(
        value["requestBody"],
        json!({
            "description": "a pet", "required": true, "x-pointer": pointer,
            "content": {"application/xml": media_type, "application/json": media_type},
        })
    );
    assert_eq!(
        document.schemas.lifted[0].pointer,
        format!("{pointer}/schema")
    );

    let (value, _, _) = operation("2.0", json!({"parameters": [body]}));
    let content = value["requestBody"]["content"].as_object().unwrap();
    assert_eq!(content.keys().collect::<Vec<_>>(), ["application/json"]);
}

#[test]
fn a_body_of_the_format_file_is_bytes_unless_only_json_is_consumed() {
    let schema_of = |consumes: Value, schema: Value| {
        let body = json!({"name": "file", "in": "body", "schema": schema});
        let (_, document, _) =
            operation("2.0", json!({"consumes": consumes, "parameters": [body]}));
        document.schemas.lifted[0].value.clone()
    };
    let file = json!({"type": "object", "format": "file"});
    let bytes = json!({"type": "string", "format": "binary"});
    let octets = "application/octet-stream";
    assert_eq!(schema_of(json!([octets]), file.clone()), bytes);
    assert_eq!(
        schema_of(json!(["application/json", octets]), file.clone()),
        bytes
    );
    assert_eq!(schema_of(json!(["application/json"]), file.clone()), file);
    assert_eq!(schema_of(json!([]), file.clone()), file);
    let object = json!({"type": "object", "format": "file", "properties": {"name": {}}});
    assert_eq!(schema_of(json!([octets]), object.clone()), object);
}

#[test]
fn consumes_and_produces_are_inherited() {
    let (document, _) = normalized(json!({
        "swagger": "2.0", "consumes": ["a/a"], "produces": ["b/b"],
        "paths": {"/x": {
            "post": {
                "parameters": [{"name": "b", "in": "body", "schema": {}}],
                "responses": {"200": {"description": "", "schema": {}}},
            },
            "put": {
                "consumes": [], "produces": "c/c",
                "parameters": [{"name": "b", "in": "body", "schema": {}}],
                "responses": {"200": {"description": "", "schema": {}}},
            },
        }},
    }));
    let types = |index: usize, pointer: &str| -> Vec<String> {
        let operation = document.operations[index].object();
        let content = operation.pointer(pointer).unwrap();
        content.as_object().unwrap().keys().cloned().collect()
    };
    assert_eq!(types(0, "/requestBody/content"), ["a/a"]);
    assert_eq!(types(0, "/responses/200/content"), ["b/b"]);
    assert_eq!(types(1, "/requestBody/content"), ["application/json"]);
    assert_eq!(types(1, "/responses/200/content"), ["c/c"]);
}

#[test]
fn form_parameters_become_one_object() {
    let (value, document, _) = operation(
        "2.0",
        json!({"parameters": [
            {"name": "a", "in": "formData", "type": "string", "required": true, "description": "A"},
            {"name": "b", "in": "formData", "type": "array", "items": {"type": "integer"},
             "collectionFormat": "multi"},
        ]}),
    );
    let body = &value["requestBody"];
    assert_eq!(body["required"], true);
    let form = &body["content"]["application/x-www-form-urlencoded"];
    assert_eq!(
        form["encoding"],
        json!({"b": {"style": "form", "explode": true}})
    );
    assert_eq!(
        lifted(&document, &form["schema"]),
        &json!({
            "type": "object",
            "properties": {
                "a": {"type": "string", "description": "A"},
                "b": {"type": "array", "items": {"type": "integer"}},
            },
            "required": ["a"],
        })
    );
}

#[test]
fn a_file_makes_the_form_multipart() {
    let (value, document, _) = operation(
        "2.0",
        json!({"consumes": ["application/x-www-form-urlencoded"], "parameters": [
            {"name": "f", "in": "formData", "type": "file"},
        ]}),
    );
    let content = &value["requestBody"]["content"];
    let schema = lifted(&document, &content["multipart/form-data"]["schema"]);
    assert_eq!(content.as_object().map(|content| content.len()), Some(1));
    assert_eq!(
        schema["properties"]["f"],
        json!({"format": "binary", "type": "string"})
    );
}

#[test]
fn two_bodies_leave_the_operation_out() {
    let (document, diagnostics) = normalized(json!({"swagger": "2.0", "paths": {"/x": {
        "post": {"parameters": [
            {"name": "a", "in": "body", "schema": {}},
            {"name": "b", "in": "body", "schema": {}},
        ]},
        "put": {"parameters": [
            {"name": "a", "in": "body", "schema": {}},
            {"name": "b", "in": "formData", "type": "string"},
        ]},
    }}}));
    assert_eq!(document.operations.len(), 0);
    assert_eq!(
        skipped(&diagnostics),
        [
            "/paths/~1x/post/parameters: it has 2 body parameters",
            "/paths/~1x/put/parameters: it has both a body parameter and form parameters",
        ]
    );
}

#[test]
fn responses_with_examples_headers_and_files() {
    let (value, document, _) = operation(
        "2.0",
        json!({"responses": {
            "200": {
                "description": "ok", "schema": {"type": "string"},
                "examples": {"application/json": "x", "text/csv": "y", "note": "z"},
                "headers": {"X-Rate": {"type": "array", "items": {"type": "integer"}, "description": "d"}},
            },
            "201": {"schema": {"type": "file"}},
            "202": {"description": "only an example", "examples": {"application/json": {"a": 1}}},
            "default": {"$ref": "#/responses/none"},
            "nonsense": {"description": "x"},
        }}),
    );
    let responses = &value["responses"];
    assert_eq!(
        responses["200"]["content"],
        json!({"application/json": {
            "schema": {"$ref": "#/lifted/1"}, "example": "x",
            "x-pointer": "/paths/~1x/post/responses/200",
        }})
    );
    let header = &responses["200"]["headers"]["X-Rate"];
    assert_eq!(header["style"], "simple");
    assert_eq!(lifted(&document, &header["schema"])["type"], "array");
    assert_eq!(responses["201"]["description"], "");
    assert!(responses["201"]["content"]["application/octet-stream"].is_object());
    assert_eq!(
        responses["202"]["content"]["application/json"]["example"],
        json!({"a": 1})
    );
    assert_eq!(responses.get("default"), None::<&Value>);
    assert_eq!(responses.get("nonsense"), None::<&Value>);
}

#[test]
fn shared_parameters_and_responses_are_read_once() {
    let (document, diagnostics) = normalized(json!({
        "swagger": "2.0",
        "parameters": {"limit": {"name": "limit", "in": "query", "type": "int"}},
        "responses": {"pets": {"description": "", "schema": {"type": "array"}}},
        "paths": {
            "/x": {
                "parameters": [{"$ref": "#/parameters/limit"}],
                "get": {"responses": {"200": {"$ref": "#/responses/pets"}}},
                "put": {"responses": {"200": {"$ref": "#/responses/pets"}}},
            },
        },
    }));
    assert_eq!(document.schemas.lifted.len(), 2);
    assert_eq!(warnings(&diagnostics).len(), 1);
    let parameter = &document.operations[1].object()["parameters"][0];
    assert_eq!(parameter["x-pointer"], "/parameters/limit");
}

#[test]
fn a_response_is_not_shared_between_different_produces() {
    let (document, _) = normalized(json!({
        "swagger": "2.0",
        "responses": {"pets": {"description": "", "schema": {"type": "array"}}},
        "paths": {"/x": {
            "get": {"produces": ["a/a"], "responses": {"200": {"$ref": "#/responses/pets"}}},
            "put": {"produces": ["b/b"], "responses": {"200": {"$ref": "#/responses/pets"}}},
        }},
    }));
    let operation = |index: usize| document.operations[index].object();
    let content = "/responses/200/content";
    assert!(operation(0).pointer(content).unwrap()["a/a"].is_object());
    assert!(operation(1).pointer(content).unwrap()["b/b"].is_object());
}

#[test]
fn schemes_of_an_operation() {
    let (document, _) = normalized(json!({
        "swagger": "2.0", "host": "a.example", "schemes": ["http", "https", "ws"],
        "paths": {"/x": {"get": {"schemes": ["http"]}, "put": {"schemes": ["https", "http"]}}},
    }));
    let both = ["https://a.example", "http://a.example"].map(BaseUrl::of);
    assert_eq!(document.servers, both);
    assert_eq!(
        document.operations[0].servers,
        Some(vec![BaseUrl::of("http://a.example")])
    );
    assert_eq!(document.operations[1].servers, None);
}

#[test]
fn parameters_that_are_not_as_they_should_be() {
    let (value, document, diagnostics) = operation(
        "2.0",
        json!({"parameters": [
            {"name": "a", "in": "query", "schema": {"type": "integer"}},
            {"name": "b", "in": "query"},
            {"name": "c", "in": "body"},
        ]}),
    );
    assert_eq!(
        lifted(&document, &value["parameters"][0]["schema"])["type"],
        "integer"
    );
    assert_eq!(
        lifted(&document, &value["parameters"][1]["schema"])["type"],
        "string"
    );
    let body = &value["requestBody"]["content"]["application/json"]["schema"];
    assert_eq!(lifted(&document, body), &json!({}));
    assert_eq!(warnings(&diagnostics).len(), 3);
}
