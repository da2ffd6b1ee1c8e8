//! The one form of all errors: `{success: false, error: {type, message, details, suggestion}, connection, metadata}`.

use std::fmt;

use serde_json::{Map, Value, json};
use toolwright::{Outcome, ToolError};

/// What kind of error it is.
///
/// ```
/// assert_eq!(mcp_probe::FailureKind::ToolNotFound.name(), "tool_not_found");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// There is no connection.
    NotConnected,
    /// The server cannot be connected to.
    ConnectionFailed,
    /// The server has no such tool.
    ToolNotFound,
    /// The server has no such resource.
    ResourceNotFound,
    /// The server has no such prompt.
    PromptNotFound,
    /// Arguments do not match a schema: of the probe's tool, or of the server's.
    InvalidArguments,
    /// The server was asked, and answered with an error.
    ExecutionError,
    /// The server did not answer in time.
    Timeout,
    /// The server cannot be spoken to any more, or does not speak MCP.
    TransportError,
}

impl FailureKind {
    /// The value of `error.type`.
    pub fn name(self) -> &'static str {
        match self {
            Self::NotConnected => "not_connected",
            Self::ConnectionFailed => "connection_failed",
            Self::ToolNotFound => "tool_not_found",
            Self::ResourceNotFound => "resource_not_found",
            Self::PromptNotFound => "prompt_not_found",
            Self::InvalidArguments => "invalid_arguments",
            Self::ExecutionError => "execution_error",
            Self::Timeout => "timeout",
            Self::TransportError => "transport_error",
        }
    }
}

/// Why an operation did not do what it was asked.
#[derive(Clone, Debug, PartialEq)]
// Boxed, since it is the error of most functions, and few of their calls fail.
pub struct Failure(Box<Parts>);

#[derive(Clone, Debug, PartialEq)]
struct Parts {
    kind: FailureKind,
    message: String,
    details: Map<String, Value>,
    suggestion: Option<String>,
}

impl Failure {
    /// An error of a kind, in words.
    pub fn new(kind: FailureKind, message: impl Into<String>) -> Self {
        Self(Box::new(Parts {
            kind,
            message: message.into(),
            details: Map::new(),
            suggestion: None,
        }))
    }

    /// Adds a detail.
    #[must_use]
    pub fn with_detail(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.details.insert(name.to_owned(), value.into());
        self
    }

    /// Adds a detail if there is one.
    #[must_use]
    pub fn with_some_detail(self, name: &str, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.with_detail(name, value),
            None => self,
        }
    }

    /// Says what to try next.
    #[must_use]
    pub fn with_suggestion(mut self, suggestion: impl Into<String>) -> Self {
        self.0.suggestion = Some(suggestion.into());
        self
    }

    /// What kind of error it is.
    pub fn kind(&self) -> FailureKind {
        self.0.kind
    }

    /// The form of all errors; `server_url` is that of the connection, if there is one.
    pub fn to_json(&self, server_url: Option<&str>, request_time_ms: i64) -> Value {
        let mut error = json!({
            "type": self.0.kind.name(),
            "message": self.0.message,
            "details": self.0.details,
        });
        if let Some(suggestion) = &self.0.suggestion {
            error["suggestion"] = suggestion.as_str().into();
        }
        let mut value = json!({"success": false, "error": error});
        if let Some(server_url) = server_url {
            value["connection"] = json!({ "server_url": server_url });
        }
        value["metadata"] = json!({ "request_time_ms": request_time_ms });
        value
    }

    /// The outcome of a call that ended so: an error whose text and structured content are both that form.
    pub(crate) fn into_outcome(self, server_url: Option<&str>, request_time_ms: i64) -> Outcome {
        let value = self.to_json(server_url, request_time_ms);
        let mut outcome = Outcome::failure(value.to_string());
        outcome.structured = Some(value);
        outcome
    }

    pub(crate) fn into_tool_error(
        self,
        server_url: Option<&str>,
        request_time_ms: i64,
    ) -> ToolError {
        ToolError::outcome(self.into_outcome(server_url, request_time_ms))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)?;
        for (name, value) in &self.0.details {
            match value {
                Value::String(text) => write!(f, "\n  {name}: {text}")?,
                value => write!(f, "\n  {name}: {value}")?,
            }
        }
        match &self.0.suggestion {
            Some(suggestion) => write!(f, "\n  help: {suggestion}"),
            None => Ok(()),
        }
    }
}
