//! What a caller in Rust gets of an operation.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::Lowering;
use super::response::{first_success, json_content, stream_content, success_status};
use super::stream::Form;
use super::types::{Context, Kind, classify};
use crate::model::{Method, Payload, Response, ResponseVariant, Type, media_type_essence};
use crate::names::{Scope, pascal_name};
use crate::normalize::{MediaType, Operation, Response as Stated, Status};
use crate::schema::Schema;
use crate::schema::resolve_reference;

impl Lowering<'_> {
    /// What comes back from an operation when all went well.
    pub(super) fn lower_response(&mut self, operation: &Operation, request: &str) -> Response {
        // A response to HEAD has no content (RFC 9110, section 9.3.2).
        if operation.method == Method::Head {
            return Response::Always(Payload::Nothing);
        }
        let stated = numbered_successes(operation);
        let mut known = Known::for_operation(&operation.pointer, request);
        let both =
            |response| json_content(response).is_some() && stream_content(response).is_some();
        let several = stated.len() > 1 || stated.iter().any(|(_, response)| both(response));
        let mut variants: Vec<ResponseVariant> = Vec::new();
        let mut idents = Scope::default();
        for (status, response) in stated {
            let name = status_name(status);
            let context = match several {
                true => format!("{name} response"),
                false => "response".to_owned(),
            };
            for payload in self.response_payloads(status, response, &context, &mut known) {
                let ident = match payload.is_stream() && both(response) {
                    true => format!("{name}Stream"),
                    false => name.clone(),
                };
                variants.push(ResponseVariant {
                    ident: idents.claim([ident]),
                    status,
                    payload,
                    doc: response.description.trim().to_owned(),
                });
            }
        }
        self.simplest_response(variants, request)
    }

    /// The simplest type that tells responses apart as far as that matters.
    fn simplest_response(&mut self, variants: Vec<ResponseVariant>, request: &str) -> Response {
        let mut different: Vec<&Payload> = Vec::new();
        for variant in &variants {
            if !different.contains(&&variant.payload) {
                different.push(&variant.payload);
            }
        }
        match different.as_slice() {
            [] => Response::Always(Payload::Nothing),
            [only] => Response::Always((*only).clone()),
            // An `Option` is easier to use than an enum of two variants.
            [Payload::Nothing, some] | [some, Payload::Nothing] => {
                Response::Perhaps((*some).clone())
            }
            _ => Response::Either {
                ident: self.request_names.claim([
                    format!("{request}Response"),
                    format!("{request}AnyResponse"),
                ]),
                variants,
            },
        }
    }

    /// What one response may be: JSON, and a stream where the request chooses that.
    fn response_payloads(
        &mut self,
        status: Option<u16>,
        response: &Stated,
        name: &str,
        known: &mut Known<'_>,
    ) -> Vec<Payload> {
        // These have no content, whatever the spec says (RFC 9110, sections 15.3.5 and 15.3.6).
        if matches!(status, Some(204 | 205)) {
            return vec![Payload::Nothing];
        }
        let whole = json_content(response)
            .map(|(content_type, media)| self.json_payload(content_type, media, name, known));
        let stream = stream_content(response);
        let stream = stream.map(|(form, _, media)| self.stream_payload(form, media, name, known));
        let found: Vec<Payload> = whole.into_iter().chain(stream).collect();
        match found.is_empty() {
            true => vec![other_payload(response)],
            false => found,
        }
    }

    fn json_payload(
        &mut self,
        content_type: &str,
        media: &MediaType,
        name: &str,
        known: &mut Known<'_>,
    ) -> Payload {
        // A range such as `image/*` matches "contains `*`" as `*/*` does, but an image is never
        // JSON.
        let is_range_of_files =
            content_type.contains('*') && !["*/*", "application/*"].contains(&content_type);
        if is_range_of_files {
            return Payload::File;
        }
        let Some(schema) = media_schema(media, self.lifted_results) else {
            return Payload::Json(Type::Json);
        };
        if is_binary(resolve_reference(&schema.value, self.types.definitions())) {
            return Payload::File;
        }
        Payload::Json(self.received_type(&schema.value, &schema.pointer, name, known))
    }

    fn stream_payload(
        &mut self,
        form: Form,
        media: &MediaType,
        name: &str,
        known: &mut Known<'_>,
    ) -> Payload {
        let name = format!("{name} item");
        if let Some((schema, pointer)) =
            form.item_schema(media, self.lifted_results, self.types.definitions())
        {
            return Payload::Items(self.received_type(&schema, &pointer, &name, known));
        }
        let stated = media_schema(media, self.lifted_results);
        let ty = match stated {
            None => Type::Json,
            Some(schema) => {
                let resolved = resolve_reference(&schema.value, self.types.definitions());
                // Before OpenAPI 3.2 nothing says whether the schema is that of an item or of all.
                let (schema, pointer) = match classify(resolved, self.types.definitions()) {
                    Kind::List(items) => (
                        items.unwrap_or_else(|| json!({})),
                        format!("{}/items", schema.pointer),
                    ),
                    // A text that is said to be one is the text of the whole stream.
                    Kind::Scalar(Type::String) => (json!({}), String::new()),
                    _ => (schema.value.clone(), schema.pointer.clone()),
                };
                self.received_type(&schema, &pointer, &name, known)
            }
        };
        match form {
            Form::Events => Payload::Events(ty),
            Form::Lines | Form::Records => Payload::Items(ty),
        }
    }

    /// The type of a schema; the same schema has the same type in all responses of an operation.
    fn received_type(
        &mut self,
        schema: &Value,
        pointer: &str,
        name: &str,
        known: &mut Known<'_>,
    ) -> Type {
        let text = schema.to_string();
        // Compared by text: equal schemas at two statuses would otherwise get two equal types.
        if let Some(ty) = known.by_schema.get(&text) {
            return ty.clone();
        }
        // What a request and a response share in the spec may have another form in each.
        let place = format!("response {pointer}");
        let context = Context {
            owner: known.request,
            name,
            pointer,
        };
        let ty = self
            .types
            .lower_shared_place(schema, context, known.operation, place);
        known.by_schema.insert(text, ty.clone());
        ty
    }
}

/// The types of an operation's responses.
struct Known<'a> {
    /// The address of the operation.
    operation: &'a str,
    /// The name of its request struct.
    request: &'a str,
    by_schema: HashMap<String, Type>,
}

impl<'a> Known<'a> {
    fn for_operation(operation: &'a str, request: &'a str) -> Self {
        Self {
            operation,
            request,
            by_schema: HashMap::new(),
        }
    }
}

/// The responses that say that all went well, those of one status first; where there are none, that
/// of all statuses.
fn numbered_successes(operation: &Operation) -> Vec<(Option<u16>, &Stated)> {
    let by_status = operation.responses.iter();
    let mut found: Vec<(Option<u16>, &Stated)> = by_status
        .filter_map(|(status, response)| match status {
            // `2XX` matches whatever no exact status matches.
            Status::Range(2) => Some((None, response)),
            status => Some((Some(success_status(*status)?), response)),
        })
        .collect();
    // The variant without a status comes last, since it matches what no other does.
    found.sort_by_key(|(status, _)| status.unwrap_or(u16::MAX));
    match found.is_empty() {
        true => first_success(operation)
            .map(|(_, response)| (None, response))
            .into_iter()
            .collect(),
        false => found,
    }
}

fn media_schema<'a>(media: &MediaType, schemas: &'a [Schema]) -> Option<&'a Schema> {
    media.schema?.find_in(schemas)
}

/// Whether a schema says that a value is no JSON at all, whatever the media type.
fn is_binary(schema: &Value) -> bool {
    schema.get("format") == Some(&json!("binary")) && schema.get("type") == Some(&json!("string"))
}

/// A body that is neither JSON nor a stream.
fn other_payload(response: &Stated) -> Payload {
    let mut names = response.content.keys().map(String::as_str);
    match (response.content.is_empty(), names.all(is_text)) {
        (true, _) => Payload::Nothing,
        (false, true) => Payload::Text,
        (false, false) => Payload::File,
    }
}

/// Whether a media type is that of a text; as the runtime reads it.
fn is_text(name: &str) -> bool {
    let essence = media_type_essence(name);
    let (kind, subtype) = essence.split_once('/').unwrap_or_default();
    let suffix = subtype.rsplit('+').next().unwrap_or_default();
    kind == "text"
        || matches!(
            suffix,
            "xml"
                | "yaml"
                | "x-yaml"
                | "javascript"
                | "x-javascript"
                | "graphql"
                | "sql"
                | "x-www-form-urlencoded"
        )
}

/// What people call a status, as a variant.
fn status_name(status: Option<u16>) -> String {
    let known = match status {
        None => "Other",
        Some(200) => "Ok",
        Some(201) => "Created",
        Some(202) => "Accepted",
        Some(203) => "NonAuthoritative",
        Some(204) => "NoContent",
        Some(205) => "ResetContent",
        Some(206) => "PartialContent",
        Some(207) => "MultiStatus",
        Some(208) => "AlreadyReported",
        Some(226) => "ImUsed",
        Some(status) => return pascal_name(&format!("status {status}")),
    };
    known.to_owned()
}
