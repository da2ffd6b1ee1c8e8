//! Models by hand.

use serde_json::json;

use crate::model::{
    Api, ApiKeyIn, BaseUrl, Body, BodyFormat, BodyPlace, CallOptions, Definition, Escaping, Field,
    Handler, Location, Method, MockResponse, OAuthFlow, OAuthGrant, Operation, Pagination,
    Parameter, ParameterStyle, RequiredScheme, SecurityKind, SecurityScheme, Shape, Step,
    SymbolVariant, Tag, Type, TypeDef, UrlVariable, Variant,
};

pub(super) fn named(name: &str) -> Type {
    Type::Named(name.to_owned())
}

pub(super) fn list(item: Type) -> Type {
    Type::List(Box::new(item))
}

pub(super) fn field(ident: &str, wire: &str, ty: Type, required: bool, doc: &str) -> Field {
    Field {
        ident: ident.to_owned(),
        wire: wire.to_owned(),
        ty,
        required,
        doc: doc.to_owned(),
    }
}

pub(super) fn parameter(name: &str, location: Location, field: Field) -> Parameter {
    let style = match location {
        Location::Path | Location::Header => ParameterStyle::Simple,
        Location::Query | Location::QueryString(_) | Location::Cookie => {
            ParameterStyle::FormExploded
        }
    };
    Parameter {
        field,
        name: name.to_owned(),
        location,
        style,
        escaping: Escaping::Full,
        may_be_empty: false,
    }
}

pub(in crate::emit) fn operation(tool: &str, method: Method, path: &str) -> Operation {
    let request: String = tool
        .split('_')
        .map(|word| word[..1].to_ascii_uppercase() + &word[1..])
        .collect();
    Operation {
        origins: Vec::new(),
        links: Vec::new(),
        read_only: Vec::new(),
        tool: tool.to_owned(),
        request,
        constant: tool.to_ascii_uppercase(),
        method,
        path: path.to_owned(),
        title: tool.replace('_', " "),
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
        input: json!({"type": "object"}),
        output: None,
        response: None,
        security: Vec::new(),
        answer: MockResponse {
            status: 204,
            content_type: String::new(),
            body: String::new(),
        },
        pointer: String::new(),
    }
}

fn required(scheme: usize, scopes: &[&str]) -> RequiredScheme {
    RequiredScheme {
        scheme,
        scopes: scopes.iter().map(|scope| (*scope).to_owned()).collect(),
    }
}

pub(in crate::emit) fn api(name: &str) -> Api {
    Api {
        flow: Default::default(),
        xml: indexmap::IndexMap::new(),
        name: name.to_owned(),
        title: name.to_owned(),
        version: "1.0.0".to_owned(),
        description: String::new(),
        contact: None,
        tags: Vec::new(),
        servers: Vec::new(),
        security: Vec::new(),
        default_security: Vec::new(),
        operations: Vec::new(),
        types: Vec::new(),
        definitions: [].into(),
    }
}

pub(super) fn def(ident: &str, doc: &str, shape: Shape) -> TypeDef {
    TypeDef {
        ident: ident.to_owned(),
        doc: doc.to_owned(),
        pointer: String::new(),
        shape,
    }
}

fn variants<T: Clone>(values: &[(&str, T)]) -> Vec<SymbolVariant<T>> {
    values
        .iter()
        .map(|(ident, value)| SymbolVariant {
            ident: (*ident).to_owned(),
            value: value.clone(),
            doc: String::new(),
        })
        .collect()
}

pub(super) fn symbol(values: &[(&str, &str)]) -> Shape {
    let owned: Vec<_> = values.iter().map(|(i, v)| (*i, (*v).to_owned())).collect();
    Shape::Symbol {
        variants: variants(&owned),
        other: None,
    }
}

/// An API with one of everything, under sober names.
pub(super) fn petstore() -> Api {
    Api {
        flow: Default::default(),
        xml: indexmap::IndexMap::new(),
        title: "Petstore".to_owned(),
        description: "Pets, for sale.\n\nSee https://example.com/docs.".to_owned(),
        servers: vec![BaseUrl::new("https://petstore.example.com/v1")],
        security: vec![
            SecurityScheme {
                name: "api_key".to_owned(),
                kind: SecurityKind::ApiKey(ApiKeyIn::Header, "X-Key".to_owned()),
                description: String::new(),
                env: "PETSTORE_API_KEY".to_owned(),
                constant: "API_KEY".to_owned(),
            },
            SecurityScheme {
                name: "login".to_owned(),
                kind: SecurityKind::Basic,
                description: String::new(),
                env: "PETSTORE_LOGIN".to_owned(),
                constant: "LOGIN".to_owned(),
            },
            SecurityScheme {
                name: "oauth".to_owned(),
                kind: SecurityKind::OAuth2(vec![OAuthFlow {
                    grant: OAuthGrant::ClientCredentials,
                    authorization_url: String::new(),
                    token_url: "https://petstore.example.com/token".to_owned(),
                    refresh_url: String::new(),
                    scopes: vec!["read".to_owned(), "write".to_owned()],
                }]),
                description: String::new(),
                env: "PETSTORE_OAUTH".to_owned(),
                constant: "OAUTH".to_owned(),
            },
        ],
        default_security: vec![vec![required(0, &[])]],
        operations: vec![list_pets(), add_pet(), update_pet(), ping()],
        types: types(),
        definitions: definitions(),
        ..api("petstore")
    }
}

fn list_pets() -> Operation {
    let mut tags = parameter(
        "tags[]",
        Location::Query,
        field("tags", "tags", list(Type::String), false, ""),
    );
    tags.style = ParameterStyle::PipeDelimited;
    let mut filter = parameter(
        "filter",
        Location::Query,
        field(
            "filter",
            "filter",
            Type::Map(Box::new(Type::Json)),
            false,
            "",
        ),
    );
    filter.escaping = Escaping::Reserved;
    let limit_doc = "How many items to return at one time (max 100).";
    Operation {
        doc: "List all pets.\n\nThe newest ones come first.".to_owned(),
        description: "List all pets.\nThe newest ones come first.".to_owned(),
        parameters: vec![
            parameter(
                "limit",
                Location::Query,
                field("limit", "limit", Type::I32, false, limit_doc),
            ),
            tags,
            filter,
            parameter(
                "status",
                Location::Query,
                field("status", "status", named("PetStatus"), false, ""),
            ),
            parameter(
                "X-Trace",
                Location::Header,
                field("x_trace", "X-Trace", Type::String, false, ""),
            ),
            parameter(
                "session",
                Location::Cookie,
                field("session", "session", Type::String, false, ""),
            ),
        ],
        input: json!({"type": "object", "properties": {"limit": {"type": "integer"}}}),
        output: Some(json!({"type": "object"})),
        security: vec![
            vec![required(0, &[])],
            vec![required(1, &[]), required(2, &["read"])],
            vec![],
        ],
        answer: MockResponse {
            status: 200,
            content_type: "application/json".to_owned(),
            body: r#"[{"id":1}]"#.to_owned(),
        },
        ..operation("list_pets", Method::Get, "/pets")
    }
}

fn add_pet() -> Operation {
    Operation {
        doc: "Add a pet.".to_owned(),
        tags: Vec::new(),
        deprecated: true,
        call: CallOptions {
            servers: vec![BaseUrl::new("https://write.example.com")],
            ..CallOptions::default()
        },
        body: Some(Body {
            field: field("body", "body", named("Pet"), true, ""),
            place: BodyPlace::Merged,
            format: BodyFormat::Json("application/json".to_owned()),
        }),
        input: json!({"$ref": "#/$defs/Pet"}),
        ..operation("add_pet", Method::Post, "/pets")
    }
}

fn update_pet() -> Operation {
    let id_doc = "Which one.";
    let mut id = parameter(
        "petId",
        Location::Path,
        field("pet_id", "petId", Type::I64, true, id_doc),
    );
    id.style = ParameterStyle::Label;
    Operation {
        parameters: vec![id],
        body: Some(Body {
            field: field("body", "body", list(named("Animal")), false, "The changes."),
            place: BodyPlace::Property,
            format: BodyFormat::Json("application/merge-patch+json".to_owned()),
        }),
        ..operation("update_pet", Method::Patch, "/pets/{petId}")
    }
}

fn ping() -> Operation {
    operation("ping", Method::Head, "/")
}

fn types() -> Vec<TypeDef> {
    vec![
        def(
            "Pet",
            "A pet for sale.",
            Shape::Struct {
                fields: vec![
                    field("id", "id", Type::U64, true, "Its number."),
                    field("r#type", "type", named("Legs"), false, ""),
                    field(
                        "weight",
                        "weight",
                        Type::Nullable(Box::new(Type::F64)),
                        false,
                        "",
                    ),
                    field(
                        "parent",
                        "parent",
                        Type::Boxed(Box::new(named("Pet"))),
                        false,
                        "",
                    ),
                    field("tag", "tag", named("Tag"), false, ""),
                ],
                rest: Some(("additional".to_owned(), Type::Json)),
            },
        ),
        def(
            "PetStatus",
            "",
            symbol(&[("Available", "available"), ("Empty", ""), ("Sold", "sold")]),
        ),
        def(
            "Legs",
            "",
            Shape::Code {
                variants: variants(&[("Four", 4), ("MinusOne", -1)]),
                other: None,
            },
        ),
        def(
            "Tag",
            "Hides the runtime's `Tag`.",
            Shape::Struct {
                fields: vec![],
                rest: None,
            },
        ),
        def("Animal", "Any animal.", animal()),
        def(
            "Only",
            "",
            Shape::Choice {
                variants: vec![variant("Flag", Type::Bool)],
                tag: None,
                fallback: 0,
                other: None,
            },
        ),
    ]
}

fn animal() -> Shape {
    Shape::Choice {
        variants: vec![
            variant("Pet", Type::Boxed(Box::new(named("Pet")))),
            variant("Only", named("Only")),
            variant("Name", Type::String),
        ],
        tag: Some(Tag {
            property: "kind".to_owned(),
            values: vec![vec!["pet".to_owned(), "\"Pet\"".to_owned()], vec![], vec![]],
            default: Some(1),
        }),
        fallback: 2,
        other: None,
    }
}

pub(super) fn variant(ident: &str, ty: Type) -> Variant {
    Variant {
        ident: ident.to_owned(),
        ty,
        schema: json!({}),
        doc: String::new(),
    }
}

fn definitions() -> indexmap::IndexMap<String, Definition> {
    let pet = Definition {
        constant: "PET".to_owned(),
        pointer: "/definitions/Pet".to_owned(),
        schema: json!({"type": "object", "required": ["id"]}),
    };
    [("Pet".to_owned(), pet)].into()
}

/// Text that tries to get out of wherever it is put.
pub(super) const HOSTILE: &str = "a\"b \"# ##\" */ /* // \\ \\n {} {{ ${x} \0 \r\n\u{202e}x\u{2066} \
    ' `c` [d] <e> 日本 \n\n```rust\npanic!()\n```\n\n    panic!()\n\n- \n      panic!()\n\n~~~";

/// An API whose every text is hostile and whose every name hides something.
pub(super) fn hostile() -> Api {
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
