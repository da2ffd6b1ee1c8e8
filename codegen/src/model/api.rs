use indexmap::IndexMap;
use serde_json::Value;

use super::{Operation, TypeDef, Xml};

/// One spec, ready to be written as Rust.
#[derive(Clone, Debug, PartialEq)]
pub struct Api {
    /// Name of the server in snake_case, `petstore`.
    pub name: String,
    /// `info.title`
    pub title: String,
    /// `info.version`
    pub version: String,
    /// `info.description`, empty when there is none.
    pub description: String,
    /// Base URLs, absolute or relative, variables replaced by their defaults.
    pub servers: Vec<String>,
    /// The security schemes that operations refer to by index.
    pub security: Vec<SecurityScheme>,
    /// The operations in the order of the spec.
    pub operations: Vec<Operation>,
    /// Every named type that an operation reaches, sorted by identifier.
    pub types: Vec<TypeDef>,
    /// Schemas that `$ref: #/$defs/{key}` in an operation's `input` or `output`, or in another
    /// definition, refers to. Only what is reachable.
    pub definitions: IndexMap<String, Definition>,
    /// How bodies are written as XML, by the names of the tables' constants.
    pub xml: IndexMap<String, Xml>,
}

/// A named JSON Schema 2020-12.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    /// The constant of its check, in SCREAMING_SNAKE_CASE; unique among all checks.
    pub constant: String,
    /// JSON pointer of the place in the spec.
    pub pointer: String,
    /// The schema; references are `#/$defs/{key}`.
    pub schema: Value,
}

/// Mirrors the runtime's `SecurityScheme`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecurityScheme {
    /// Name in the spec.
    pub name: String,
    /// What is sent.
    pub kind: SecurityKind,
    /// Environment variable of the credential, `PETSTORE_API_KEY`.
    pub env: String,
}

/// Mirrors the runtime's `SecurityKind`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecurityKind {
    /// A key in a header, a query parameter or a cookie of that name.
    ApiKey(ApiKeyIn, String),
    /// HTTP basic.
    Basic,
    /// HTTP bearer; OAuth 2.0 and OpenID Connect tokens too.
    Bearer,
}

/// Where an API key goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApiKeyIn {
    /// A header.
    Header,
    /// The query string.
    Query,
    /// A cookie.
    Cookie,
}
