//! Why a call of an endpoint was not made, and the `_meta` of every result of the executing tool.
//!
//! The names of the reasons are part of the interface: clients compare them.

use std::time::SystemTime;

use serde_json::{Map, json};

use crate::rfc3339::format_rfc3339;
use crate::value::Json;

/// Why a call came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// The executor's own arguments are wrong.
    Validation,
    /// There is no such endpoint.
    NotFound,
    /// The endpoint's parameters are wrong.
    Parameters,
    /// The API has refused the call or failed.
    Api,
    /// The server is at fault.
    Generic,
}

impl Reason {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Validation => "validation",
            Self::NotFound => "not_found",
            Self::Parameters => "parameter_validation",
            Self::Api => "api_execution",
            Self::Generic => "generic",
        }
    }
}

/// A call that was not made, and what is said of it.
#[derive(Debug, PartialEq)]
pub(crate) struct RejectedCall {
    pub(crate) reason: Reason,
    pub(crate) text: String,
}

impl RejectedCall {
    pub(super) fn new(reason: Reason, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { reason, text }
    }
}

/// What a result says of its call beside its content, for the endpoint of that method and path as far
/// as it was said.
pub(crate) fn result_meta(
    method: Option<&str>,
    path: Option<&str>,
    ended: Result<(), Reason>,
) -> Map<String, Json> {
    let mut metadata = Map::new();
    if let Some(path) = path {
        metadata.insert("endpoint".to_owned(), json!(path));
    }
    if let Some(method) = method {
        metadata.insert("method".to_owned(), json!(method));
    }
    metadata.insert(
        "timestamp".to_owned(),
        json!(format_rfc3339(SystemTime::now())),
    );
    metadata.insert("success".to_owned(), json!(ended.is_ok()));
    if let Err(reason) = ended {
        metadata.insert("errorType".to_owned(), json!(reason.as_str()));
    }
    metadata
}
