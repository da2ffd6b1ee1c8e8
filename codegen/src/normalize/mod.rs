//! Swagger 2.0, OpenAPI 3.0 and 3.1 to one form.
//!
//! Takes the JSON of a spec and gives a typed [`Document`]; no later stage sees that JSON. Every schema is lifted out
//! of the operations as JSON Schema 2020-12 and known by its number; each other object of an operation is brought to
//! the form of OpenAPI 3.0 and read with the types of `openapiv3`. Nothing here fails because one place of a spec is
//! odd: it is read in the sensible way, with a warning, or its operation is left out, with a reason.

mod alias;
mod argument_override;
mod context;
mod copies;
mod declared_operation;
mod declared_parameters;
mod definition_keys;
mod document;
mod error;
mod fields;
mod hidden_text;
mod ignored_headers;
mod info;
mod lift;
mod media_types;
mod methods;
mod openapi3;
mod openapi_object;
mod operation;
mod parameter_style;
mod path_item;
mod paths;
mod place;
mod reference;
mod schema;
mod security;
mod servers;
mod shared_parts;
mod skip;
mod spelling;
mod swagger2;
mod template;
#[cfg(test)]
mod testing;
mod value_origin;
mod version;
mod x_mcp;

use serde_json::Value;

use crate::diagnostics::{Diagnostic, Diagnostics, Mark, Severity};
use crate::selection::{LeftOut, Selecting, Selection};
use crate::source::Sources;

pub use argument_override::ArgumentOverride;
pub(crate) use argument_override::ArgumentSource;
pub use document::{
    Document, Info, RequiredSchemeName, SecurityRequirement, SecurityScheme, SecuritySchemeKind,
};
pub use error::NormalizeError;
pub(crate) use fields::json_kind;
pub use operation::{
    Encoding, Link, LinkExpression, LinkTarget, MediaType, Operation, Parameter, ParameterLocation,
    PositionalEncoding, RequestBody, Response, Status,
};
pub(crate) use schema::describe_encoding;
pub use value_origin::ValueOrigin;
pub(crate) use value_origin::{FROM, StatedProducer};
pub use x_mcp::{LocatedText, Pages, PaginationSetting, XMcp, x_mcp_schema};

use context::Context;
use place::Place;
use reference::Documents;
use version::Version;

/// Brings a spec to the one form.
///
/// # Errors
///
/// When `root` is no Swagger or OpenAPI document, or one of a version that is not read.
///
/// ```
/// use toolwright_codegen::diagnostics::Diagnostics;
/// use toolwright_codegen::normalize::normalize;
///
/// let spec = serde_json::json!({
///     "swagger": "2.0",
///     "info": {"title": "Pets", "version": "1"},
///     "host": "pets.example",
///     "paths": {"/pets": {"get": {"responses": {"200": {"description": "all pets"}}}}},
/// });
/// let document = normalize(&spec, &mut Diagnostics::new())?;
/// assert_eq!(document.servers[0].url, "https://pets.example");
/// assert_eq!(document.operations[0].path, "/pets");
/// # Ok::<(), toolwright_codegen::normalize::NormalizeError>(())
/// ```
pub fn normalize(root: &Value, diagnostics: &mut Diagnostics) -> Result<Document, NormalizeError> {
    read_document(root, None, &Selection::default(), diagnostics)
}

/// As [`normalize`], with the files and copies of URLs that the spec refers to.
///
/// # Errors
///
/// As [`normalize`].
///
/// ```
/// use std::path::Path;
/// use toolwright_codegen::diagnostics::Diagnostics;
/// use toolwright_codegen::normalize::normalize_sources;
/// use toolwright_codegen::source::Sources;
///
/// let sources = Sources::load(Path::new("tests/doc/shop.yaml"), None)?;
/// let document = normalize_sources(&sources, &mut Diagnostics::new())?;
/// assert_eq!(document.operations[0].pointer, "/paths/~1pets/get");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn normalize_sources(
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Result<Document, NormalizeError> {
    normalize_selected(sources, &Selection::default(), diagnostics)
}

/// As [`normalize_sources`], with those operations alone that a selection admits.
///
/// # Errors
///
/// As [`normalize`].
pub(crate) fn normalize_selected(
    sources: &Sources,
    selection: &Selection,
    diagnostics: &mut Diagnostics,
) -> Result<Document, NormalizeError> {
    let document = read_document(sources.root().root(), Some(sources), selection, diagnostics)?;
    let skipped = diagnostics.count(Severity::Skipped);
    diagnostics.extend(explain_missing_tools(&document, skipped));
    diagnostics.extend(sources.warnings());
    Ok(document)
}

/// What there is to say if no operation becomes a tool; where all are skipped, each of them says so.
fn explain_missing_tools(document: &Document, skipped: usize) -> Option<Diagnostic> {
    let is_chosen = !document.left_out.is_empty();
    if !document.operations.is_empty() || skipped > 0 && !is_chosen {
        return None;
    }
    let what = match (is_chosen, skipped) {
        (false, _) => "the spec has no operations in `paths`",
        (true, 0) => "all operations are left out by settings",
        (true, _) => "all operations are left out by settings, or skipped",
    };
    Some(Diagnostic {
        severity: Severity::Warning,
        message: format!("{what}, so there are no tools"),
        pointer: "/paths".to_owned(),
        mark: Mark::Tools,
        help: is_chosen.then(|| {
            format!(
                "left out are {}; an operation must match a pattern of every kind of setting that includes \
                 operations",
                LeftOut::counted(&document.left_out)
            )
        }),
        operation: None,
    })
}

fn read_document(
    root: &Value,
    sources: Option<&Sources>,
    selection: &Selection,
    diagnostics: &mut Diagnostics,
) -> Result<Document, NormalizeError> {
    let (object, version) = version::detect_version(root, diagnostics)?;
    let documents = Documents::new(root, sources, version.has_json_schema());
    let mut cx = Context::new(documents, version, diagnostics);
    cx.selecting = Selecting::new(selection.clone());
    spelling::check_keys(&mut cx, object, spelling::ROOT, &Place::ROOT);
    let mut info = info::read_info(&mut cx, object);
    cx.cleaner.clean_info(&mut info);
    let mut tags = info::read_tags(object);
    cx.cleaner.clean_tags(&mut tags);
    let mut servers = match version {
        Version::Swagger2 => swagger2::host::read_document_servers(&mut cx, object),
        _ => openapi3::servers::read_document_servers(&mut cx, object),
    };
    cx.cleaner.clean_servers(&mut servers, "");
    if let Some(dialect) = object.get("jsonSchemaDialect") {
        schema::dialect::check_dialect(&mut cx, dialect, &Place::ROOT.key("jsonSchemaDialect"));
    }
    let security_schemes = security::read_security_schemes(&mut cx, object);
    let security = security::read_document_security(&mut cx, object, &security_schemes);
    lift::define_components(&mut cx, object);
    let operations = paths::read_paths(&mut cx, object, &security_schemes, &servers);
    cx.diagnostics.extend(cx.selecting.unmatched_settings());
    let mentions_security = cx.mentions_security || object.contains_key("security");
    let sent_schemas = std::mem::take(&mut cx.arena.sent);
    let received_schemas = std::mem::take(&mut cx.arena.received);
    let left_out = std::mem::take(&mut cx.selecting.left_out);
    let mut cleaner = std::mem::take(&mut cx.cleaner);
    let mut schemas = lift::finish_schemas(cx);
    for (pointer, message) in crate::schema::collect_schema_remarks(&schemas) {
        diagnostics.warning(pointer, message);
    }
    cleaner.clean_schemas(&mut schemas);
    diagnostics.extend(cleaner.into_remarks());
    Ok(Document {
        info,
        tags,
        has_json_schema: version.has_json_schema(),
        is_swagger: matches!(version, Version::Swagger2),
        servers,
        security_schemes,
        security,
        mentions_security,
        operations,
        sent_schemas: sent_schemas.into_iter().collect(),
        received_schemas: received_schemas.into_iter().collect(),
        left_out,
        schemas,
    })
}
