//! The arguments of the executing tool, parsed: which endpoint is called, and with what.
//!
//! Models write them, so an object may be sent as a string of JSON, and a path with its values filled in.

use serde_json::Map;

use super::rejected_call::{Reason, RejectedCall};
use super::template::{FORBIDDEN, match_template};
use crate::discovery::catalogue::Catalogue;
use crate::json_scan::{MAX_VALUES_IN_STRINGS, parse_bounded};
use crate::prepare_call::Validation;
use crate::value::Json;

/// What a call of the executor asks for.
#[derive(Debug)]
pub(crate) struct EndpointRequest {
    pub(crate) path: String,
    pub(crate) method: &'static str,
    /// The arguments of the endpoint.
    pub(crate) data: Map<String, Json>,
    pub(crate) validation: Validation,
    /// Which of the endpoints with that path and method is meant, where there are several.
    pub(crate) tool: Option<String>,
}

impl EndpointRequest {
    /// Reads the arguments of a call.
    ///
    /// # Errors
    ///
    /// All that is wrong with them.
    pub(super) fn from_arguments(
        catalogue: &Catalogue,
        mut arguments: Map<String, Json>,
    ) -> Result<Self, RejectedCall> {
        let mut wrong = Vec::new();
        let path = string_argument(&arguments, "endpoint_path").map(str::trim);
        let path = path
            .filter(|path| is_plausible_path(catalogue, path))
            .map(str::to_owned);
        if path.is_none() {
            wrong.push("Invalid or missing endpoint_path");
        }
        let method =
            string_argument(&arguments, "method").and_then(|method| catalogue.find_method(method));
        if method.is_none() {
            wrong.push("Invalid or missing HTTP method");
        }
        let tool = string_argument(&arguments, "tool_name").map(|tool| tool.trim().to_owned());
        let validation = match arguments.get("validation_required") {
            Some(Json::Bool(false)) => Validation::TypesOnly,
            _ => Validation::FullSchema,
        };
        let data = parse_object(arguments.remove("request_data"));
        if data.is_none() {
            wrong.push("request_data must be a valid object");
        }
        let (Some(path), Some(method), Some(data)) = (path, method, data) else {
            return Err(RejectedCall::new(Reason::Validation, wrong.join("\n")));
        };
        Ok(Self {
            path,
            method,
            data,
            validation,
            tool,
        })
    }
}

fn string_argument<'a>(arguments: &'a Map<String, Json>, name: &str) -> Option<&'a str> {
    arguments.get(name)?.as_str()
}

fn is_plausible_path(catalogue: &Catalogue, path: &str) -> bool {
    let is_of_spec = || {
        let mut endpoints = catalogue.endpoints().iter();
        catalogue.find_by_path(path).next().is_some()
            || endpoints.any(|known| match_template(known.path(), path).is_some())
    };
    path.starts_with('/') && (!path.contains(FORBIDDEN) || is_of_spec())
}

/// An object, which may be written as a text: some models do.
fn parse_object(value: Option<Json>) -> Option<Map<String, Json>> {
    match value {
        None | Some(Json::Null) => Some(Map::new()),
        Some(Json::Object(members)) => Some(members),
        Some(Json::String(text)) => match parse_bounded(&text, MAX_VALUES_IN_STRINGS)? {
            Json::Object(members) => Some(members),
            _ => None,
        },
        Some(_) => None,
    }
}
