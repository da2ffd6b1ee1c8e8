//! What this stage gives to all others: a spec in one typed form, whatever its version. Later stages find operations,
//! schemas, servers and security schemes here, and never the JSON of the spec.

use indexmap::IndexMap;

use super::Operation;
use crate::model::{BaseUrl, SecurityKind, TagDescription};
use crate::schema::{SchemaId, Schemas};
use crate::selection::LeftOut;

/// A spec in the one form that all versions are brought to.
///
/// A pointer is a JSON pointer in the spec, or `document#pointer` in a document that it refers to
/// ([`address`](crate::source::address)).
///
/// ```
/// use serde_json::json;
/// use toolwright_codegen::diagnostics::Diagnostics;
/// use toolwright_codegen::model::Method;
/// use toolwright_codegen::normalize::normalize;
///
/// let spec = json!({
///     "swagger": "2.0",
///     "info": {"title": "Pets", "version": "1"},
///     "host": "pets.example.com",
///     "schemes": ["https"],
///     "paths": {"/pets": {"get": {"responses": {}}}},
/// });
/// let document = normalize(&spec, &mut Diagnostics::new())?;
/// assert_eq!(document.info.title, "Pets");
/// assert_eq!(document.servers[0].url, "https://pets.example.com");
/// assert_eq!(document.operations[0].method, Method::Get);
/// # Ok::<(), toolwright_codegen::normalize::NormalizeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// `info`
    pub info: Info,
    /// Whether schemas are JSON Schema as it is, which they are from OpenAPI 3.1 on.
    pub has_json_schema: bool,
    /// Whether the spec is of Swagger 2.0.
    pub is_swagger: bool,
    /// The tags that the spec describes, in its order.
    pub tags: Vec<TagDescription>,
    /// Servers in the order of the spec; empty when the spec has none.
    pub servers: Vec<BaseUrl>,
    /// The security schemes by name.
    pub security_schemes: IndexMap<String, SecurityScheme>,
    /// Alternatives for operations that have none of their own.
    pub security: Vec<SecurityRequirement>,
    /// Whether there is `security` anywhere, also one that is empty and of an operation that is left
    /// out.
    pub mentions_security: bool,
    /// The operations in the order of the spec.
    pub operations: Vec<Operation>,
    /// The lifted schemas of all that operations send.
    pub sent_schemas: Vec<SchemaId>,
    /// The lifted schemas of all that operations are answered with.
    pub received_schemas: Vec<SchemaId>,
    /// The operations that are left out by settings.
    pub left_out: Vec<LeftOut>,
    /// All schemas.
    pub schemas: Schemas,
}

/// `info` of a spec; empty strings where it is silent.
///
/// ```
/// # use std::path::Path;
/// # use toolwright_codegen::diagnostics::Diagnostics;
/// use toolwright_codegen::normalize::normalize_sources;
/// # use toolwright_codegen::source::Sources;
///
/// let sources = Sources::load(Path::new("tests/doc/shop.yaml"), None)?;
/// let document = normalize_sources(&sources, &mut Diagnostics::new())?;
/// assert_eq!((document.info.title.as_str(), document.info.version.as_str()), ("Shop", "1.0.0"));
/// assert!(document.info.description.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// `title`
    pub title: String,
    /// `version`
    pub version: String,
    /// `description`
    pub description: String,
    /// `contact`: its texts `name`, `url` and `email`, as far as they are there.
    pub contact: Vec<(&'static str, String)>,
}

/// An entry of `securityDefinitions` or `components.securitySchemes`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecurityScheme {
    /// JSON pointer of its place.
    pub pointer: String,
    /// What it is.
    pub kind: SecuritySchemeKind,
    /// What people are to know of it, such as where they get a key; often empty.
    pub description: String,
    /// Whether OpenAPI 3.2 says `deprecated: true`.
    pub deprecated: bool,
}

/// What a security scheme is.
///
/// ```
/// # use std::path::Path;
/// # use toolwright_codegen::diagnostics::Diagnostics;
/// use toolwright_codegen::model::{ApiKeyIn, SecurityKind};
/// use toolwright_codegen::normalize::{SecuritySchemeKind, normalize_sources};
/// # use toolwright_codegen::source::Sources;
///
/// let sources = Sources::load(Path::new("tests/doc/shop.yaml"), None)?;
/// let document = normalize_sources(&sources, &mut Diagnostics::new())?;
/// let key = SecurityKind::ApiKey(ApiKeyIn::Header, "X-Key".to_owned());
/// assert_eq!(document.security_schemes["key"].kind, SecuritySchemeKind::Known(key));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecuritySchemeKind {
    /// One that can be satisfied.
    Known(SecurityKind),
    /// A signature of each request, as Amazon's services ask for.
    AmazonSignature,
    /// Any other, by its name.
    Other(String),
}

/// Schemes that must all be satisfied.
///
/// ```
/// # use std::path::Path;
/// # use toolwright_codegen::diagnostics::Diagnostics;
/// use toolwright_codegen::normalize::{SecurityRequirement, normalize_sources};
/// # use toolwright_codegen::source::Sources;
///
/// let sources = Sources::load(Path::new("tests/doc/shop.yaml"), None)?;
/// let document = normalize_sources(&sources, &mut Diagnostics::new())?;
/// let only: &SecurityRequirement = &document.security[0];
/// assert_eq!(only.iter().map(|scheme| scheme.name.as_str()).collect::<Vec<_>>(), ["login"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type SecurityRequirement = Vec<RequiredSchemeName>;

/// A scheme in a [`SecurityRequirement`].
///
/// ```
/// # use std::path::Path;
/// # use toolwright_codegen::diagnostics::Diagnostics;
/// use toolwright_codegen::normalize::{RequiredSchemeName, normalize_sources};
/// # use toolwright_codegen::source::Sources;
///
/// let sources = Sources::load(Path::new("tests/doc/shop.yaml"), None)?;
/// let document = normalize_sources(&sources, &mut Diagnostics::new())?;
/// let login = RequiredSchemeName { name: "login".to_owned(), scopes: vec!["pets:read".to_owned()] };
/// assert_eq!(document.security, [[login]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequiredSchemeName {
    /// Its name.
    pub name: String,
    /// The scopes or roles that are needed.
    pub scopes: Vec<String>,
}
