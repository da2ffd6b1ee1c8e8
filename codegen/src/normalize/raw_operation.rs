use serde::Deserialize;
use serde_json::Value;

use super::{SecurityRequirement, XMcp};
use crate::model::{BaseUrl, Method};

/// What the address of a lifted schema starts with; its index follows.
const LIFTED: &str = "#/lifted/";

/// An operation in OpenAPI 3.0 form.
///
/// Parameters of the path item are merged in, references to parameters, bodies, responses,
/// headers and examples are resolved, every schema is `{"$ref": "#/lifted/{index}"}` into
/// [`Schemas::lifted`](super::Schemas::lifted). Each resolved parameter, request body, media type and
/// response carries the JSON pointer of its place in the spec as `x-pointer`; what operations share has
/// the same pointer and the same stubs in all of them. A parameter of the path is always required, and
/// there is one for each name in the template. What cannot be said in OpenAPI 3.0 stands in
/// extensions: `x-collection-format: tsv`, and `ssv` or `pipes` in a path or a header; of OpenAPI
/// 3.2, `x-query-string` of a query parameter that is all of the query, `x-allow-reserved` in a
/// path or cookie, `x-style: cookie`, and `x-prefix-encoding` and `x-item-encoding` of a media type
/// of a body. The schema of a body that has `itemSchema` is that of a list; in a response it is
/// [`ITEM_SCHEMA`](super::ITEM_SCHEMA).
/// `security`, `servers`, `callbacks` and links are not in it.
///
/// ```
/// use serde_json::json;
/// use toolwright_codegen::diagnostics::Diagnostics;
/// use toolwright_codegen::model::Method;
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
/// // The schema of `limit` is lifted out of it.
/// assert_eq!(document.schemas.lifted[operation.sent_schemas[0]].value["type"], "integer");
/// let read = operation.read().expect("OpenAPI 3.0");
/// assert_eq!(read.parameters.len(), 1);
/// # Ok::<(), toolwright_codegen::normalize::NormalizeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RawOperation {
    /// HTTP method.
    pub method: Method,
    /// Path template as the spec has it.
    pub path: String,
    /// JSON pointer of the operation.
    pub pointer: String,
    /// `operationId`, where there is one.
    pub operation_id: Option<String>,
    /// `summary`, where there is one.
    pub summary: Option<String>,
    /// Alternatives, where the operation has its own.
    pub security: Option<Vec<SecurityRequirement>>,
    /// Servers of this operation or its path item, where it has its own.
    pub servers: Option<Vec<BaseUrl>>,
    /// What `x-mcp` says, of the operation and around it.
    pub x_mcp: XMcp,
    /// `required` of the body, where the spec says it.
    pub body_required: Option<bool>,
    /// Whether it takes the tag of an entity in `If-Match` or `If-None-Match` (RFC 9110, section 13.1).
    pub has_precondition: bool,
    /// The body as a JSON merge patch, where the spec offers that.
    pub merge_patch: Option<MergePatch>,
    /// The lifted schemas of all that the operation sends.
    pub sent_schemas: Vec<usize>,
    /// The lifted schemas of all that it is answered with.
    pub received_schemas: Vec<usize>,
    /// The operation object, as JSON: the trees of all operations of a large spec would take seven times
    /// the memory of their texts.
    object: Box<str>,
}

impl RawOperation {
    /// An operation of a place, without what else is known of it.
    pub(super) fn new(method: &Method, path: &str, pointer: String, object: &Value) -> Self {
        let (mut sent_schemas, mut received_schemas) = (Vec::new(), Vec::new());
        for (key, value) in object.as_object().into_iter().flatten() {
            match key.as_str() {
                "responses" => collect_lifted(value, &mut received_schemas),
                _ => collect_lifted(value, &mut sent_schemas),
            }
        }
        let text = |key| object.get(key).and_then(Value::as_str).map(str::to_owned);
        Self {
            method: method.clone(),
            path: path.to_owned(),
            pointer,
            operation_id: text("operationId"),
            summary: text("summary"),
            security: None,
            servers: None,
            x_mcp: XMcp::default(),
            body_required: object
                .pointer("/requestBody/required")
                .and_then(Value::as_bool),
            has_precondition: has_precondition(object),
            merge_patch: MergePatch::of(object),
            sent_schemas,
            received_schemas,
            object: object.to_string().into(),
        }
    }

    /// The operation object.
    ///
    /// ```
    /// # use serde_json::json;
    /// # use toolwright_codegen::diagnostics::Diagnostics;
    /// # use toolwright_codegen::normalize::normalize;
    /// let spec = json!({
    ///     "swagger": "2.0",
    ///     "info": {"title": "Pets", "version": "1"},
    ///     "paths": {"/pets": {"get": {"summary": "All pets.", "responses": {}}}},
    /// });
    /// let document = normalize(&spec, &mut Diagnostics::new())?;
    /// assert_eq!(document.operations[0].object()["summary"], "All pets.");
    /// # Ok::<(), toolwright_codegen::normalize::NormalizeError>(())
    /// ```
    pub fn object(&self) -> Value {
        let mut deserializer = serde_json::Deserializer::from_str(&self.object);
        // The text was made of a tree that is within the limit of depth.
        deserializer.disable_recursion_limit();
        Value::deserialize(&mut deserializer).unwrap_or_default()
    }

    /// The operation object in openapiv3's types.
    ///
    /// # Errors
    ///
    /// The JSON pointer of what OpenAPI 3.0 does not allow, and why.
    pub fn read(&self) -> Result<openapiv3::Operation, (String, String)> {
        serde_path_to_error::deserialize(self.object()).map_err(|error| {
            let segments = error.path().iter().map(|segment| {
                let token = segment.to_string();
                // A segment prints the index of a list in brackets.
                let token = token.trim_matches(|c| matches!(c, '[' | ']'));
                format!("/{}", token.replace('~', "~0").replace('/', "~1"))
            });
            let pointer = format!("{}{}", self.pointer, segments.collect::<String>());
            (pointer, error.into_inner().to_string())
        })
    }
}

/// A body that may be sent as `application/merge-patch+json` (RFC 7396), by the lifted schemas of its media types.
///
/// ```
/// use serde_json::json;
/// use toolwright_codegen::diagnostics::Diagnostics;
/// use toolwright_codegen::normalize::normalize;
///
/// let content = json!({"application/merge-patch+json": {"schema": {"type": "object"}}});
/// let spec = json!({
///     "openapi": "3.0.3",
///     "info": {"title": "Pets", "version": "1"},
///     "paths": {"/pet": {"patch": {"requestBody": {"content": content}, "responses": {}}}},
/// });
/// let document = normalize(&spec, &mut Diagnostics::new())?;
/// let patch = document.operations[0].merge_patch.as_ref().expect("a merge patch");
/// assert_eq!((patch.schema, patch.others.len()), (0, 0));
/// # Ok::<(), toolwright_codegen::normalize::NormalizeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergePatch {
    /// The schema of the merge patch.
    pub schema: usize,
    /// The schemas of the other media types.
    pub others: Vec<usize>,
}

impl MergePatch {
    fn of(operation: &Value) -> Option<Self> {
        let content = operation.pointer("/requestBody/content")?.as_object()?;
        let schema = |value: &Value| lifted_index(value.get("schema")?.as_object()?);
        let (patches, others): (Vec<_>, Vec<_>) = content.iter().partition(|(name, _)| {
            let essence = name.split(';').next().unwrap_or_default().trim();
            essence.eq_ignore_ascii_case("application/merge-patch+json")
        });
        Some(Self {
            schema: patches.iter().find_map(|(_, value)| schema(value))?,
            others: others
                .iter()
                .filter_map(|(_, value)| schema(value))
                .collect(),
        })
    }
}

fn has_precondition(operation: &Value) -> bool {
    let parameters = operation.get("parameters").and_then(Value::as_array);
    let mut parameters = parameters.into_iter().flatten();
    parameters.any(|parameter| {
        let text = |key| parameter.get(key).and_then(Value::as_str);
        let name = text("name").unwrap_or_default().to_ascii_lowercase();
        text("in") == Some("header") && matches!(name.as_str(), "if-match" | "if-none-match")
    })
}

/// The index of the lifted schema that a stub stands for.
fn lifted_index(members: &serde_json::Map<String, Value>) -> Option<usize> {
    let stub = members.get("$ref").and_then(Value::as_str)?;
    stub.strip_prefix(LIFTED)?.parse().ok()
}

fn collect_lifted(value: &Value, found: &mut Vec<usize>) {
    match value {
        Value::Object(members) => {
            found.extend(lifted_index(members));
            members
                .values()
                .for_each(|value| collect_lifted(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| collect_lifted(value, found)),
        _ => {}
    }
}
