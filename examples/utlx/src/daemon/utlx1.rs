//! The dialect `utlx-1`, over the client that is generated from `utlx-1.yaml`. This daemon wants a header, takes schemas
//! as texts, validates without one, and has no inference for data.

use serde_json::Value;
use toolwright::generated::StringEnum as _;
use toolwright::{ExecutorError, Operation, SendError};

use super::failure::{from_send_error, refusal_body};
use super::{
    Diagnostic, Execution, ExecutionProblem, ExecutionReport, Executors, OutputSchema,
    ParsedSchema, Report, SchemaFormat, Severity, TextPlace, Validation,
};
use crate::daemon_client_utlx1::{self as client, types};
use crate::failure::{Failure, FailureCode};
use crate::settings::Settings;
use crate::utlx::header;

#[derive(Debug)]
pub(crate) struct Utlx1Daemon {
    executors: Executors,
    url: String,
}

impl Utlx1Daemon {
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
        let request = client::ParseSchema {
            body: types::ParseSchemaRequest {
                schema: content,
                format: match format {
                    SchemaFormat::Xsd => types::ParseSchemaRequestFormat::Xsd,
                    SchemaFormat::JsonSchema => types::ParseSchemaRequestFormat::JsonSchema,
                },
            },
        };
        let parsed = self.send(&request, FailureCode::Parse).await?;
        match (parsed.success, parsed.normalized) {
            (true, Some(text)) => Ok(match serde_json::from_str(&text) {
                Ok(schema @ Value::Object(_)) => ParsedSchema::JsonSchema(schema),
                _ => ParsedSchema::Text(text),
            }),
            _ => Err(failure_without_schema(FailureCode::Parse, parsed.error)),
        }
    }

    pub(super) async fn validate(&self, validation: Validation) -> Result<Report, Failure> {
        let request = client::ValidateUtlx {
            body: types::ValidationRequest {
                utlx: validation.transformation,
                strict: Some(validation.is_strict),
            },
        };
        let report = self.send(&request, FailureCode::Internal).await?;
        Ok(Report {
            valid: report.valid,
            diagnostics: report
                .diagnostics
                .into_iter()
                .map(read_diagnostic)
                .collect(),
        })
    }

    pub(super) async fn infer_output(
        &self,
        transformation: String,
        input_schema: Value,
    ) -> Result<OutputSchema, Failure> {
        let request = client::InferSchema {
            body: types::InferSchemaRequest {
                // This daemon needs a header, which a program may come without.
                utlx: header::complete_header(&transformation, "json", "json").text,
                input_schema: Some(input_schema.to_string()),
                format: Some(types::InferSchemaRequestFormat::JsonSchema),
            },
        };
        let inferred = self.send(&request, FailureCode::Validation).await?;
        let text = match (inferred.success, inferred.schema) {
            (true, Some(text)) => text,
            _ => {
                return Err(failure_without_schema(
                    FailureCode::Validation,
                    inferred.error,
                ));
            }
        };
        let schema = serde_json::from_str(&text).map_err(|error| {
            Failure::internal(format!(
                "The schema that the UTL-X daemon inferred is not JSON: {error}."
            ))
        })?;
        Ok(OutputSchema {
            schema,
            // Without a figure there is nothing to warn of.
            confidence: inferred.confidence.unwrap_or(1.0),
            uncertain_fields: None,
        })
    }

    pub(super) async fn execute_transformation(
        &self,
        execution: Execution,
    ) -> Result<ExecutionReport, Failure> {
        let input = execution.input_format.name();
        let output = execution.output_format.name();
        let whole = header::complete_header(&execution.transformation, input, output);
        let request = client::ExecuteTransformation {
            body: types::ExecutionRequest {
                utlx: whole.text,
                input: execution.input,
                input_format: find_variant_by_name(input),
                output_format: find_variant_by_name(output),
            },
        };
        let report = match self.executors.execution.send(&request).await {
            Ok(response) => response.into_body(),
            Err(error) => self.read_execution_refusal(&error)?,
        };
        let result = match (report.success, report.output) {
            (true, Some(output)) => Ok(output),
            _ => {
                let message = report.error.unwrap_or_else(|| {
                    "The UTL-X daemon returned neither an output nor an error.".to_owned()
                });
                let place = TextPlace::find_in(&message);
                Err(ExecutionProblem {
                    // The daemon counts the lines of the header as well, which the caller did not
                    // write.
                    place: place.map(|place| place.without_added_lines(whole.added_lines)),
                    message,
                    stack_trace: None,
                })
            }
        };
        Ok(ExecutionReport {
            result,
            time: Some(report.execution_time_ms as f64),
        })
    }

    /// This daemon answers with the form of a result also where the status is 400 or 500.
    fn read_execution_refusal(
        &self,
        error: &SendError,
    ) -> Result<types::ExecutionResponse, Failure> {
        if let SendError::Status(refusal) = error
            && let Ok(report) = refusal.decode::<types::ExecutionResponse>()
        {
            return Ok(report);
        }
        Err(self.read_failure(error, FailureCode::Execution))
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

    /// `{"success": false, "error": "…"}` is what the operation fails of; `{"error": "code", "message": "…"}` is a
    /// request that the daemon could not carry out.
    fn read_failure(&self, error: &SendError, default_code: FailureCode) -> Failure {
        let Some(body) = refusal_body(error) else {
            return from_send_error(error, &self.url);
        };
        let text = |name: &str| body.get(name).and_then(Value::as_str);
        let details = serde_json::json!({"status": error.status()});
        match (body.get("success"), text("error"), text("message")) {
            (Some(Value::Bool(false)), Some(message), _) => {
                // 400 is a transformation that is not valid, 500 an inference that failed.
                let is_server_error = error.status().is_some_and(|status| status >= 500);
                let code = match default_code {
                    FailureCode::Validation if is_server_error => FailureCode::Internal,
                    code => code,
                };
                Failure::new(code, message).with_details(details)
            }
            (None, Some(_), Some(message)) => {
                let code = match default_code {
                    FailureCode::Execution => FailureCode::Execution,
                    _ => FailureCode::Internal,
                };
                Failure::new(code, message).with_details(details)
            }
            _ => from_send_error(error, &self.url),
        }
    }
}

fn find_variant_by_name<S: toolwright::generated::StringEnum>(name: &str) -> Option<S> {
    S::ALL.iter().copied().find(|it| it.name() == name)
}

fn failure_without_schema(code: FailureCode, message: Option<String>) -> Failure {
    let message = message
        .unwrap_or_else(|| "The UTL-X daemon returned neither a schema nor an error.".to_owned());
    Failure::new(code, message)
}

fn read_diagnostic(diagnostic: types::Diagnostic) -> Diagnostic {
    let place = TextPlace::new(diagnostic.line, diagnostic.column);
    let source = diagnostic.source;
    Diagnostic {
        severity: match diagnostic.severity {
            types::DiagnosticSeverity::Error => Severity::Error,
            types::DiagnosticSeverity::Info => Severity::Info,
            _ => Severity::Warning,
        },
        place: place.or_else(|| TextPlace::find_in(&diagnostic.message)),
        message: diagnostic.message,
        is_about_types: source
            .as_ref()
            .is_some_and(|source| source.contains("type")),
        code: source,
        suggestion: None,
    }
}
