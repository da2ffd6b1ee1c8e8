//! How a call fails: one of seven codes, a message that says what to do, and details. Every error of a tool is sent
//! in the same envelope, those included that the runtime finds before a handler runs.

use std::fmt;

use serde_json::{Value, json};
use toolwright::value::Violation;
use toolwright::{CallFailure, IntoOutcome as _, ToolError};

/// What kind of failure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureCode {
    /// There is no connection to the daemon.
    DaemonConnection,
    /// The arguments are wrong.
    InvalidInput,
    /// The daemon took longer than it may.
    Timeout,
    /// Data or a schema cannot be parsed.
    Parse,
    /// A transformation is not valid where it has to be.
    Validation,
    /// The daemon could not run a transformation.
    Execution,
    /// Anything else, such as a response that nobody understands.
    Internal,
}

/// Why a call failed.
///
/// ```
/// use utlx_mcp::{Failure, FailureCode};
///
/// let failure = Failure::new(FailureCode::Timeout, "The daemon did not answer in time.");
/// assert_eq!(failure.to_string(), "TIMEOUT: The daemon did not answer in time.");
/// ```
// It is no `std::error::Error`: the runtime makes a `ToolError` in words of any of these, and `?` is to keep the code.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// What kind of failure it is.
    pub code: FailureCode,
    /// What is wrong, and what to do.
    pub message: String,
    /// More about it, for programs.
    pub details: Option<Value>,
}

impl FailureCode {
    /// The code as clients read it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::DaemonConnection => "DAEMON_CONNECTION_ERROR",
            Self::InvalidInput => "INVALID_INPUT",
            Self::Timeout => "TIMEOUT",
            Self::Parse => "PARSE_ERROR",
            Self::Validation => "VALIDATION_ERROR",
            Self::Execution => "EXECUTION_ERROR",
            Self::Internal => "INTERNAL_ERROR",
        }
    }
}

impl fmt::Display for FailureCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl Failure {
    /// A failure without details.
    pub fn new(code: FailureCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            details: None,
        }
    }

    pub(crate) fn parse(message: impl Into<String>) -> Self {
        Self::new(FailureCode::Parse, message)
    }

    pub(crate) fn internal(message: impl Into<String>) -> Self {
        Self::new(FailureCode::Internal, message)
    }

    /// An argument that is wrong for another reason than the schema tells.
    pub(crate) fn invalid_argument(pointer: &str, message: impl Into<String>) -> Self {
        let message = message.into();
        Self {
            details: Some(json!({"violations": [{"pointer": pointer, "message": message}]})),
            message: format!("{pointer}: {message}"),
            code: FailureCode::InvalidInput,
        }
    }

    #[must_use]
    pub(crate) fn with_details(mut self, details: Value) -> Self {
        self.details = Some(details);
        self
    }

    fn to_envelope(&self) -> Value {
        let mut error = json!({"code": self.code.as_str(), "message": self.message});
        if let Some(details) = &self.details {
            error["details"] = details.clone();
        }
        json!({"success": false, "error": error})
    }
}

impl From<Failure> for ToolError {
    fn from(failure: Failure) -> Self {
        let mut outcome = failure.to_envelope().into_outcome();
        outcome.is_error = true;
        Self::outcome(outcome)
    }
}

/// The envelope of errors that the runtime finds: wrong arguments, and calls that it could not run.
pub(crate) fn error_envelope(failure: &CallFailure<'_>) -> Value {
    let code = match failure.violations {
        [] => FailureCode::Internal,
        _ => FailureCode::InvalidInput,
    };
    let violations: Vec<Value> = failure.violations.iter().map(violation_to_json).collect();
    let details = match violations.is_empty() {
        true => None,
        false => Some(json!({"violations": violations})),
    };
    let failure = Failure {
        code,
        message: failure.message.to_owned(),
        details,
    };
    failure.to_envelope()
}

fn violation_to_json(violation: &Violation) -> Value {
    json!({"pointer": violation.pointer, "message": violation.message})
}
