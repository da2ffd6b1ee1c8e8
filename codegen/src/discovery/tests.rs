//! The numbers are those of the requirements on the schema provider.

use serde_json::{Value, json};

use super::testing::{answer_of, answers, model};

/// An operation with a parameter of each kind.
fn add_page() -> Value {
    json!({
        "summary": "Adds a page",
        "parameters": [
            {"name": "site", "in": "path", "required": true, "type": "string"},
            {"name": "locale", "in": "query", "type": "string", "description": "Which language."},
            {"name": "page", "in": "body", "required": true, "schema": {
                "type": "object",
                "required": ["title"],
                "properties": {
                    "born": {"type": "string", "format": "date"},
                    "title": {"type": "string", "description": "What it is called.", "example": "Home"},
                    "tags": {"type": "array", "items": {"type": "string"}},
                    "views": {"type": "integer", "format": "int32"},
                    "extra": {},
                },
            }},
        ],
        "responses": {"201": {"description": "Created", "schema": {
            "type": "object",
            "required": ["id"],
            "properties": {"id": {"type": "integer"}, "title": {"type": "string"}},
        }}},
    })
}

fn added() -> Value {
    answer_of("post", "/sites/{site}/pages", add_page())
}

fn keys(value: &Value) -> Vec<&str> {
    let members = value.as_object().expect("an object");
    members.keys().map(String::as_str).collect()
}

fn names(list: &Value) -> Vec<&str> {
    let list = list.as_array().expect("a list").iter();
    list.filter_map(|it| it["name"].as_str()).collect()
}

#[test]
fn c3_an_answer_has_these_keys() {
    let answer = added();
    assert_eq!(
        keys(&answer),
        [
            "success",
            "endpoint_info",
            "input_schema",
            "output_schema",
            "parameter_info",
            "execution_instructions",
        ]
    );
    assert_eq!(answer["success"], true);
    assert_eq!(
        answer["endpoint_info"],
        json!({
            "tool_name": "post_sites_by_site_pages",
            "method": "POST",
            "endpoint_path": "/sites/{site}/pages",
            "description": "Adds a page",
        })
    );
}

#[test]
fn c20_both_schemas_are_normalised() {
    let answer = added();
    let input = &answer["input_schema"];
    assert_eq!(input["type"], "object");
    assert_eq!(
        keys(&input["properties"]),
        ["site", "locale", "born", "title", "tags", "views", "extra"]
    );
    assert_eq!(input["required"], json!(["site", "title"]));
    assert_eq!(input["description"], "");
    assert_eq!(input["property_count"], 7);
    assert_eq!(input["required_count"], 2);
    assert_eq!(input["optional_count"], 5);
    let output = &answer["output_schema"];
    assert_eq!(keys(&output["properties"]), ["id", "title"]);
    assert_eq!(output["required"], json!(["id"]));
    assert_eq!(output["optional_count"], 1);
}

#[test]
fn c18_without_a_response_schema_the_output_is_an_object() {
    let answer = answer_of("get", "/pages", json!({"responses": {}}));
    let output = &answer["output_schema"];
    assert_eq!(output["type"], "object");
    assert_eq!(output["properties"], json!({}));
    assert_eq!(output["property_count"], 0);
}

#[test]
fn c20_a_list_in_a_response_is_a_list() {
    let items = json!({"type": "array", "items": {"type": "string"}});
    let operation = json!({"responses": {"200": {"description": "OK", "schema": items}}});
    let output = &answer_of("get", "/pages", operation)["output_schema"];
    assert_eq!(output["type"], "array");
    assert_eq!(output["items"], items["items"]);
}

#[test]
fn c20_a_response_that_contains_itself_has_its_definitions() {
    let node = json!({"type": "object", "properties": {
        "children": {"type": "array", "items": {"$ref": "#/definitions/Node"}},
    }});
    let list = json!({"type": "array", "items": {"$ref": "#/definitions/Node"}});
    let paths =
        json!({"/nodes": {"get": {"responses": {"200": {"description": "OK", "schema": list}}}}});
    let answers = answers(&paths, &json!({"Node": node}));
    let output = &answers[0]["output_schema"];
    assert_eq!(output["type"], "array");
    assert_eq!(output["items"]["$ref"], "#/$defs/Node");
    assert_eq!(output["$defs"]["Node"]["type"], "object");
}

#[test]
fn c22_required_names_without_a_property_are_warned_of() {
    let open = json!({"type": "object", "required": ["a", "b"], "properties": {"a": {}}});
    let also = json!({"allOf": [{"$ref": "#/definitions/Open"}, {"required": ["c"]}]});
    let paths = json!({"/pages": {"put": {
        "parameters": [{"name": "page", "in": "body", "required": true, "schema": also}],
        "responses": {"200": {"description": "OK", "schema": {"$ref": "#/definitions/Open"}}},
    }}});
    let model = model(&paths, &json!({"Open": open}));
    let remarks = model.diagnostics().iter().map(|it| it.message.as_str());
    let remarks: Vec<&str> = remarks.collect();
    let expected = [
        "body requires `c`",
        "body requires `b`",
        "response requires `b`",
    ];
    assert_eq!(remarks.len(), expected.len(), "{remarks:#?}");
    for said in expected {
        assert!(
            remarks.iter().any(|it| it.contains(said)),
            "{said}: {remarks:#?}"
        );
    }
}

#[test]
fn c23_total_parameters_is_the_number_of_properties() {
    assert_eq!(added()["parameter_info"]["total_parameters"], 7);
}

#[test]
fn c24_required_parameters_are_in_the_order_of_required() {
    let answer = added();
    let info = &answer["parameter_info"]["required_parameters"];
    assert_eq!(names(info), ["site", "title"]);
    assert_eq!(info[1]["type"], "string");
    assert_eq!(info[1]["description"], "What it is called.");
}

#[test]
fn c24_a_required_name_that_is_unknown_is_a_name_alone() {
    let body =
        json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["b"]});
    let operation = json!({"parameters": [
        {"name": "page", "in": "body", "required": true, "schema": body},
    ], "responses": {}});
    let answer = answer_of("post", "/pages", operation);
    let info = &answer["parameter_info"];
    assert_eq!(info["required_parameters"], json!([{"name": "b"}]));
    assert_eq!(names(&info["optional_parameters"]), ["a"]);
}

#[test]
fn c25_optional_parameters_are_in_the_order_of_their_declaration() {
    let answer = added();
    let info = &answer["parameter_info"]["optional_parameters"];
    assert_eq!(names(info), ["locale", "born", "tags", "views", "extra"]);
    assert_eq!(
        info[1],
        json!({"name": "born", "type": "string", "format": "date"})
    );
}

#[test]
fn c26_path_parameters_have_their_place() {
    assert_eq!(
        added()["parameter_info"]["path_parameters"],
        json!([{"name": "site", "placeholder": "{site}", "position": 7}])
    );
    let answer = answer_of("get", "/pages", json!({"responses": {}}));
    assert_eq!(answer["parameter_info"]["path_parameters"], json!([]));
}

#[test]
fn c27_types_are_counted_and_complex_ones_listed() {
    assert_eq!(
        added()["parameter_info"]["type_analysis"],
        json!({
            "type_counts": {"string": 4, "array": 1, "integer": 1, "unknown": 1},
            "complex_types": [{
                "name": "tags",
                "type": "array",
                "schema": {"type": "array", "items": {"type": "string"}},
            }],
            "has_complex_types": true,
        })
    );
}

#[test]
fn c27_a_definition_is_of_its_own_type() {
    let tree = json!({"type": "object", "properties": {"sub": {"$ref": "#/definitions/Tree"}}});
    let body = json!({"type": "object", "properties": {"tree": {"$ref": "#/definitions/Tree"}}});
    let paths = json!({"/trees": {"post": {"responses": {}, "parameters": [
        {"name": "body", "in": "body", "required": true, "schema": body},
    ]}}});
    let answers = answers(&paths, &json!({"Tree": tree}));
    assert_eq!(
        answers[0]["input_schema"]["properties"]["tree"]["$ref"],
        "#/$defs/Tree"
    );
    let analysis = &answers[0]["parameter_info"]["type_analysis"];
    assert_eq!(analysis["type_counts"], json!({"object": 1}));
    assert_eq!(names(&analysis["complex_types"]), ["tree"]);
}

#[test]
fn c28_c29_the_method_is_described() {
    let info = &added()["parameter_info"];
    assert_eq!(info["requires_body"], true);
    assert_eq!(info["method_info"]["description"], "Create new resource");
    let answer = answer_of("head", "/pages", json!({"responses": {}}));
    let info = &answer["parameter_info"];
    assert_eq!(info["requires_body"], false);
    assert_eq!(info["method_info"]["description"], "Unknown method");
}

#[test]
fn c30_instructions_have_these_keys() {
    let instructions = &added()["execution_instructions"];
    assert_eq!(
        keys(instructions),
        [
            "next_tool",
            "overview",
            "parameter_guidance",
            "example_call",
            "validation_notes",
        ]
    );
    assert_eq!(instructions["next_tool"], "cms_endpoint_executor");
}

#[test]
fn c31_the_overview_has_six_lines() {
    assert_eq!(
        added()["execution_instructions"]["overview"],
        "Execute POST request to /sites/{site}/pages\n\
         Description: Adds a page\n\
         Method: Create new resource\n\
         Requires body data: Yes\n\
         Total parameters: 7\n\
         Required parameters: 2"
    );
}

#[test]
fn c32_c33_guidance_says_how_each_parameter_is_given() {
    let guidance = &added()["execution_instructions"]["parameter_guidance"];
    assert_eq!(
        guidance["required"],
        json!([
            {
                "name": "site",
                "type": "string",
                "description": "No description provided",
                "format": null,
                "example": "example_value",
            },
            {
                "name": "title",
                "type": "string",
                "description": "What it is called.",
                "format": null,
                "example": "Home",
            },
        ])
    );
    let optional = &guidance["optional"];
    assert_eq!(
        names(optional),
        ["locale", "born", "tags", "views", "extra"]
    );
    assert_eq!(optional[1]["format"], "date");
    assert_eq!(optional[3]["format"], "int32");
    assert_eq!(optional[4]["type"], "string", "of which nothing is known");
}

#[test]
fn c34_guidance_names_the_parameters_of_the_path() {
    assert_eq!(
        added()["execution_instructions"]["parameter_guidance"]["path_params"],
        json!([{"name": "site", "placeholder": "{site}", "description": "Path parameter: site"}])
    );
}

#[test]
fn c35_the_body_has_all_but_the_path() {
    let structure = &added()["execution_instructions"]["parameter_guidance"]["body_structure"];
    assert_eq!(structure["type"], "object");
    assert_eq!(
        keys(&structure["properties"]),
        ["locale", "born", "title", "tags", "views", "extra"]
    );
    assert_eq!(structure["required"], json!(["title"]));
    let answer = answer_of("delete", "/pages", json!({"responses": {}}));
    let guidance = &answer["execution_instructions"]["parameter_guidance"];
    assert_eq!(guidance["body_structure"], Value::Null);
}

/// The example of a parameter with that schema.
fn example(schema: Value) -> Value {
    let body = json!({"type": "object", "properties": {"it": schema}});
    let operation = json!({"responses": {}, "parameters": [
        {"name": "body", "in": "body", "required": true, "schema": body},
    ]});
    let answer = answer_of("put", "/pages", operation);
    let instructions = &answer["execution_instructions"];
    let call = &instructions["example_call"]["parameters"]["request_data"]["it"];
    let example = &instructions["parameter_guidance"]["optional"][0]["example"];
    assert_eq!(example, call);
    example.clone()
}

#[test]
fn c36_examples_are_those_of_their_type() {
    for (schema, expected) in [
        (
            json!({"type": "string", "format": "date"}),
            json!("2024-01-15"),
        ),
        (
            json!({"type": "string", "format": "date", "example": "2020-02-02"}),
            json!("2024-01-15"),
        ),
        (
            json!({"type": "string", "format": "email"}),
            json!("user@example.com"),
        ),
        (
            json!({"type": "string", "format": "email", "example": "a@b.c"}),
            json!("user@example.com"),
        ),
        (json!({"type": "string"}), json!("example_value")),
        (
            json!({"type": "string", "default": "a"}),
            json!("example_value"),
        ),
        (json!({"type": "string", "example": "Home"}), json!("Home")),
        (json!({"type": "integer"}), json!(42)),
        (json!({"type": "number"}), json!(42)),
        (json!({"type": "number", "example": 1.5}), json!(1.5)),
        (json!({"type": "boolean"}), json!(true)),
        (
            json!({"type": "array", "items": {"type": "string"}}),
            json!(["item1", "item2"]),
        ),
        (
            json!({"type": "array", "items": {"type": "string"}, "example": ["a"]}),
            json!(["a"]),
        ),
        (
            json!({"type": "object", "properties": {"a": {"type": "string"}}}),
            json!({}),
        ),
        (
            json!({"type": "object", "properties": {}, "example": {"a": 1}}),
            json!({"a": 1}),
        ),
        (json!({}), json!("example_value")),
    ] {
        assert_eq!(example(schema.clone()), expected, "{schema}");
    }
}

#[test]
fn c36_an_example_that_is_falsy_is_one() {
    for (schema, expected) in [
        (json!({"type": "integer", "example": 0}), json!(0)),
        (json!({"type": "boolean", "example": false}), json!(false)),
        (json!({"type": "string", "example": ""}), json!("")),
    ] {
        assert_eq!(example(schema.clone()), expected, "{schema}");
    }
}

#[test]
fn c36_an_example_is_valid_where_the_usual_one_is_not() {
    for (schema, expected) in [
        (json!({"type": "string", "enum": ["a", "b"]}), json!("a")),
        (json!({"type": "string", "maxLength": 3}), json!("str")),
        (
            json!({"type": "string", "format": "date", "pattern": "^[0-9]{4}$"}),
            json!("1111"),
        ),
        (
            json!({"type": "string", "format": "date-time"}),
            json!("2024-01-01T00:00:00Z"),
        ),
        (
            json!({"type": "string", "maxLength": 2, "example": "long"}),
            json!("st"),
        ),
        (json!({"type": "integer", "maximum": 9}), json!(1)),
        (
            json!({"type": "array", "items": {"type": "integer"}}),
            json!([1]),
        ),
        (
            json!({"type": "object", "required": ["a"], "properties": {"a": {"type": "boolean"}}}),
            json!({"a": true}),
        ),
    ] {
        assert_eq!(example(schema.clone()), expected, "{schema}");
    }
}

#[test]
fn c36_a_path_is_given_no_empty_segment() {
    let operation = json!({"responses": {}, "parameters": [
        {"name": "id", "in": "path", "required": true, "type": "string", "x-example": "", "default": ""},
        {"name": "file", "in": "formData", "type": "file"},
    ]});
    let answer = answer_of("post", "/pages/{id}", operation);
    let call = &answer["execution_instructions"]["example_call"]["parameters"]["request_data"];
    assert_eq!(
        call,
        &json!({"id": "example_value", "file": {"text": "example_value"}})
    );
}

#[test]
fn c37_the_example_call_has_what_is_required_and_one_more() {
    assert_eq!(
        added()["execution_instructions"]["example_call"],
        json!({
            "tool_name": "cms_endpoint_executor",
            "parameters": {
                "endpoint_path": "/sites/{site}/pages",
                "method": "POST",
                "request_data": {
                    "site": "example_value",
                    "title": "Home",
                    "locale": "example_value",
                },
            },
            "description": "Example call to execute POST /sites/{site}/pages",
        })
    );
}

#[test]
fn c37_the_one_more_brings_what_it_needs() {
    let body = json!({
        "type": "object",
        "required": ["b"],
        "properties": {"a": {"type": "string"}, "b": {"type": "integer"}, "c": {"type": "integer"}},
    });
    let operation = json!({"responses": {}, "parameters": [
        {"name": "body", "in": "body", "schema": body},
    ]});
    let answer = answer_of("post", "/pages", operation);
    let call = &answer["execution_instructions"]["example_call"]["parameters"];
    assert_eq!(call["request_data"], json!({"a": "example_value", "b": 42}));
}

#[test]
fn c38_notes_are_in_this_order() {
    assert_eq!(
        added()["execution_instructions"]["validation_notes"],
        json!([
            "Path parameters will be automatically interpolated into the URL",
            "Body parameters will be sent as JSON in the request body",
            "This endpoint has complex object/array parameters - review the schema carefully",
            "2 parameters are required for this endpoint",
        ])
    );
    let answer = answer_of("get", "/pages", json!({"responses": {}}));
    assert_eq!(
        answer["execution_instructions"]["validation_notes"],
        json!(["Parameters will be sent as query parameters"])
    );
    let one = json!({"responses": {}, "parameters": [
        {"name": "q", "in": "query", "required": true, "type": "string"},
    ]});
    let answer = answer_of("get", "/pages", one);
    assert_eq!(
        answer["execution_instructions"]["validation_notes"][1],
        "1 parameters are required for this endpoint"
    );
}

#[test]
fn c44_answers_depend_on_the_endpoint_alone() {
    let alone = added();
    let paths = json!({
        "/others": {"get": add_page()},
        "/sites/{site}/pages": {"post": add_page()},
    });
    let answers = answers(&paths, &json!({}));
    assert_eq!(answers[1], alone);
}
