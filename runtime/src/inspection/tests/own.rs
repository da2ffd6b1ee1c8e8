use std::sync::Arc;

use serde_json::json;

use crate::document::Document;
use crate::handlers::start_own_tool;
use crate::schema::{Keyword, Number, Optional, Required, Schema, Types};
use crate::{
    Annotations, Api, CallOptions, InputSchema, Json, Method, OwnTool, Preset, Schemas, Tool,
    ToolError, Tools,
};

static DOCUMENT: Document = Document::new(
    r##"{
        "fingerprint": "1",
        "tools": {
            "list_pets": {
                "input": {
                    "type": "object",
                    "properties": {"limit": {"$ref": "#/shared/limit"}, "like": {"$ref": "#/shared/pet"}},
                    "required": ["like"]
                }
            }
        },
        "shared": {
            "limit": {"type": "integer", "default": 20},
            "pet": {"type": "object", "properties": {"name": {"type": "string"}}}
        }
    }"##,
    "1",
);
static SCHEMAS: Schemas = Schemas::from_document(&DOCUMENT);

static TOOLS: [Tool; 2] = [
    Tool::new("list_pets", Method::Get, "/pets")
        .title("Pets")
        .input(InputSchema::in_document(Schema::ANY)),
    Tool::new("ping", Method::Get, "/ping"),
];

static PETS: Api = Api::new("pets")
    .version("1")
    .tools(&TOOLS)
    .schemas(&SCHEMAS);

static ANY: InputSchema = InputSchema::new(r#"{"type":"object"}"#, Schema::ANY);

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

static CHECKED: Schema = Schema(
    Types::OBJECT,
    &[Keyword::ClosedObject(&[
        Optional(
            "limit",
            &Schema(Types::INTEGER, &[Keyword::Maximum(Number::Int(100))]),
        ),
        Required(
            "like",
            &Schema(
                Types::OBJECT,
                &[Keyword::Object(&[Required("name", Schema::STRING)])],
            ),
        ),
        Required("tenant", Schema::STRING),
        Required("kind", Schema::STRING),
    ])],
);

static CHECKED_TOOLS: [Tool; 1] = [Tool::new("list_pets", Method::Get, "/pets")
    .input(InputSchema::in_document(&CHECKED))
    .call(CallOptions::DEFAULT.presets(&[
        Preset::environment(&["tenant"], "TENANT"),
        Preset::constant(&["kind"], "\"dog\""),
    ]))];

static CHECKED_PETS: Api = Api::new("pets")
    .version("1")
    .tools(&CHECKED_TOOLS)
    .schemas(&SCHEMAS);

#[test]
fn r9_arguments_of_own_tools_are_held_to_the_compiled_tables() {
    let tool = CHECKED_PETS.inspect("list_pets").expect("is there");
    for good in [
        json!({"like": {"name": "Rex"}}),
        json!({"limit": 100, "like": {"name": ""}}),
    ] {
        assert_eq!(tool.validate_arguments(&good), [""; 0]);
    }
    assert_eq!(
        tool.validate_arguments(&json!({"limit": 500, "like": {"name": 1}, "size": 2})),
        [
            "Unknown parameter: size",
            "Parameter 'limit': 500 is greater than the maximum of 100",
            "Parameter 'like' at /name: 1 is not of type \"string\"",
        ]
    );
    assert_eq!(
        tool.validate_arguments(&json!({"limit": "5", "tenant": "a"})),
        [
            "Missing required parameter: like",
            "Unknown parameter: tenant",
            "Parameter 'limit' expected integer, got string",
        ]
    );
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
