use serde_json::{Value, json};

use super::super::operation::{Operation, ParameterLocation, Status};
use super::super::testing::{body, lifted, normalized, operation, skipped, warnings};
use crate::model::{BaseUrl, ParameterStyle};

#[test]
fn collection_formats() {
    use ParameterStyle::{Form, FormExploded, PipeDelimited, Simple, SpaceDelimited, TabDelimited};
    for (location, format, expected) in [
        ("query", "csv", Form),
        ("query", "ssv", SpaceDelimited),
        ("query", "pipes", PipeDelimited),
        ("query", "multi", FormExploded),
        ("query", "tsv", TabDelimited),
        ("header", "csv", Simple),
        ("header", "ssv", SpaceDelimited),
        ("header", "multi", Simple),
        ("header", "pipes", PipeDelimited),
    ] {
        let (operation, _, _) = operation(
            "2.0",
            json!({"parameters": [{
                "name": "a", "in": location, "type": "array",
                "items": {"type": "string"}, "collectionFormat": format,
            }]}),
        );
        assert_eq!(
            operation.parameters[0].style, expected,
            "{format} in {location}"
        );
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
    let parameters = document.operations[0].parameters.iter();
    let styles: Vec<_> = parameters.map(|parameter| parameter.style).collect();
    use ParameterStyle::{Form, FormExploded, Simple};
    assert_eq!(styles, [Form, Simple, FormExploded]);
}

#[test]
fn a_parameter_keeps_its_schema() {
    let (operation, document, diagnostics) = operation(
        "2.0",
        json!({"parameters": [{
            "name": "n", "in": "query", "description": "how many", "required": true,
            "type": "integer", "format": "int32", "minimum": 1, "exclusiveMinimum": true,
            "default": 5, "x-nullable": true, "x-unit": "pets", "allowEmptyValue": false,
        }]}),
    );
    let parameter = &operation.parameters[0];
    assert_eq!(
        (parameter.name.as_str(), parameter.description.as_str()),
        ("n", "how many")
    );
    assert_eq!(parameter.location, ParameterLocation::Query);
    assert!(parameter.is_required && !parameter.is_deprecated);
    assert_eq!(
        lifted(&document, parameter.schema),
        &json!({"type": "integer", "format": "int32", "exclusiveMinimum": 1, "default": 5})
    );
    assert_eq!(
        document.schemas.lifted[0].pointer,
        "/paths/~1x/post/parameters/0"
    );
    assert_eq!(warnings(&diagnostics), Vec::<String>::new());
}

#[test]
fn a_body_is_sent_as_what_the_operation_consumes() {
    let pet = json!({"name": "pet", "in": "body", "required": true, "description": "a pet",
        "schema": {"type": "object"}});
    let (read, document, _) = operation(
        "2.0",
        json!({"consumes": ["application/xml", "application/json"], "parameters": [pet]}),
    );
    let found = body(&read);
    assert_eq!(
        (found.description.as_str(), found.is_required),
        ("a pet", Some(true))
    );
    let names: Vec<_> = found.content.keys().collect();
    assert_eq!(names, ["application/xml", "application/json"]);
    assert_eq!(found.content[0], found.content[1]);
    assert_eq!(
        lifted(&document, found.content[0].schema),
        &json!({"type": "object"})
    );
    assert_eq!(
        document.schemas.lifted[0].pointer,
        "/paths/~1x/post/parameters/0/schema"
    );

    let (read, _, _) = operation("2.0", json!({"parameters": [pet]}));
    let names: Vec<_> = body(&read).content.keys().collect();
    assert_eq!(names, ["application/json"]);
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
    let [post, put] = document.operations.as_slice() else {
        panic!("two operations");
    };
    assert!(body(post).content.contains_key("a/a"));
    assert!(body(put).content.contains_key("application/json"));
    assert_eq!(produced(post), ["b/b"]);
    assert_eq!(produced(put), ["c/c"]);
}

/// The media types of the response with status 200.
fn produced(operation: &Operation) -> Vec<&String> {
    operation.responses[&Status::Code(200)]
        .content
        .keys()
        .collect()
}

#[test]
fn form_parameters_become_one_object() {
    let (read, document, _) = operation(
        "2.0",
        json!({"parameters": [
            {"name": "a", "in": "formData", "type": "string", "required": true, "description": "A"},
            {"name": "b", "in": "formData", "type": "array", "items": {"type": "integer"},
             "collectionFormat": "multi"},
            {"name": "c", "in": "formData", "type": "array", "items": {"type": "integer"},
             "collectionFormat": "tsv"},
        ]}),
    );
    assert_eq!(body(&read).is_required, Some(true));
    let form = &body(&read).content["application/x-www-form-urlencoded"];
    let styles = |name: &str| form.encoding.get(name).map(|encoding| encoding.style);
    assert_eq!(styles("a"), None);
    assert_eq!(styles("b"), Some(Some(ParameterStyle::FormExploded)));
    assert_eq!(styles("c"), Some(Some(ParameterStyle::TabDelimited)));
    assert_eq!(
        lifted(&document, form.schema),
        &json!({
            "type": "object",
            "properties": {
                "a": {"type": "string", "description": "A"},
                "b": {"type": "array", "items": {"type": "integer"}},
                "c": {"type": "array", "items": {"type": "integer"}},
            },
            "required": ["a"],
        })
    );
}

#[test]
fn a_file_makes_the_form_multipart() {
    let (read, document, _) = operation(
        "2.0",
        json!({"consumes": ["application/x-www-form-urlencoded"], "parameters": [
            {"name": "f", "in": "formData", "type": "file"},
        ]}),
    );
    let content = &body(&read).content;
    assert_eq!(content.keys().collect::<Vec<_>>(), ["multipart/form-data"]);
    assert_eq!(
        lifted(&document, content[0].schema)["properties"]["f"],
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
            "/paths/~1x/post/parameters: it has 2 body parameters; Swagger 2.0 allows only one",
            "/paths/~1x/put/parameters: it has both a body parameter and form parameters; remove one kind",
        ]
    );
}

#[test]
fn responses_with_examples_headers_and_files() {
    let (operation, document, _) = operation(
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
    let statuses: Vec<_> = operation.responses.keys().collect();
    assert_eq!(statuses, [200, 201, 202].map(Status::Code).each_ref());
    let response = |status| &operation.responses[&Status::Code(status)];
    let ok = &response(200).content;
    assert_eq!(ok.keys().collect::<Vec<_>>(), ["application/json"]);
    assert_eq!(ok[0].example, Some(json!("x")));
    assert_eq!(lifted(&document, ok[0].schema), &json!({"type": "string"}));
    assert_eq!(response(200).headers, ["X-Rate"]);
    assert_eq!(response(201).description, "");
    assert!(
        response(201)
            .content
            .contains_key("application/octet-stream")
    );
    assert_eq!(
        response(202).content["application/json"].example,
        Some(json!({"a": 1}))
    );
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
    let parameter = &document.operations[1].parameters[0];
    assert_eq!(parameter.pointer, "/parameters/limit");
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
    assert_eq!(produced(&document.operations[0]), ["a/a"]);
    assert_eq!(produced(&document.operations[1]), ["b/b"]);
}

#[test]
fn schemes_of_an_operation() {
    let (document, _) = normalized(json!({
        "swagger": "2.0", "host": "a.example", "schemes": ["http", "https", "ws"],
        "paths": {"/x": {"get": {"schemes": ["http"]}, "put": {"schemes": ["https", "http"]}}},
    }));
    let both = ["https://a.example", "http://a.example"].map(BaseUrl::new);
    assert_eq!(document.servers, both);
    assert_eq!(
        document.operations[0].servers,
        Some(vec![BaseUrl::new("http://a.example")])
    );
    assert_eq!(document.operations[1].servers, None);
}

#[test]
fn parameters_that_are_not_as_they_should_be() {
    let (read, document, diagnostics) = operation(
        "2.0",
        json!({"parameters": [
            {"name": "a", "in": "query", "schema": {"type": "integer"}},
            {"name": "b", "in": "query"},
            {"name": "c", "in": "body"},
        ]}),
    );
    let schema = |index: usize| lifted(&document, read.parameters[index].schema);
    assert_eq!(schema(0)["type"], "integer");
    assert_eq!(schema(1)["type"], "string");
    let json = &body(&read).content["application/json"];
    assert_eq!(lifted(&document, json.schema), &json!({}));
    assert_eq!(warnings(&diagnostics).len(), 3);
}
