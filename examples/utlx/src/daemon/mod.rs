//! The UTL-X daemon, whichever dialect it speaks: `seed` and `utlx1` translate calls to their typed client and answers
//! to one form, `failure` decides the code of what goes wrong. Nothing else knows that there are dialects.

mod failure;
mod place;
mod seed;
mod utlx1;

use std::time::Duration;

use serde_json::Value;
use toolwright::{Api, ExecutorError, HttpExecutor};

use crate::api::types::DataFormat;
use crate::failure::Failure;
use crate::settings::{Dialect, Settings, read_variable};

pub(crate) use place::TextPlace;

/// A daemon of one of the dialects.
#[derive(Debug)]
pub(crate) enum Daemon {
    Seed(seed::SeedDaemon),
    Utlx1(utlx1::Utlx1Daemon),
}

/// Formats of schemas that a daemon parses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SchemaFormat {
    Xsd,
    JsonSchema,
}

/// A parsed schema.
#[derive(Debug, PartialEq)]
pub(crate) enum ParsedSchema {
    /// As JSON Schema.
    JsonSchema(Value),
    /// As some text that is not JSON.
    Text(String),
}

/// What a daemon says of a transformation.
#[derive(Debug, PartialEq)]
pub(crate) struct Report {
    pub(crate) valid: bool,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Diagnostic {
    pub(crate) severity: Severity,
    pub(crate) message: String,
    pub(crate) place: Option<TextPlace>,
    pub(crate) code: Option<String>,
    pub(crate) suggestion: Option<String>,
    /// Whether it is about types and not about syntax.
    pub(crate) is_about_types: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Severity {
    Error,
    Warning,
    Info,
}

/// The schema of an output.
#[derive(Debug, PartialEq)]
pub(crate) struct OutputSchema {
    pub(crate) schema: Value,
    /// From 0 to 1.
    pub(crate) confidence: f64,
    /// `None` if the daemon does not say.
    pub(crate) uncertain_fields: Option<Vec<String>>,
}

/// What an execution came to.
#[derive(Debug, PartialEq)]
pub(crate) struct ExecutionReport {
    pub(crate) result: Result<String, ExecutionProblem>,
    /// Milliseconds, if the daemon says so.
    pub(crate) time: Option<f64>,
}

#[derive(Debug, PartialEq)]
pub(crate) struct ExecutionProblem {
    pub(crate) message: String,
    pub(crate) place: Option<TextPlace>,
    pub(crate) stack_trace: Option<String>,
}

/// What is executed.
#[derive(Debug)]
pub(crate) struct Execution {
    pub(crate) transformation: String,
    pub(crate) input: String,
    pub(crate) input_format: DataFormat,
    pub(crate) output_format: DataFormat,
}

/// What is validated.
#[derive(Debug)]
pub(crate) struct Validation {
    pub(crate) transformation: String,
    pub(crate) input_schema: Option<Value>,
    pub(crate) is_strict: bool,
}

impl Daemon {
    /// A daemon as the settings describe it. Nothing is sent yet.
    ///
    /// # Errors
    ///
    /// The URL or a variable of the executor cannot be used.
    pub(crate) fn new(settings: &Settings) -> Result<Self, ExecutorError> {
        Ok(match settings.daemon.dialect {
            Dialect::Seed => Self::Seed(seed::SeedDaemon::new(settings)?),
            Dialect::Utlx1 => Self::Utlx1(utlx1::Utlx1Daemon::new(settings)?),
        })
    }

    pub(crate) async fn parse_schema(
        &self,
        format: SchemaFormat,
        content: String,
    ) -> Result<ParsedSchema, Failure> {
        match self {
            Self::Seed(daemon) => daemon.parse_schema(format, content).await,
            Self::Utlx1(daemon) => daemon.parse_schema(format, content).await,
        }
    }

    /// The JSON Schema of data; `None` if the dialect has no such operation.
    pub(crate) async fn infer_data(
        &self,
        format: DataFormat,
        data: String,
    ) -> Result<Option<Value>, Failure> {
        match self {
            Self::Seed(daemon) => daemon.infer_data(format, data).await.map(Some),
            Self::Utlx1(_) => Ok(None),
        }
    }

    pub(crate) async fn validate(&self, validation: Validation) -> Result<Report, Failure> {
        match self {
            Self::Seed(daemon) => daemon.validate(validation).await,
            Self::Utlx1(daemon) => daemon.validate(validation).await,
        }
    }

    pub(crate) async fn infer_output(
        &self,
        transformation: String,
        input_schema: Value,
    ) -> Result<OutputSchema, Failure> {
        match self {
            Self::Seed(daemon) => daemon.infer_output(transformation, input_schema).await,
            Self::Utlx1(daemon) => daemon.infer_output(transformation, input_schema).await,
        }
    }

    pub(crate) async fn execute_transformation(
        &self,
        execution: Execution,
    ) -> Result<ExecutionReport, Failure> {
        match self {
            Self::Seed(daemon) => daemon.execute_transformation(execution).await,
            Self::Utlx1(daemon) => daemon.execute_transformation(execution).await,
        }
    }
}

/// The executors of a dialect: an execution has its own time.
#[derive(Debug)]
struct Executors {
    general: HttpExecutor,
    execution: HttpExecutor,
}

impl Executors {
    fn new(api: &'static Api, settings: &Settings) -> Result<Self, ExecutorError> {
        let daemon = &settings.daemon;
        let build = |timeout: Duration, most_bytes: usize| {
            HttpExecutor::builder(api)
                .environment(move |name| look_up_variable(api, name))
                .base_url(&daemon.url)
                .timeout(timeout)
                // The daemon is on the same machine as a rule, where a connection takes no time.
                .connect_timeout(timeout.min(Duration::from_secs(2)))
                .max_retries(daemon.retry_attempts)
                // Every operation that is called only computes.
                .retry_any_method(true)
                .max_response_bytes(most_bytes)
                .build()
        };
        let megabytes = usize::try_from(settings.execute_transformation.max_memory_mb);
        let most_output = megabytes.unwrap_or(usize::MAX).saturating_mul(1 << 20);
        // The limit of the daemon holds for everything that it does.
        let execution_timeout = settings.execute_transformation.timeout.min(daemon.timeout);
        Ok(Self {
            general: build(daemon.timeout, 20 << 20)?,
            execution: build(execution_timeout, most_output)?,
        })
    }
}

/// Both dialects read the variables that begin with `UTLX_DAEMON_`, such as `UTLX_DAEMON_CA_FILE`.
fn look_up_variable(api: &'static Api, name: &str) -> Option<String> {
    let prefix = format!("{}_", api.name.to_uppercase());
    let name = match name.strip_prefix(&prefix) {
        // The two APIs have names of their own, and users should not have to know which of them is
        // in use.
        Some(suffix) => format!("UTLX_DAEMON_{suffix}"),
        None => name.to_owned(),
    };
    read_variable(&name)
}
