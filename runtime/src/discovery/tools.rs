//! The tools of discovery as clients are shown them.

use serde_json::{Map, json};

use super::catalogue::{Catalogue, Known};
use super::names::{Names, Part};
use crate::tool::{Annotations, Method};
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
pub(crate) fn listed(catalogue: &Catalogue, names: &Names, part: Part) -> Listed {
    let (description, input, annotations) = match part {
        Part::Lister => (
            format!(
                "List available {} endpoints for LLM selection and decision-making",
                names.subject()
            ),
            lister(catalogue),
            LOOKS_UP,
        ),
        Part::Provider => (
            "Provide endpoint schemas and execution instructions based on LLM selection".to_owned(),
            provider(catalogue),
            LOOKS_UP,
        ),
        Part::Executor => (
            format!(
                "Execute validated {} API calls with resolved endpoint paths",
                names.subject()
            ),
            executor(catalogue, json!(catalogue.methods())),
            of_all(catalogue.endpoints().iter()),
        ),
        Part::Reader => (
            format!(
                "Execute read-only {} API calls with resolved endpoint paths: nothing is changed",
                names.subject()
            ),
            executor(catalogue, json!(reading_methods(catalogue))),
            Annotations {
                read_only: true,
                destructive: Some(false),
                ..of_all(read_only(catalogue))
            },
        ),
    };
    let input = match input {
        Json::Object(input) => input,
        _ => Map::new(),
    };
    Listed {
        name: names.of(part),
        description,
        input,
        annotations,
    }
}

/// The tool of an endpoint by its signature: what it takes is for the provider to say.
pub(crate) fn compact(known: &Known) -> Listed {
    let (method, path) = (known.method(), known.path());
    Listed {
        name: known.name(),
        description: format!("{} - {method} {path}", known.endpoint.signature),
        input: Map::from_iter([("type".to_owned(), json!("object"))]),
        annotations: known.tool.annotations,
    }
}

fn method(catalogue: &Catalogue) -> Json {
    json!({"type": "string", "enum": catalogue.methods()})
}

fn described(mut schema: Json, description: &str) -> Json {
    schema["description"] = Json::from(description);
    schema
}

fn text(description: &str) -> Json {
    described(json!({"type": "string"}), description)
}

fn lister(catalogue: &Catalogue) -> Json {
    json!({
        "type": "object",
        "properties": {
            "category_filter": text("Part of a tag or category"),
            "method_filter": method(catalogue),
            "search_term": text("Words of the task, or part of a name or path"),
            "include_details": {"type": "boolean", "default": false},
            "format": described(json!({"type": "string", "enum": ["full", "compact"]}), "compact: a line each"),
            "max_tokens": {"type": "integer", "minimum": 1},
            "cursor": text("next_cursor of the answer before"),
        },
    })
}

fn provider(catalogue: &Catalogue) -> Json {
    json!({
        "type": "object",
        "properties": {
            "tool_name": text("Selected tool name from endpoint listing"),
            "method": method(catalogue),
            "endpoint_path": text("Selected endpoint path"),
        },
        "required": ["tool_name", "method", "endpoint_path"],
    })
}

fn executor(catalogue: &Catalogue, methods: Json) -> Json {
    let mut schema = json!({
        "type": "object",
        "properties": {
            "endpoint_path": text("With placeholders or with values in their places"),
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
            text("Tool name of the endpoint, where several have its path and method");
    }
    schema
}

fn read_only(catalogue: &Catalogue) -> impl Iterator<Item = &Known> + Clone {
    let endpoints = catalogue.endpoints().iter();
    endpoints.filter(|known| known.is_read_only())
}

/// The methods of endpoints that only read; a `POST` that the spec declares read-only is one.
fn reading_methods(catalogue: &Catalogue) -> Vec<&'static str> {
    let methods = catalogue.methods().iter().copied();
    let reads = |method: &&str| read_only(catalogue).any(|known| known.method() == *method);
    methods.filter(reads).collect()
}

/// What is true of a tool that calls any of the endpoints.
fn of_all<'a>(endpoints: impl Iterator<Item = &'a Known> + Clone) -> Annotations {
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
