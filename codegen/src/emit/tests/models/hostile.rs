//! An API whose texts try to get out of wherever they are put, and whose names hide those of the runtime.

use serde_json::json;

use super::parts::{
    api, def, field, list, named, operation, parameter, required, symbol, variant, variants,
};
use crate::model::{
    Api, ApiKeyIn, BaseUrl, Body, BodyFormat, BodyPlace, CallOptions, Location, Method,
    MockResponse, Operation, Pagination, Parameter, ParameterStyle, SecurityKind, SecurityScheme,
    Shape, Step, Tag, Type, TypeDef, UrlVariable, Variant,
};

/// Text that tries to get out of wherever it is put.
pub(in crate::emit::tests) const HOSTILE: &str = "a\"b \"# ##\" */ /* // \\ \\n {} {{ ${x} \0 \r\n\u{202e}x\u{2066} \
    ' `c` [d] <e> 日本 \n\n```rust\npanic!()\n```\n\n    panic!()\n\n- \n      panic!()\n\n~~~";

/// An API whose every text is hostile and whose every name hides something.
pub(in crate::emit::tests) fn hostile() -> Api {
    let text = || HOSTILE.to_owned();
    let hiding = [
        "Option",
        "String",
        "Vec",
        "Box",
        "Json",
        "Map",
        "Nullable",
        "Discriminator",
        "StringEnum",
        "IntegerEnum",
        "Choice",
        "Fields",
        "Cursor",
        "Encoder",
        "Schema",
        "Decode",
        "Encode",
        "Some",
        "None",
        "Clone",
        "Debug",
        "PartialEq",
        "Sized",
        "Self_",
    ];
    let mut types: Vec<TypeDef> = hiding
        .iter()
        .map(|name| def(name, HOSTILE, all_types()))
        .collect();
    types.push(def("Word", HOSTILE, symbol(&[("A", HOSTILE), ("B", "")])));
    types.push(def(
        "Number",
        HOSTILE,
        Shape::Code {
            variants: variants(&[("A", i64::MIN)]),
            other: None,
        },
    ));
    types.push(def(
        "Either",
        HOSTILE,
        Shape::Choice {
            variants: vec![
                Variant {
                    doc: text(),
                    ..variant("Some", named("Option"))
                },
                variant("None", named("String")),
            ],
            tag: Some(Tag {
                property: text(),
                values: vec![vec![text()], vec![]],
                default: None,
            }),
            fallback: 1,
            other: None,
        },
    ));
    let requests = [
        "api",
        "tool",
        "request",
        "http_request",
        "fields",
        "annotations",
        "input_schema",
        "output_schema",
        "handler",
        "security_scheme",
        "security_kind",
        "api_key_in",
        "style",
        "option",
        "string",
        "vec",
        "json",
        "map",
        "a",
    ];
    Api {
        flow: Default::default(),
        xml: indexmap::IndexMap::new(),
        title: text(),
        version: text(),
        description: text(),
        servers: vec![BaseUrl {
            url: text(),
            description: text(),
            variables: vec![UrlVariable {
                name: text(),
                default: Some(text()),
                values: vec![text()],
                description: text(),
            }],
        }],
        security: vec![SecurityScheme {
            name: text(),
            kind: SecurityKind::ApiKey(ApiKeyIn::Cookie, text()),
            description: text(),
            env: text(),
            constant: "HOSTILE".to_owned(),
        }],
        operations: requests
            .iter()
            .map(|name| hostile_operation(name))
            .collect(),
        types,
        ..api("hostile")
    }
}

fn all_types() -> Shape {
    let optional = Type::Boxed(Box::new(Type::Nullable(Box::new(named("Option")))));
    Shape::Struct {
        fields: vec![
            field("string", HOSTILE, Type::String, true, HOSTILE),
            field("list", "list", list(Type::Json), false, HOSTILE),
            field("optional", "optional", optional, false, ""),
        ],
        rest: Some(("rest".to_owned(), Type::String)),
    }
}

fn hostile_operation(name: &str) -> Operation {
    let text = || HOSTILE.to_owned();
    Operation {
        constant: format!("{}_", name.to_ascii_uppercase()),
        path: text(),
        title: text(),
        description: text(),
        doc: text(),
        tags: Vec::new(),
        deprecated: true,
        call: CallOptions {
            servers: vec![BaseUrl::new(text())],
            pagination: Some(Pagination {
                argument: text(),
                step: Step::Cursor(text()),
            }),
            headers: vec![text()],
            ..CallOptions::default()
        },
        parameters: vec![Parameter {
            style: ParameterStyle::TabDelimited,
            ..parameter(
                HOSTILE,
                Location::Query,
                field("r#type", HOSTILE, named("Option"), false, HOSTILE),
            )
        }],
        body: Some(Body {
            field: field("body", HOSTILE, list(Type::String), false, ""),
            place: BodyPlace::Property,
            format: BodyFormat::Json(text()),
        }),
        input: json!({"description": HOSTILE}),
        security: vec![vec![required(0, &[HOSTILE])]],
        answer: MockResponse {
            status: 200,
            content_type: text(),
            body: text(),
        },
        ..operation(name, Method::Post, "")
    }
}
