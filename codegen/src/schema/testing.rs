//! Short ways to say what a test needs.

use indexmap::IndexMap;
use serde_json::{Value, json};

use super::{Schema, Schemas};
use crate::model::{Api, CallOptions, Definition, Handler, Method, MockResponse, Operation};

/// Definitions from an object of schemas.
pub(crate) fn definitions_from_json(schemas: Value) -> IndexMap<String, Definition> {
    let Value::Object(schemas) = schemas else {
        panic!("an object of schemas");
    };
    schemas
        .into_iter()
        .map(|(key, schema)| {
            let definition = Definition {
                constant: key.to_uppercase(),
                pointer: format!("/components/schemas/{key}"),
                schema,
            };
            (key, definition)
        })
        .collect()
}

/// An API with an operation for each input schema.
pub(crate) fn api_with_inputs(inputs: &[Value], known: Value) -> Api {
    let operation = |input: &Value| Operation {
        origins: Vec::new(),
        links: Vec::new(),
        read_only: Vec::new(),
        tool: "tool".into(),
        request: "Tool".into(),
        constant: "TOOL".into(),
        method: Method::Get,
        path: "/".into(),
        title: String::new(),
        has_own_title: false,
        description: String::new(),
        doc: String::new(),
        tags: Vec::new(),
        deprecated: false,
        hints: Default::default(),
        handler: Handler::Upstream,
        call: CallOptions::default(),
        parameters: Vec::new(),
        body: None,
        input: input.clone(),
        output: Some(json!({"type": "array", "items": {"$ref": "#/$defs/Node"}})),
        response: None,
        security: Vec::new(),
        answer: MockResponse {
            status: 200,
            content_type: String::new(),
            body: String::new(),
        },
        pointer: String::new(),
    };
    Api {
        flow: Default::default(),
        xml: indexmap::IndexMap::new(),
        name: "api".into(),
        title: String::new(),
        version: String::new(),
        description: String::new(),
        contact: None,
        tags: Vec::new(),
        servers: Vec::new(),
        security: Vec::new(),
        default_security: Vec::new(),
        operations: inputs.iter().map(operation).collect(),
        types: Vec::new(),
        definitions: definitions_from_json(known),
    }
}

/// Definitions, and one lifted schema.
pub(crate) fn schemas_from_json(definitions: Value, lifted: Value) -> Schemas {
    let schema = |value: &Value| Schema {
        pointer: String::new(),
        value: value.clone(),
    };
    Schemas {
        definitions: definitions
            .as_object()
            .into_iter()
            .flatten()
            .map(|(key, value)| (key.clone(), schema(value)))
            .collect(),
        lifted: vec![schema(&lifted)],
    }
}
