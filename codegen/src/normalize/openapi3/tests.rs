use serde_json::{Value, json};

use super::super::operation::Status;
use super::super::testing::{
    body, lifted, normalized, operation, parameter_names, skipped, warnings,
};
use crate::model::{BaseUrl, ParameterStyle};
use crate::schema::SchemaId;

#[test]
fn schemas_are_known_by_their_numbers() {
    let (operation, document, diagnostics) = operation(
        "3.0.3",
        json!({
            "operationId": "put", "tags": ["t"], "summary": "s", "x-mcp": {"timeout": 5},
            "parameters": [{"name": "q", "in": "query", "schema": {"type": "integer"}}],
            "requestBody": {"content": {"application/json": {"schema": {"type": "object"}}}},
            "responses": {"200": {"content": {"text/plain": {"schema": {"type": "string"}}}}},
            "callbacks": {"c": {"$ref": "#/x"}},
            "security": [], "servers": [],
        }),
    );
    assert_eq!(operation.operation_id.as_deref(), Some("put"));
    assert_eq!(
        (operation.tags.as_slice(), operation.summary.as_deref()),
        (&["t".to_owned()][..], Some("s"))
    );
    assert_eq!(operation.x_mcp.timeout_ms, Some(5_000));
    let [parameter] = operation.parameters.as_slice() else {
        panic!("one parameter: {operation:?}");
    };
    assert_eq!(parameter.pointer, "/paths/~1x/post/parameters/0");
    assert_eq!(
        lifted(&document, parameter.schema),
        &json!({"type": "integer"})
    );
    let json = &body(&operation).content["application/json"];
    assert_eq!(lifted(&document, json.schema), &json!({"type": "object"}));
    let response = &operation.responses[&Status::Code(200)];
    let text = &response.content["text/plain"];
    assert_eq!(lifted(&document, text.schema), &json!({"type": "string"}));
    let ids = |ids: &[SchemaId]| ids.iter().map(|id| id.index()).collect::<Vec<_>>();
    assert_eq!(ids(&document.sent_schemas), [0, 1]);
    assert_eq!(ids(&document.received_schemas), [2]);
    assert_eq!(
        document.schemas.lifted[1].pointer,
        "/paths/~1x/post/requestBody/content/application~1json/schema"
    );
    assert_eq!(warnings(&diagnostics), Vec::<String>::new());
}

#[test]
fn references_to_everything_are_followed() {
    let (document, diagnostics) = normalized(json!({
        "openapi": "3.0.0",
        "components": {
            "parameters": {"a": {"$ref": "#/components/parameters/b"},
                "b": {"name": "b", "in": "query", "schema": {}}},
            "requestBodies": {"r": {"content": {"a/b": {"examples": {"e": {"$ref": "#/components/examples/e"}}}}}},
            "responses": {"ok": {"description": "ok", "headers": {"H": {"$ref": "#/components/headers/h"}},
                "links": {"l": {"$ref": "#/components/links/l"}}}},
            "links": {"l": {"operationId": "other"}},
            "headers": {"h": {"schema": {"type": "integer"}}},
            "examples": {"e": {"value": {"a": null}}},
            "pathItems": {"p": {"parameters": [{"$ref": "#/components/parameters/a"}],
                "get": {"responses": {"200": {"$ref": "#/components/responses/ok"}}}}},
        },
        "paths": {"/p": {
            "$ref": "#/components/pathItems/p",
            "post": {"requestBody": {"$ref": "#/components/requestBodies/r"}, "responses": {}},
        }},
    }));
    assert_eq!(warnings(&diagnostics), Vec::<String>::new());
    let [post, get] = &document.operations[..] else {
        panic!("two operations");
    };
    assert_eq!(post.pointer, "/paths/~1p/post");
    assert_eq!(get.pointer, "/components/pathItems/p/get");
    assert_eq!(body(post).content["a/b"].example, Some(json!({"a": null})));
    assert_eq!(parameter_names(post), ["b"]);
    assert_eq!(get.parameters[0].pointer, "/components/parameters/b");
    assert_eq!(get.responses[&Status::Code(200)].headers, ["H"]);
}

#[test]
fn broken_references() {
    let (document, diagnostics) = normalized(json!({
        "openapi": "3.0.0",
        "paths": {
            "/a": {
                "parameters": [{"$ref": "#/nowhere"}, {"$ref": "common.yaml#/p"}],
                "get": {"responses": {"200": {"$ref": "#/gone"}}},
                "post": {"requestBody": {"$ref": "bodies.yaml"}},
            },
            "/b": {"$ref": "other.yaml"},
            "/c": {"$ref": "#/paths/~1d"},
            "/d": {"$ref": "#/paths/~1c"},
        },
    }));
    assert_eq!(document.operations.len(), 1);
    assert_eq!(
        skipped(&diagnostics),
        [
            "/paths/~1a/post/requestBody: its request body refers to `bodies.yaml`, \
          which is not found in this document",
            "/paths/~1b: the path item refers to `other.yaml`, which is not found in this document",
        ]
    );
    let warnings = warnings(&diagnostics);
    for expected in [
        "/paths/~1a/parameters/0: the parameter refers to `#/nowhere`, \
         which is not found in the document; it is ignored",
        "/paths/~1c: the path item refers to itself by `#/paths/~1c`; the reference is ignored",
    ] {
        assert!(
            warnings.iter().any(|warning| warning == expected),
            "{warnings:#?}"
        );
    }
}

#[test]
fn an_operation_overrides_the_path_item() {
    let (document, diagnostics) = normalized(json!({"openapi": "3.0.0", "paths": {"/{id}": {
        "servers": [{"url": "https://item"}],
        "parameters": [
            {"name": "id", "in": "path", "required": true, "schema": {"type": "string"}},
            {"name": "id", "in": "query", "schema": {"type": "boolean"}},
        ],
        "get": {
            "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
            "servers": [{"url": "https://operation"}],
        },
        "put": {},
    }}}));
    let parameters = document.operations[0].parameters.iter();
    let types: Vec<&Value> = parameters
        .map(|parameter| &lifted(&document, parameter.schema)["type"])
        .collect();
    assert_eq!(types, ["integer", "boolean"]);
    assert_eq!(
        document.operations[0].servers,
        Some(vec![BaseUrl::new("https://operation")])
    );
    assert_eq!(
        document.operations[1].servers,
        Some(vec![BaseUrl::new("https://item")])
    );
    assert_eq!(warnings(&diagnostics), Vec::<String>::new());
}

#[test]
fn path_parameters_and_the_template_agree() {
    let (document, diagnostics) = normalized(
        json!({"openapi": "3.0.0", "paths": {"pets/{id}/{kind}": {"get": {
            "parameters": [
                {"name": "id", "in": "path", "schema": {"type": "integer"}},
                {"name": "other", "in": "path", "required": true, "schema": {}},
            ],
        }}}}),
    );
    let operation = &document.operations[0];
    assert_eq!(operation.path, "/pets/{id}/{kind}");
    assert_eq!(parameter_names(operation), ["id", "kind"]);
    assert!(operation.parameters[0].is_required);
    assert_eq!(
        lifted(&document, operation.parameters[1].schema),
        &json!({"type": "string"})
    );
    assert_eq!(warnings(&diagnostics).len(), 4);
}

#[test]
fn parameters_that_are_not_as_they_should_be() {
    let (operation, document, diagnostics) = operation(
        "3.0.0",
        json!({"parameters": [
            {"name": "twice", "in": "query", "schema": {"type": "string"}},
            {"name": "twice", "in": "query", "schema": {"type": "integer"}},
            {"name": "style", "in": "query", "style": "matrix", "schema": {}, "explode": "false"},
            {"name": "nothing", "in": "query", "required": null},
            {"name": "both", "in": "query", "schema": {}, "content": {"application/json": {}}},
            {"name": "content", "in": "cookie", "content": {"application/json": {"schema": {}}}},
            {"in": "query"},
            {"name": "nowhere"},
            {"name": "Case", "in": "Query", "schema": {}, "examples": [1]},
            {"name": "Accept", "in": "header", "schema": {}},
            "junk",
        ]}),
    );
    assert_eq!(
        parameter_names(&operation),
        ["twice", "style", "nothing", "both", "content", "Case"]
    );
    let parameters = &operation.parameters;
    let schema = |index: usize| lifted(&document, parameters[index].schema);
    assert_eq!(schema(0)["type"], "integer");
    assert_eq!(parameters[1].style, ParameterStyle::Form);
    assert_eq!(schema(2)["type"], "string");
    assert_eq!(parameters[3].style, ParameterStyle::FormExploded);
    assert_eq!(parameters[4].style, ParameterStyle::Json);
    assert!(!parameters[5].examples.is_empty());
    assert_eq!(
        warnings(&diagnostics).len(),
        11,
        "{:#?}",
        warnings(&diagnostics)
    );
}

#[test]
fn a_parameter_of_swagger_2_leaves_the_operation_out() {
    let (document, diagnostics) = normalized(json!({"openapi": "3.0.0", "paths": {"/x": {"post": {
        "parameters": [{"name": "pet", "in": "body", "schema": {}}],
    }}}}));
    assert_eq!(document.operations.len(), 0);
    assert_eq!(
        skipped(&diagnostics),
        [
            "/paths/~1x/post/parameters/0: its parameter `pet` is `in: body`, which OpenAPI 3.0 does not \
             support"
        ]
    );
}

#[test]
fn operations_with_junk_are_read_without_it() {
    let (operation, _, diagnostics) = operation(
        "3.1.0",
        json!({
            "tags": "pets", "summary": ["a"], "description": null, "operationId": 7,
            "deprecated": "yes", "externalDocs": {"description": "no url"},
            "parameters": {}, "requestBody": {"content": {}},
            "responses": {"200": null, "2xx": {"description": 1}, "20": {}, "x-a": 1},
        }),
    );
    assert_eq!(operation.operation_id.as_deref(), Some("7"));
    assert_eq!(operation.tags, Vec::<String>::new());
    assert_eq!((operation.summary, operation.description), (None, None));
    assert!(operation.parameters.is_empty() && operation.body.is_none());
    let statuses: Vec<_> = operation.responses.keys().collect();
    assert_eq!(statuses, [&Status::Range(2)]);
    assert_eq!(operation.responses[&Status::Range(2)].description, "1");
    assert_eq!(
        warnings(&diagnostics).len(),
        9,
        "{:#?}",
        warnings(&diagnostics)
    );
}

#[test]
fn path_items_with_junk() {
    let (document, diagnostics) = normalized(json!({"openapi": "3.2.0", "paths": {
        "x-ignored": 1,
        "/a": null,
        "/b": {"get": null, "GET": {}, "Post": {}, "query": {}, "summary": "s", "x-a": 1},
    }}));
    let methods: Vec<String> = document
        .operations
        .iter()
        .map(|operation| operation.method.to_string())
        .collect();
    assert_eq!(methods, ["POST", "QUERY"]);
    assert_eq!(
        warnings(&diagnostics).len(),
        4,
        "{:#?}",
        warnings(&diagnostics)
    );
}

#[test]
fn servers_with_variables() {
    let (document, diagnostics) = normalized(json!({
        "openapi": "3.0.0",
        "servers": [
            {"url": "https://{region}.example:{port}/v1/", "description": "Production",
             "variables": {
                 "region": {"default": "eu", "description": "Where the data is"},
                 "port": {"enum": [8443]},
                 "unused": {"default": "x"},
             }},
            {"url": "/relative/", "name": "Here"},
            {"url": "/"},
            {"url": "https://{tenant}.example"},
            "https://junk",
        ],
    }));
    insta::assert_debug_snapshot!(document.servers);
    assert_eq!(warnings(&diagnostics).len(), 2);
}

#[test]
fn a_default_of_a_server_variable_is_one_of_its_values() {
    let server = |default: &str| {
        json!({"url": "https://{region}.example",
            "variables": {"region": {"enum": ["eu", "us"], "default": default}}})
    };
    let (document, diagnostics) = normalized(json!({
        "openapi": "3.0.0", "servers": [server("eu"), server("asia")],
    }));
    assert_eq!(
        warnings(&diagnostics),
        [
            "/servers/1/variables/region/default: the default `asia` of the server variable `region` \
          is not in its `enum`"
        ]
    );
    let default = document.servers[1].variables[0].default.as_deref();
    assert_eq!(default, Some("asia"));
}

#[test]
fn media_types_that_are_none() {
    let (_, _, diagnostics) = operation(
        "3.0.0",
        json!({"requestBody": {"content": {"json": {}, "text/plain": {}}}}),
    );
    let message =
        "`json` is not a media type, which is a type and a subtype such as `application/json`";
    assert_eq!(
        warnings(&diagnostics),
        [format!(
            "/paths/~1x/post/requestBody/content/json: {message}"
        )]
    );
    let (_, _, diagnostics) = operation(
        "2.0",
        json!({"consumes": ["application/josn"], "parameters": [
            {"name": "b", "in": "body", "schema": {}},
        ]}),
    );
    assert_eq!(
        warnings(&diagnostics),
        [
            "/paths/~1x/post/consumes: the media type `application/josn` is unknown; did you mean \
          `application/json`?"
        ]
    );
}

#[test]
fn encodings() {
    let (operation, _, _) = operation(
        "3.0.0",
        json!({"requestBody": {"content": {"multipart/form-data": {"encoding": {
            "a": {"contentType": "image/png", "headers": {"X-A": {}}},
            "b": {"style": "deepObject"},
            "c": {"style": "form", "explode": false},
            "d": 1,
        }}}}}),
    );
    let encoding = &body(&operation).content["multipart/form-data"].encoding;
    let named: Vec<_> = encoding.keys().collect();
    assert_eq!(named, ["a", "b", "c"]);
    assert_eq!(encoding["a"].content_type.as_deref(), Some("image/png"));
    assert_eq!(encoding["a"].headers.keys().collect::<Vec<_>>(), ["X-A"]);
    let styles: Vec<_> = encoding.values().map(|encoding| encoding.style).collect();
    let (deep_object, form) = (ParameterStyle::DeepObject, ParameterStyle::Form);
    assert_eq!(styles, [None, Some(deep_object), Some(form)]);
}

/// `collectionFormat` is a word of Swagger 2.0, and its name with a prefix is nobody's.
#[test]
fn an_extension_does_not_change_how_a_list_is_written() {
    let list = json!({"type": "array", "items": {"type": "string"}});
    let (operation, _, _) = operation(
        "3.0.3",
        json!({
            "parameters": [
                {"name": "a", "in": "query", "schema": list, "x-collection-format": "tsv"},
                {"name": "b", "in": "header", "schema": list, "x-collection-format": "pipes"},
            ],
            "requestBody": {"content": {"application/x-www-form-urlencoded": {
                "schema": {"type": "object", "properties": {"c": list}},
                "encoding": {"c": {"x-collection-format": "tsv"}},
            }}},
        }),
    );
    let styles: Vec<_> = operation.parameters.iter().map(|it| it.style).collect();
    assert_eq!(
        styles,
        [ParameterStyle::FormExploded, ParameterStyle::Simple]
    );
    let form = &body(&operation).content["application/x-www-form-urlencoded"];
    assert_eq!(form.encoding["c"].style, None);
}

#[test]
fn a_document_without_paths_is_a_document() {
    let (document, diagnostics) = normalized(json!({
        "openapi": "3.1.0", "info": {"title": "t", "version": 1.0},
        "webhooks": {"w": {"post": {}}},
        "components": {"schemas": {"A": {"type": "string"}}},
    }));
    assert_eq!(document.operations.len(), 0);
    assert_eq!(document.info.version, "1.0");
    assert_eq!(document.schemas.definitions.len(), 1);
    assert_eq!(warnings(&diagnostics).len(), 1);
}
