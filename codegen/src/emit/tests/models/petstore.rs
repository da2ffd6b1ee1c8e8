//! An API with one of everything, under sober names.

use serde_json::json;

use super::parts::{
    api, def, field, list, named, operation, parameter, required, symbol, variant, variants,
};
use crate::model::{
    Api, ApiKeyIn, BaseUrl, Body, BodyFormat, BodyPlace, CallOptions, Definition, Escaping,
    Location, Method, MockResponse, OAuthFlow, OAuthGrant, Operation, ParameterStyle, SecurityKind,
    SecurityScheme, Shape, Tag, Type, TypeDef,
};

/// An API with one of everything, under sober names.
pub(in crate::emit::tests) fn petstore() -> Api {
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

fn definitions() -> indexmap::IndexMap<String, Definition> {
    let pet = Definition {
        constant: "PET".to_owned(),
        pointer: "/definitions/Pet".to_owned(),
        schema: json!({"type": "object", "required": ["id"]}),
    };
    [("Pet".to_owned(), pet)].into()
}
