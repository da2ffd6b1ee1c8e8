//! The tools of discovery as clients are shown them.

use serde_json::{Map, json};

use super::catalogue::{Catalogue, KnownEndpoint};
use crate::discovery_table::SchemaFormat;
use crate::request::Method;
use crate::tool::Annotations;
use crate::tools::{DiscoveryNames, DiscoveryTool};
use crate::value::Json;

/// A tool as it is listed.
pub(crate) struct Listed {
    pub(crate) name: &'static str,
    pub(crate) description: String,
    pub(crate) input: Map<String, Json>,
    pub(crate) annotations: Annotations,
}

/// What reads the tables of this program, and nothing else.
const LOOKS_UP: Annotations = Annotations {
    open_world: false,
    ..Annotations::of(Method::Get)
};

/// A tool of discovery.
pub(crate) fn listed_tool(
    catalogue: &Catalogue,
    names: &DiscoveryNames,
    format: SchemaFormat,
    part: DiscoveryTool,
) -> Listed {
    let (description, input, annotations) = match part {
        DiscoveryTool::Lister => (
            format!(
                "List available {} endpoints for LLM selection and decision-making",
                names.api_subject()
            ),
            lister_schema(catalogue),
            LOOKS_UP,
        ),
        DiscoveryTool::Provider => (
            "Provide endpoint schemas and execution instructions based on LLM selection".to_owned(),
            provider_schema(catalogue, format),
            LOOKS_UP,
        ),
        DiscoveryTool::Executor => (
            format!(
                "Execute validated {} API calls with resolved endpoint paths",
                names.api_subject()
            ),
            executor_schema(catalogue, json!(catalogue.methods())),
            combined_annotations(catalogue.endpoints().iter()),
        ),
        DiscoveryTool::Reader => (
            format!(
                "Execute read-only {} API calls with resolved endpoint paths: nothing is changed",
                names.api_subject()
            ),
            executor_schema(catalogue, json!(reading_methods(catalogue))),
            Annotations {
                read_only: true,
                destructive: Some(false),
                ..combined_annotations(read_only_endpoints(catalogue))
            },
        ),
    };
    let input = match input {
        Json::Object(input) => input,
        _ => Map::new(),
    };
    Listed {
        name: names.name_of(part),
        description,
        input,
        annotations,
    }
}

/// The tool of an endpoint by its signature: what it takes is for the provider to say.
pub(crate) fn compact_tool(known: &KnownEndpoint) -> Listed {
    let (method, path) = (known.method(), known.path());
    Listed {
        name: known.name(),
        description: format!("{} - {method} {path}", known.read_table_entry().signature),
        input: Map::from_iter([("type".to_owned(), json!("object"))]),
        annotations: known.tool.annotations,
    }
}

fn method_schema(catalogue: &Catalogue) -> Json {
    json!({"type": "string", "enum": catalogue.methods()})
}

fn with_description(mut schema: Json, description: &str) -> Json {
    schema["description"] = Json::from(description);
    schema
}

fn string_schema(description: &str) -> Json {
    with_description(json!({"type": "string"}), description)
}

fn lister_schema(catalogue: &Catalogue) -> Json {
    json!({
        "type": "object",
        "properties": {
            "category_filter": string_schema("Part of a tag or category"),
            "method_filter": method_schema(catalogue),
            "search_term": string_schema("Words of the task, or part of a name or path"),
            "include_details": {"type": "boolean", "default": false},
            "format": with_description(json!({"type": "string", "enum": ["full", "compact"]}), "compact: one line each"),
            "max_tokens": {"type": "integer", "minimum": 1},
            "cursor": string_schema("next_cursor of the previous page"),
        },
    })
}

fn provider_schema(catalogue: &Catalogue, format: SchemaFormat) -> Json {
    let mut schema = json!({
        "type": "object",
        "properties": {
            "tool_name": string_schema("Selected tool name from endpoint listing"),
            "method": method_schema(catalogue),
            "endpoint_path": string_schema("Selected endpoint path"),
        },
        "required": ["tool_name", "method", "endpoint_path"],
    });
    // A server whose answers are full has the schema that has been promised with them.
    if format != SchemaFormat::Full {
        let properties = &mut schema["properties"];
        let formats = json!({"type": "string", "enum": ["nested", "compact", "full"]});
        properties["format"] = with_description(formats, "full: everything, with examples");
        properties["include_output"] = json!({"type": "boolean", "default": false});
        properties["max_tokens"] = json!({"type": "integer", "minimum": 1});
    }
    schema
}

fn executor_schema(catalogue: &Catalogue, methods: Json) -> Json {
    let mut schema = json!({
        "type": "object",
        "properties": {
            "endpoint_path": string_schema("With placeholders or with values in their places"),
            "method": {"type": "string", "enum": methods},
            "request_data": {
                "type": "object",
                "description": "All parameters by name",
            },
            "validation_required": {"type": "boolean", "default": true},
        },
        "required": ["endpoint_path", "method"],
    });
    if catalogue.is_ambiguous() {
        schema["properties"]["tool_name"] =
            string_schema("Tool name of the endpoint, if several have its path and method");
    }
    schema
}

fn read_only_endpoints(catalogue: &Catalogue) -> impl Iterator<Item = &KnownEndpoint> + Clone {
    let endpoints = catalogue.endpoints().iter();
    endpoints.filter(|known| known.is_read_only())
}

/// The methods of endpoints that only read; a `POST` that the spec declares read-only is one.
fn reading_methods(catalogue: &Catalogue) -> Vec<&'static str> {
    let methods = catalogue.methods().iter().copied();
    let reads =
        |method: &&str| read_only_endpoints(catalogue).any(|known| known.method() == *method);
    methods.filter(reads).collect()
}

/// What is true of a tool that calls any of the endpoints.
fn combined_annotations<'a>(
    endpoints: impl Iterator<Item = &'a KnownEndpoint> + Clone,
) -> Annotations {
    let hints = |hint: fn(&Annotations) -> bool| {
        let mut endpoints = endpoints.clone();
        endpoints.all(|known| hint(&known.tool.annotations))
    };
    Annotations {
        read_only: hints(|it| it.read_only),
        destructive: hints(|it| it.destructive == Some(false)).then_some(false),
        idempotent: hints(|it| it.idempotent),
        open_world: true,
    }
}
