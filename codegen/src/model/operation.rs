//! One operation as a tool: its request struct, its schemas, and how each parameter is written.

use std::fmt;

use serde_json::Value;

use super::{
    ArgumentOrigin, Body, CallOptions, Field, LinkedArgument, ListedAnnotations, PropertyEncoding,
    Requirement, Response, StatedHints, Token, Type,
};

/// One operation that becomes a tool.
///
/// ```
/// use toolwright_codegen::Builder;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").responses(true).model()?;
/// let list = &modelled.api().operations[0];
/// assert_eq!((list.tool.as_str(), list.request.as_str()), ("list_pets", "ListPets"));
/// assert_eq!(list.input["properties"]["limit"]["type"], "integer");
/// // Nothing of the arguments is preset, so they are held to what callers are shown.
/// assert_eq!(list.checked(), &list.input);
/// assert_eq!((list.sent().count(), list.received().count()), (3, 1));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Operation {
    /// Name of the tool, `list_pets`.
    pub tool: String,
    /// Name of the request struct, `ListPets`; unique among the operations.
    pub request: String,
    /// The constant of its arguments' check, `LIST_PETS`; unique among all checks.
    pub constant: String,
    /// HTTP method.
    pub method: Method,
    /// Path template, `/pets/{petId}`.
    pub path: String,
    /// Name for people: the summary, or made from the name.
    pub title: String,
    /// Whether the spec has the title, so that it is not made from the name.
    pub has_own_title: bool,
    /// What the tool does, for models: summary and description.
    pub description: String,
    /// Documentation of the request struct, in Markdown.
    pub doc: String,
    /// The names of its tags, in the order of the spec.
    pub tags: Vec<String>,
    /// Whether the spec says `deprecated: true`.
    pub deprecated: bool,
    /// What the spec or a setting states of its hints.
    pub hints: StatedHints,
    /// Who runs it.
    pub handler: Handler,
    /// How it is called, if not like the others.
    pub call: CallOptions,
    /// Parameters in the order of the request struct.
    pub parameters: Vec<Parameter>,
    /// The body, where there is one.
    pub body: Option<Body>,
    /// Where the `readOnly` properties of the body would be in the arguments: JSON pointers, in which `*` stands for any
    /// item or member. They are no arguments: only the API sets them.
    pub read_only: Vec<String>,
    /// JSON Schema 2020-12 of the arguments: an object at its root, references are
    /// `#/$defs/{key}`.
    pub input: Value,
    /// JSON Schema 2020-12 of the success response, where the spec has one in JSON.
    pub output: Option<Value>,
    /// What a caller in Rust gets, where that is generated.
    pub response: Option<Response>,
    /// Alternatives, any of which authenticates the call. Empty: no authentication.
    pub security: Vec<Requirement>,
    /// What the built-in upstream answers.
    pub answer: MockResponse,
    /// What is stated of where its arguments come from.
    pub origins: Vec<ArgumentOrigin>,
    /// What links say of where its arguments come from.
    pub links: Vec<LinkedArgument>,
    /// JSON pointer of the operation in the spec.
    pub pointer: String,
}

impl Operation {
    /// Whether the spec has the description, so that it is not made from the title.
    pub(crate) fn has_own_description(&self) -> bool {
        // A description that only repeats the title was made from it.
        let made = format!("{}.", self.title);
        let rest = self.description.strip_prefix(&made).map(str::trim);
        self.has_own_title || !matches!(rest, Some("" | "Deprecated."))
    }

    /// Its hints: those that are stated, and what follows from the method.
    pub fn annotations(&self) -> ListedAnnotations {
        ListedAnnotations::for_method(&self.method).with_stated(self.hints)
    }

    /// JSON Schema 2020-12 of the arguments with all that is preset.
    pub fn checked(&self) -> &Value {
        self.call.presets.schema.as_ref().unwrap_or(&self.input)
    }

    /// The fields of the request.
    pub fn fields(&self) -> impl Iterator<Item = &Field> {
        let parameters = self.parameters.iter().map(|parameter| &parameter.field);
        let body = self.body.iter();
        let body = body.flat_map(|body| body.format.field().into_iter().chain([&body.field]));
        parameters.chain(body)
    }

    /// The types of the request's fields.
    pub fn sent(&self) -> impl Iterator<Item = &Type> {
        self.fields().map(|field| &field.ty)
    }

    /// The types in what comes back.
    pub fn received(&self) -> impl Iterator<Item = &Type> {
        let payloads = self.response.iter().flat_map(Response::payloads);
        payloads.filter_map(super::Payload::ty)
    }
}

/// Who runs an operation.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::model::Handler;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let place = modelled.api().operations.iter().find(|it| it.tool == "place_order");
/// let by_hand = Handler::Manual { method: "place_order".to_owned() };
/// assert_eq!(place.map(|place| &place.handler), Some(&by_hand));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Handler {
    /// The upstream.
    Upstream,
    /// Rust, in a method of a generated trait, of which there is one for each such operation.
    Manual {
        /// Its name. [`handler_trait`](crate::names::handler_trait) makes of it that of the trait, which
        /// no other has.
        method: String,
    },
}

/// HTTP method of an operation.
///
/// ```
/// use toolwright_codegen::model::Method;
///
/// assert_eq!(Method::from_key("get"), Some(Method::Get));
/// assert_eq!((Method::Get.key(), Method::Get.to_string().as_str()), ("get", "GET"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// `GET`
    Get,
    /// `PUT`
    Put,
    /// `POST`
    Post,
    /// `DELETE`
    Delete,
    /// `OPTIONS`
    Options,
    /// `HEAD`
    Head,
    /// `PATCH`
    Patch,
    /// `TRACE`
    Trace,
    /// `QUERY`, which OpenAPI 3.2 has
    Query,
    /// Any other, under `additionalOperations` of OpenAPI 3.2
    Other(Token),
}

impl Method {
    /// All methods that have a key in a path item, in the order of the standard.
    pub const ALL: [Self; 9] = [
        Self::Get,
        Self::Put,
        Self::Post,
        Self::Delete,
        Self::Options,
        Self::Head,
        Self::Patch,
        Self::Trace,
        Self::Query,
    ];

    /// The key in a path item, `get`, or in its `additionalOperations`.
    pub fn key(&self) -> &str {
        match self {
            Self::Get => "get",
            Self::Put => "put",
            Self::Post => "post",
            Self::Delete => "delete",
            Self::Options => "options",
            Self::Head => "head",
            Self::Patch => "patch",
            Self::Trace => "trace",
            Self::Query => "query",
            Self::Other(token) => token.as_str(),
        }
    }

    /// The method of a key in a path item.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.key() == key)
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Other(token) => f.write_str(token.as_str()),
            known => f.write_str(&known.key().to_ascii_uppercase()),
        }
    }
}

/// A parameter of an operation: a field of the request struct.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::model::{Location, ParameterStyle};
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let tags = &modelled.api().operations[0].parameters[1];
/// assert_eq!((tags.name.as_str(), tags.field.ident.as_str()), ("tags", "tags"));
/// assert_eq!((&tags.location, tags.style), (&Location::Query, ParameterStyle::PipeDelimited));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The field; `field.wire` is the name of the tool's argument.
    pub field: Field,
    /// Name on the wire.
    pub name: String,
    /// Where it goes.
    pub location: Location,
    /// How its value is written; a query string says that itself.
    pub style: ParameterStyle,
    /// What of its value is percent-encoded.
    pub escaping: Escaping,
    /// Whether nothing is a value, by the word of the spec: the empty string in a path, an empty list in a query, which is
    /// sent as `name=` then.
    pub may_be_empty: bool,
}

/// `in` of a parameter.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::model::Location;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let parameters = modelled.api().operations.iter().flat_map(|operation| &operation.parameters);
/// let in_paths = parameters.filter(|parameter| parameter.location == Location::Path);
/// assert_eq!(in_paths.map(|it| it.name.as_str()).collect::<Vec<_>>(), ["petId"]);
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// `in: path`
    Path,
    /// `in: query`
    Query,
    /// `in: querystring`
    QueryString(QueryString),
    /// `in: header`
    Header,
    /// `in: cookie`
    Cookie,
}

/// How a whole query string is written.
///
/// ```
/// use toolwright_codegen::model::{Location, QueryString};
/// use toolwright_codegen::{Builder, source::Source};
///
/// let source = Source::from_text("pets.yaml", "\
/// openapi: 3.2.0
/// info: {title: Pets, version: '1'}
/// paths:
///   /pets:
///     get:
///       parameters:
///       - {name: filter, in: querystring, content: {application/json: {schema: {type: object}}}}
///       responses: {}
/// ".to_owned())?;
/// let modelled = Builder::new("pets.yaml").model_source(source)?;
/// let filter = &modelled.api().operations[0].parameters[0];
/// assert_eq!(filter.location, Location::QueryString(QueryString::Json));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueryString {
    /// A form, with the properties that have an encoding.
    Form(Vec<(String, PropertyEncoding)>),
    /// JSON.
    Json,
    /// The text of a string.
    Text,
}

/// What of a parameter's value is percent-encoded.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::model::Escaping;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// assert_eq!(modelled.api().operations[0].parameters[0].escaping, Escaping::Full);
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escaping {
    /// All but what is safe everywhere.
    Full,
    /// Not what is reserved, as far as the place allows it (`allowReserved`).
    Reserved,
    /// In a path: neither that nor slashes, the value may be of several segments.
    Segments,
    /// In a cookie: nothing (`style: cookie`).
    None,
}

/// Mirrors the runtime's `Style`.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::model::ParameterStyle;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// // {"in": "query"} and no more.
/// let limit = &modelled.api().operations[0].parameters[0];
/// assert_eq!(limit.style, ParameterStyle::FormExploded);
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ParameterStyle {
    Simple,
    SimpleExploded,
    Label,
    LabelExploded,
    Matrix,
    MatrixExploded,
    Form,
    FormExploded,
    SpaceDelimited,
    PipeDelimited,
    TabDelimited,
    DeepObject,
    Json,
}

/// Mirrors the runtime's `Answer`: what the built-in upstream says.
///
/// ```
/// use toolwright_codegen::Builder;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let answer = &modelled.api().operations[0].answer;
/// assert_eq!((answer.status, answer.content_type.as_str()), (200, "application/json"));
/// assert!(answer.body.contains("Rex"), "{}", answer.body);
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MockResponse {
    /// Status of the first success response; 200 where the spec names none.
    pub status: u16,
    /// Content type of the body, empty when there is none.
    pub content_type: String,
    /// An example body.
    pub body: String,
}
