use std::sync::Arc;

use serde_json::json;

use crate::handlers::start_own_tool;
use crate::schema::Schema;
use crate::{
    Annotations, Api, Definition, InputSchema, Json, Method, OwnTool, SchemaText, Schemas, Tool,
    ToolError, Tools, testing,
};

static SCHEMAS: Schemas = Schemas {
    shared: &[("limit", r#""limit":{"type":"integer","default":20}"#)],
    definitions: &[Definition {
        name: "Pet",
        opening: "{",
        body: r#""type":"object","properties":{"name":{"type":"string"}}}"#,
    }],
    portable_definitions: &[],
};

static TOOLS: [Tool; 2] = [
    Tool {
        name: "list_pets",
        title: "Pets",
        input: InputSchema {
            faithful: SchemaText(
                r##"{"type":"object","properties":{"$shared":"limit","like":{"$ref":"#/$defs/Pet"}},"required":["like"]}"##,
            ),
            portable: None,
            referenced: &[],
            check: Schema::ANY,
        },
        ..testing::test_tool(Method::Get, "/pets")
    },
    Tool {
        name: "ping",
        ..testing::test_tool(Method::Get, "/ping")
    },
];

static PETS: Api = Api {
    name: "pets",
    title: "",
    version: "1",
    description: "",
    servers: &[],
    security: &[],
    tools: &TOOLS,
    schemas: &SCHEMAS,
    by_name: &[0, 1],
    tags: &[],
    mock_responses: None,
    discovery: None,
    bridge: None,
};

static ANY: InputSchema = InputSchema {
    faithful: SchemaText(r#"{"type":"object"}"#),
    portable: None,
    referenced: &[],
    check: Schema::ANY,
};

const fn named(name: &'static str) -> OwnTool<()> {
    OwnTool {
        name,
        title: "",
        description: "",
        annotations: Annotations::of(Method::Post),
        input: || &ANY,
        output: None,
        start: |(), fields, _| start_own_tool(fields, async |_: Json| Ok::<_, ToolError>(())),
    }
}

static OWN: [OwnTool<()>; 2] = [named("feed"), named("wash")];

#[test]
fn r1_a_tool_of_an_api_is_read_from_its_constants() {
    let tool = PETS.inspect("list_pets").expect("is there");
    assert_eq!(
        tool.format_compact(),
        "list_pets(limit?: integer, like: object)"
    );
    assert_eq!(tool.parameters[1].properties[0].name, "name");
    assert_eq!(
        tool.raw_schema["properties"]["limit"],
        json!({"type": "integer", "default": 20})
    );
    assert_eq!(tool.description, "Pets");
    assert_eq!(PETS.inspect("ping").expect("is there").description, "/ping");
}

#[test]
fn r5_what_was_read_is_kept_for_life() {
    let tool = PETS.inspect("list_pets").expect("is there");
    let again = PETS.inspect("list_pets").expect("is there");
    assert!(std::ptr::eq(tool, again));
    let served = Tools::from_api(&PETS)
        .inspect("list_pets")
        .expect("is there");
    assert!(std::ptr::eq(tool, served));
}

#[test]
fn r1_tools_of_ones_own_are_inspected() {
    let tools = Tools::from_api(&PETS).and_own(Arc::new(()), &OWN);
    for name in ["feed", "wash"] {
        let tool = tools.inspect(name).expect("is there");
        assert_eq!(
            (tool.tool_name.as_str(), tool.description.as_str()),
            (name, name)
        );
    }
}

#[test]
fn r7_what_an_api_has_not_is_said_with_its_name() {
    assert_eq!(
        PETS.inspect("listPets").unwrap_err().to_string(),
        "Tool not found: 'listPets' on server 'pets'. Did you mean: list_pets?"
    );
    let tools = Tools::from_api(&PETS).and_own(Arc::new(()), &OWN);
    let error = tools.inspect("xyzzy").unwrap_err();
    assert_eq!(error.available, ["list_pets", "ping", "feed", "wash"]);
}
