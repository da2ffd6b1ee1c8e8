//! The dialect `seed`, over the client that is generated from `daemon.yaml`.

use serde_json::{Value, json};
use toolwright::generated::StringEnum as _;
use toolwright::{ExecutorError, Operation, SendError};

use super::failure::{from_send_error, refusal_body};
use super::{
    Diagnostic, Execution, ExecutionProblem, ExecutionReport, Executors, OutputSchema,
    ParsedSchema, Report, SchemaFormat, Severity, TextPlace, Validation,
};
use crate::api;
use crate::daemon_client::{self as client, types};
use crate::failure::{Failure, FailureCode};
use crate::json_map::{from_value, to_value};
use crate::settings::Settings;

#[derive(Debug)]
pub(crate) struct SeedDaemon {
    executors: Executors,
    url: String,
}

impl SeedDaemon {
    pub(super) fn new(settings: &Settings) -> Result<Self, ExecutorError> {
        Ok(Self {
            executors: Executors::new(&client::API, settings)?,
            url: settings.daemon.url.clone(),
        })
    }

    pub(super) async fn parse_schema(
        &self,
        format: SchemaFormat,
        content: String,
    ) -> Result<ParsedSchema, Failure> {
        let format = match format {
            SchemaFormat::Xsd => types::ParseSchemaBodyFormat::Xsd,
            SchemaFormat::JsonSchema => types::ParseSchemaBodyFormat::JsonSchema,
        };
        let request = client::ParseSchema {
            body: types::ParseSchemaBody { format, content },
        };
        let parsed = self.send(&request, FailureCode::Parse).await?;
        Ok(ParsedSchema::JsonSchema(to_value(parsed.schema)))
    }

    pub(super) async fn infer_data(
        &self,
        format: api::types::DataFormat,
        data: String,
    ) -> Result<Value, Failure> {
        let format = convert_format(format);
        let body = types::InferSchemaBody::InferFromData(types::InferFromData { format, data });
        let inferred = self
            .send(&client::InferSchema { body }, FailureCode::Parse)
            .await?;
        Ok(to_value(inferred.schema))
    }

    pub(super) async fn validate(&self, validation: Validation) -> Result<Report, Failure> {
        let request = client::Validate {
            body: types::ValidateBody {
                content: validation.transformation,
                input_schema: validation.input_schema.map(from_value),
            },
        };
        let report = self.send(&request, FailureCode::Internal).await?;
        let errors = report.errors.unwrap_or_default().into_iter();
        let warnings = report.warnings.unwrap_or_default().into_iter();
        let errors = errors.map(|it| read_diagnostic(it, Severity::Error));
        let warnings = warnings.map(|it| read_diagnostic(it, Severity::Warning));
        Ok(Report {
            valid: report.valid,
            diagnostics: errors.chain(warnings).collect(),
        })
    }

    pub(super) async fn infer_output(
        &self,
        transformation: String,
        input_schema: Value,
    ) -> Result<OutputSchema, Failure> {
        let body =
            types::InferSchemaBody::InferFromTransformation(types::InferFromTransformation {
                transformation,
                input_schema: from_value(input_schema),
            });
        let inferred = self
            .send(&client::InferSchema { body }, FailureCode::Validation)
            .await?;
        Ok(OutputSchema {
            schema: to_value(inferred.schema),
            confidence: inferred.confidence.unwrap_or(1.0),
            uncertain_fields: inferred.uncertain_fields,
        })
    }

    pub(super) async fn execute_transformation(
        &self,
        execution: Execution,
    ) -> Result<ExecutionReport, Failure> {
        let request = client::Execute {
            body: types::ExecuteBody {
                transformation: execution.transformation,
                input: execution.input,
                input_format: convert_format(execution.input_format),
                output_format: convert_format(execution.output_format),
            },
        };
        let sent = self.executors.execution.send(&request).await;
        let report = sent
            .map_err(|error| self.read_failure(&error, FailureCode::Execution))?
            .into_body();
        let result = match (report.success, report.output, report.error) {
            (true, Some(output), _) => Ok(output),
            // Success without an output is a failure as well.
            (_, _, error) => Err(read_problem(error)),
        };
        Ok(ExecutionReport {
            result,
            time: report.execution_time,
        })
    }

    async fn send<R: Operation>(
        &self,
        request: &R,
        default_code: FailureCode,
    ) -> Result<R::Response, Failure> {
        let sent = self.executors.general.send(request).await;
        let response = sent.map_err(|error| self.read_failure(&error, default_code))?;
        Ok(response.into_body())
    }

    /// A failure that the daemon describes has its code; one without a code is what the operation fails of.
    fn read_failure(&self, error: &SendError, default_code: FailureCode) -> Failure {
        let body = refusal_body(error);
        let problem = body.as_ref().and_then(|body| body.get("error"));
        let Some(problem) = problem.filter(|it| it.is_object()) else {
            return from_send_error(error, &self.url);
        };
        let text = |name: &str| problem.get(name).and_then(Value::as_str);
        let is_server_error = error.status().is_some_and(|status| status >= 500);
        let code = match text("code") {
            Some("PARSE_ERROR") => FailureCode::Parse,
            Some("VALIDATION_ERROR") => FailureCode::Validation,
            // That a daemon cannot infer something does not make it invalid.
            Some("UNSUPPORTED") if default_code == FailureCode::Validation => FailureCode::Internal,
            Some("EXECUTION_ERROR" | "UNSUPPORTED") => default_code,
            _ if is_server_error && default_code != FailureCode::Execution => FailureCode::Internal,
            _ => default_code,
        };
        let message = text("message").unwrap_or("The UTL-X daemon failed without a message.");
        let mut details = json!({"status": error.status()});
        for name in ["code", "line", "column", "stackTrace"] {
            if let Some(value) = problem.get(name).filter(|it| !it.is_null()) {
                details[name] = value.clone();
            }
        }
        Failure::new(code, message).with_details(details)
    }
}

fn convert_format(format: api::types::DataFormat) -> types::DataFormat {
    let mut formats = types::DataFormat::ALL.iter().copied();
    let same = formats.find(|it| it.name() == format.name());
    same.unwrap_or(types::DataFormat::Json)
}

fn read_diagnostic(diagnostic: types::Diagnostic, default: Severity) -> Diagnostic {
    use types::DiagnosticSeverity;
    let is_about_types = diagnostic
        .code
        .as_ref()
        .is_some_and(|code| code.starts_with("TYPE"));
    Diagnostic {
        severity: match diagnostic.severity {
            Some(DiagnosticSeverity::Error) => Severity::Error,
            Some(DiagnosticSeverity::Warning) => Severity::Warning,
            Some(DiagnosticSeverity::Info) => Severity::Info,
            _ => default,
        },
        place: TextPlace::new(diagnostic.line, diagnostic.column)
            .or_else(|| TextPlace::find_in(&diagnostic.message)),
        message: diagnostic.message,
        code: diagnostic.code,
        suggestion: diagnostic.suggestion,
        is_about_types,
    }
}

fn read_problem(problem: Option<types::ProblemDetails>) -> ExecutionProblem {
    match problem {
        Some(problem) => ExecutionProblem {
            place: TextPlace::new(problem.line, problem.column)
                .or_else(|| TextPlace::find_in(&problem.message)),
            message: problem.message,
            stack_trace: problem.stack_trace,
        },
        None => ExecutionProblem {
            message: "The UTL-X daemon returned neither an output nor an error.".to_owned(),
            place: None,
            stack_trace: None,
        },
    }
}
