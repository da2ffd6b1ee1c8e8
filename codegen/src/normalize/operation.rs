//! An operation as all later stages see it, whatever the version of its spec.
//!
//! Parameters of the path item are merged in and references are resolved. A schema is known by its [`SchemaId`] in
//! [`Schemas::lifted`](crate::schema::Schemas::lifted); what operations share has the same schemas in all of them.
//! What OpenAPI 3.0 has no word for, such as `collectionFormat` of Swagger 2.0 and `itemSchema` of OpenAPI 3.2, has
//! its own fields here.

use indexmap::IndexMap;
use serde_json::Value;

use super::{ArgumentOverride, SecurityRequirement, XMcp};
use crate::model::{BaseUrl, Escaping, Method, ParameterStyle};
use crate::schema::SchemaId;

/// An operation of a spec.
///
/// ```
/// use serde_json::json;
/// use toolwright_codegen::diagnostics::Diagnostics;
/// use toolwright_codegen::normalize::normalize;
///
/// let spec = json!({
///     "openapi": "3.0.3",
///     "info": {"title": "Pets", "version": "1"},
///     "paths": {"/pets": {"get": {
///         "operationId": "listPets",
///         "x-mcp": {"name": "pets"},
///         "parameters": [{"name": "limit", "in": "query", "schema": {"type": "integer"}}],
///         "responses": {},
///     }}},
/// });
/// let document = normalize(&spec, &mut Diagnostics::new())?;
/// let operation = &document.operations[0];
/// assert_eq!((operation.path.as_str(), operation.pointer.as_str()), ("/pets", "/paths/~1pets/get"));
/// assert_eq!(operation.x_mcp.name.as_ref().map(|name| name.text.as_str()), Some("pets"));
/// assert_eq!(operation.operation_id.as_deref(), Some("listPets"));
/// assert_eq!(operation.parameters[0].name, "limit");
/// # Ok::<(), toolwright_codegen::normalize::NormalizeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Operation {
    /// HTTP method.
    pub method: Method,
    /// Path template as the spec has it.
    pub path: String,
    /// JSON pointer of the operation.
    pub pointer: String,
    /// `operationId`, if it has one.
    pub operation_id: Option<String>,
    /// `summary`, if it has one.
    pub summary: Option<String>,
    /// `description`, if it has one.
    pub description: Option<String>,
    /// The names of its tags.
    pub tags: Vec<String>,
    /// `deprecated`
    pub is_deprecated: bool,
    /// Alternatives, if the operation has its own.
    pub security: Option<Vec<SecurityRequirement>>,
    /// Servers of this operation or its path item, if it has its own.
    pub servers: Option<Vec<BaseUrl>>,
    /// `x-mcp` of the operation and around it, and the settings that stand in for it.
    pub x_mcp: XMcp,
    /// The parameters, of which there is one in the path for each name in the template.
    pub parameters: Vec<Parameter>,
    /// The request body.
    pub body: Option<RequestBody>,
    /// The responses by their status.
    pub responses: IndexMap<Status, Response>,
}

/// A parameter of an operation.
///
/// ```
/// use serde_json::json;
/// use toolwright_codegen::diagnostics::Diagnostics;
/// use toolwright_codegen::model::ParameterStyle;
/// use toolwright_codegen::normalize::{ParameterLocation, normalize};
///
/// let tags = json!({"name": "tags", "in": "query", "type": "array", "items": {"type": "string"},
///     "collectionFormat": "tsv"});
/// let spec = json!({
///     "swagger": "2.0",
///     "info": {"title": "Pets", "version": "1"},
///     "paths": {"/pets": {"get": {"parameters": [tags], "responses": {}}}},
/// });
/// let document = normalize(&spec, &mut Diagnostics::new())?;
/// let tags = &document.operations[0].parameters[0];
/// assert_eq!((&tags.location, tags.style), (&ParameterLocation::Query, ParameterStyle::TabDelimited));
/// assert_eq!(tags.pointer, "/paths/~1pets/get/parameters/0");
/// # Ok::<(), toolwright_codegen::normalize::NormalizeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// JSON pointer of its place.
    pub pointer: String,
    /// `name`
    pub name: String,
    /// `in`
    pub location: ParameterLocation,
    /// How its value is written.
    pub style: ParameterStyle,
    /// Which characters of its value are percent-encoded.
    pub escaping: Escaping,
    /// `required`, which is true of every parameter in a path.
    pub is_required: bool,
    /// `allowEmptyValue`, which only a parameter of the query has.
    pub allows_empty: bool,
    /// `deprecated`
    pub is_deprecated: bool,
    /// `description`, empty if it has none.
    pub description: String,
    /// Its schema, or that of the first media type of its `content`.
    pub schema: Option<SchemaId>,
    /// The values of its `example` or `examples`.
    pub examples: Vec<Value>,
    /// `x-mcp`
    pub x_mcp: Option<ArgumentOverride>,
}

/// `in` of a parameter.
///
/// ```
/// # use std::path::Path;
/// # use toolwright_codegen::diagnostics::Diagnostics;
/// use toolwright_codegen::normalize::{ParameterLocation, normalize_sources};
/// # use toolwright_codegen::source::Sources;
///
/// let sources = Sources::load(Path::new("tests/doc/shop.yaml"), None)?;
/// let document = normalize_sources(&sources, &mut Diagnostics::new())?;
/// assert_eq!(document.operations[0].parameters[0].location, ParameterLocation::Query);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum ParameterLocation {
    /// `in: path`
    Path,
    /// `in: query`
    Query,
    /// `in: querystring` of OpenAPI 3.2: the name of its media type, and the encodings of its properties.
    QueryString(String, IndexMap<String, Encoding>),
    /// `in: header`
    Header,
    /// `in: cookie`
    Cookie,
}

/// A request body.
///
/// ```
/// use serde_json::json;
/// use toolwright_codegen::diagnostics::Diagnostics;
/// use toolwright_codegen::normalize::normalize;
///
/// let body = json!({"content": {"application/json": {"schema": {"type": "object"}}}});
/// let spec = json!({
///     "openapi": "3.0.3",
///     "info": {"title": "Pets", "version": "1"},
///     "paths": {"/pets": {"post": {"requestBody": body, "responses": {}}}},
/// });
/// let document = normalize(&spec, &mut Diagnostics::new())?;
/// let body = document.operations[0].body.as_ref().expect("it has one");
/// assert_eq!(body.is_required, None);
/// let schema = body.content["application/json"].schema.expect("it has one");
/// assert_eq!(document.schemas.lifted[schema.index()].value, json!({"type": "object"}));
/// # Ok::<(), toolwright_codegen::normalize::NormalizeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RequestBody {
    /// `description`, empty if it has none.
    pub description: String,
    /// `required`, if the spec says it.
    pub is_required: Option<bool>,
    /// The media types by their names.
    pub content: IndexMap<String, MediaType>,
}

/// A media type of a body or a response.
///
/// ```
/// use serde_json::json;
/// use toolwright_codegen::diagnostics::Diagnostics;
/// use toolwright_codegen::normalize::{Status, normalize};
///
/// let media_type = json!({"itemSchema": {"type": "integer"}, "example": "1\n2\n"});
/// let spec = json!({
///     "openapi": "3.2.0",
///     "info": {"title": "Pets", "version": "1"},
///     "paths": {"/ages": {"get": {"responses": {"200": {"content": {"application/jsonl": media_type}}}}}},
/// });
/// let document = normalize(&spec, &mut Diagnostics::new())?;
/// let lines = &document.operations[0].responses[&Status::Code(200)].content["application/jsonl"];
/// assert!(lines.schema.is_none() && lines.item_schema.is_some());
/// assert_eq!(lines.example, Some(json!("1\n2\n")));
/// # Ok::<(), toolwright_codegen::normalize::NormalizeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MediaType {
    /// `schema`. For a request body with `itemSchema` it is that of the list of items.
    pub schema: Option<SchemaId>,
    /// `itemSchema` of a response in OpenAPI 3.2.
    pub item_schema: Option<SchemaId>,
    /// `example`, or the value of the first of `examples`.
    pub example: Option<Value>,
    /// `encoding`, by the names of properties.
    pub encoding: IndexMap<String, Encoding>,
    /// `prefixEncoding` and `itemEncoding` of a request body in OpenAPI 3.2.
    pub positional_encoding: Option<PositionalEncoding>,
}

/// How a property of a form or a part of a multipart body is written.
///
/// ```
/// use serde_json::json;
/// use toolwright_codegen::diagnostics::Diagnostics;
/// use toolwright_codegen::normalize::normalize;
///
/// let encoding = json!({"photo": {"contentType": "image/png"}});
/// let body = json!({"content": {"multipart/form-data": {"encoding": encoding}}});
/// let spec = json!({
///     "openapi": "3.0.3",
///     "info": {"title": "Pets", "version": "1"},
///     "paths": {"/photos": {"post": {"requestBody": body, "responses": {}}}},
/// });
/// let document = normalize(&spec, &mut Diagnostics::new())?;
/// let body = document.operations[0].body.as_ref().expect("it has one");
/// let photo = &body.content["multipart/form-data"].encoding["photo"];
/// assert_eq!(photo.content_type.as_deref(), Some("image/png"));
/// # Ok::<(), toolwright_codegen::normalize::NormalizeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Encoding {
    /// `contentType`
    pub content_type: Option<String>,
    /// `style` and `explode`, or `collectionFormat` of Swagger 2.0; none if the spec states neither.
    pub style: Option<ParameterStyle>,
    /// `allowReserved`
    pub allow_reserved: bool,
    /// `headers`, with their schemas.
    pub headers: IndexMap<String, Option<SchemaId>>,
}

/// The encodings of items by their position (OpenAPI 3.2, "Encoding By Position").
///
/// ```
/// use toolwright_codegen::normalize::{Encoding, PositionalEncoding};
///
/// let json = Encoding { content_type: Some("application/json".to_owned()), ..Encoding::default() };
/// let encoding = PositionalEncoding { first: vec![json], ..PositionalEncoding::default() };
/// assert_eq!(encoding.rest.content_type, None);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PositionalEncoding {
    /// `prefixEncoding`: those of the first items.
    pub first: Vec<Encoding>,
    /// `itemEncoding`: that of all others.
    pub rest: Encoding,
}

/// A response.
///
/// ```
/// # use std::path::Path;
/// # use toolwright_codegen::diagnostics::Diagnostics;
/// use toolwright_codegen::normalize::{Status, normalize_sources};
/// # use toolwright_codegen::source::Sources;
///
/// let sources = Sources::load(Path::new("tests/doc/shop.yaml"), None)?;
/// let document = normalize_sources(&sources, &mut Diagnostics::new())?;
/// let response = &document.operations[0].responses[&Status::Code(200)];
/// assert!(response.content.contains_key("application/json"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    /// `description`, empty if it has none.
    pub description: String,
    /// The names of its headers.
    pub headers: Vec<String>,
    /// The media types by their names.
    pub content: IndexMap<String, MediaType>,
    /// `links` of OpenAPI 3.x.
    pub links: Vec<Link>,
}

/// A link of a response: an operation that takes what the response has.
///
/// ```
/// use serde_json::json;
/// use toolwright_codegen::diagnostics::Diagnostics;
/// use toolwright_codegen::normalize::{LinkExpression, LinkTarget, Status, normalize};
///
/// let link = json!({"operationId": "getPet", "parameters": {"id": "$response.body#/id"}});
/// let spec = json!({
///     "openapi": "3.0.3",
///     "info": {"title": "Pets", "version": "1"},
///     "paths": {"/pets": {"post": {"responses": {"201": {"description": "", "links": {"pet": link}}}}}},
/// });
/// let document = normalize(&spec, &mut Diagnostics::new())?;
/// let link = &document.operations[0].responses[&Status::Code(201)].links[0];
/// assert_eq!(link.target, LinkTarget::Id("getPet".to_owned()));
/// assert_eq!(link.parameters, [("id".to_owned(), LinkExpression::Returned("/id".to_owned()))]);
/// # Ok::<(), toolwright_codegen::normalize::NormalizeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// JSON pointer of its place.
    pub pointer: String,
    /// The operation.
    pub target: LinkTarget,
    /// Its parameters by their names, perhaps with their locations (`path.id`), and what they take.
    pub parameters: Vec<(String, LinkExpression)>,
}

/// How a link names its operation. See [`Link`].
///
/// ```
/// use toolwright_codegen::normalize::LinkTarget;
///
/// assert_ne!(LinkTarget::Id("getPet".to_owned()), LinkTarget::Reference("#/paths/~1pets/get".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkTarget {
    /// `operationId`
    Id(String),
    /// `operationRef`
    Reference(String),
}

/// What a parameter of a linked operation takes. See [`Link`].
///
/// ```
/// use toolwright_codegen::normalize::LinkExpression;
///
/// assert_ne!(LinkExpression::Returned("/id".to_owned()), LinkExpression::Passed("id".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkExpression {
    /// `$response.body#/id`: the JSON pointer into the body.
    Returned(String),
    /// `$request.path.id`: the name of a parameter or a property of the body of the linking operation.
    Passed(String),
}

/// The key of a response.
///
/// ```
/// use toolwright_codegen::normalize::Status;
///
/// assert_eq!(Status::parse("404"), Some(Status::Code(404)));
/// assert_eq!(Status::parse("4xx"), Some(Status::Range(4)));
/// assert_eq!(Status::parse("default"), Some(Status::Default));
/// assert_eq!(Status::parse("40"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// A status code, such as `404`.
    Code(u16),
    /// A range of status codes by their first digit, `4XX`.
    Range(u8),
    /// `default`
    Default,
}

impl Status {
    /// Parses the key of a response; `None` if it is not one.
    pub fn parse(text: &str) -> Option<Self> {
        match text.as_bytes() {
            b"default" => Some(Self::Default),
            [first @ b'1'..=b'9', rest @ ..] if rest.eq_ignore_ascii_case(b"xx") => {
                Some(Self::Range(first - b'0'))
            }
            [b'1'..=b'9', second, third] if second.is_ascii_digit() && third.is_ascii_digit() => {
                text.parse().ok().map(Self::Code)
            }
            _ => None,
        }
    }
}
