//! The dialect `utlx-1` of the stand-in: the operations that the client uses.

use std::time::Instant;

use serde_json::Value;
use toolwright::generated::StringEnum as _;

use super::answer::Answer;
use super::infer::infer_body;
use super::requests::decode_request;
use super::seed::{RunError, describe_syntax_error, run};
use super::{schemas, validate};
use crate::daemon_client_utlx1::types::{
    Diagnostic, DiagnosticSeverity, ExecutionRequest, ExecutionResponse, InferSchemaRequest,
    InferSchemaResponse, InferSchemaResponseSchemaFormat, ParseSchemaRequest,
    ParseSchemaRequestFormat, ParseSchemaResponse, ValidationRequest, ValidationResponse,
};
use crate::schema::json_schema::{read_schema, write_schema};
use crate::utlx::header;
use crate::utlx::syntax::parse_body;
use crate::utlx::token::tokenize;

/// The answer to a request. A request of another form has status 500, as with the daemon.
pub(super) fn answer_operation(operation: &str, request: Value) -> Answer {
    let answered = match operation {
        "parse-schema" => decode_request(request).map(parse_schema),
        "infer-schema" => decode_request(request).map(infer_output),
        "validate" => decode_request(request).map(validate_transformation),
        "execute" => decode_request(request).map(execute),
        "ping" | "health" => {
            let message = "Use GET for this operation.";
            return Answer::utlx1_problem(405, "METHOD_NOT_ALLOWED", message);
        }
        _ => {
            return Answer::utlx1_problem(
                404,
                "NOT_FOUND",
                "Not supported by the stand-in: this operation.",
            );
        }
    };
    answered.unwrap_or_else(|violations| Answer::utlx1_problem(500, "INVALID_REQUEST", &violations))
}

fn parse_schema(request: ParseSchemaRequest) -> Answer {
    let parsed = match request.format {
        ParseSchemaRequestFormat::Xsd => schemas::parse_xsd(&request.schema),
        _ => schemas::parse_json_schema(&request.schema),
    };
    let (status, normalized, error) = match parsed {
        Ok(schema) => (200, Some(schema.to_string()), None),
        Err(failure) => (500, None, Some(failure.message)),
    };
    let success = error.is_none();
    Answer::with_status(
        status,
        ParseSchemaResponse {
            success,
            normalized,
            error,
        },
    )
}

fn infer_output(request: InferSchemaRequest) -> Answer {
    let (status, schema, confidence, error) = match infer(&request) {
        Ok(inferred) => (200, Some(inferred.schema), Some(inferred.confidence), None),
        Err(problem) => (problem.status, None, None, Some(problem.message)),
    };
    let response = InferSchemaResponse {
        success: error.is_none(),
        schema: schema.map(|schema| schema.to_string()),
        schema_format: InferSchemaResponseSchemaFormat::JsonSchema,
        confidence,
        error,
    };
    Answer::with_status(status, response)
}

struct Inferred {
    schema: Value,
    confidence: f64,
}

struct Problem {
    status: u16,
    message: String,
}

fn infer(request: &InferSchemaRequest) -> Result<Inferred, Problem> {
    let invalid = |message: String| Problem {
        status: 400,
        message,
    };
    if let Some(problem) = validate::find_problems(&request.utlx).into_iter().next() {
        let place = format!("line {}, column {}", problem.line, problem.column);
        return Err(invalid(format!("{place}: {}", problem.message)));
    }
    let input = match request.input_schema.as_deref() {
        Some(text) => {
            schemas::parse_json_schema(text).map_err(|failure| invalid(failure.message))?
        }
        None => Value::Bool(true),
    };
    let parts = header::split(&request.utlx);
    let body = parse_body(&tokenize(parts.body)).map_err(|error| Problem {
        status: if error.is_certain { 400 } else { 500 },
        message: describe_syntax_error(&error, parts.lines_before_body),
    })?;
    let inferred = infer_body(&body, read_schema(&input));
    Ok(Inferred {
        schema: write_schema(&inferred.node),
        confidence: inferred.confidence,
    })
}

fn validate_transformation(request: ValidationRequest) -> Answer {
    let problems = validate::find_problems(&request.utlx);
    let diagnostics: Vec<Diagnostic> = problems
        .into_iter()
        .map(|problem| Diagnostic {
            severity: DiagnosticSeverity::Error,
            message: problem.message,
            line: i64::try_from(problem.line).ok(),
            column: i64::try_from(problem.column).ok(),
            source: Some("parser".to_owned()),
        })
        .collect();
    Answer::success(ValidationResponse {
        valid: diagnostics.is_empty(),
        diagnostics,
    })
}

fn execute(request: ExecutionRequest) -> Answer {
    let started = Instant::now();
    let input_format = request.input_format.map_or("json", |it| it.name());
    let output_format = request.output_format.map_or("json", |it| it.name());
    let ended = match validate::find_problems(&request.utlx).into_iter().next() {
        // This dialect wants a header.
        Some(problem) => Err(RunError::Failed {
            message: problem.message,
            line: i64::try_from(problem.line).ok(),
            column: i64::try_from(problem.column).ok(),
        }),
        None => run(&request.utlx, &request.input, input_format, output_format),
    };
    let execution_time_ms = i64::try_from(started.elapsed().as_millis()).unwrap_or(i64::MAX);
    let (status, output, error) = match ended {
        Ok(output) => (200, Some(output), None),
        Err(RunError::Unsupported(message)) => {
            return Answer::utlx1_problem(501, "UNSUPPORTED", &message);
        }
        Err(RunError::Failed {
            message,
            line,
            column,
        }) => {
            let place = match (line, column) {
                (Some(line), Some(column)) => format!("line {line}, column {column}: "),
                _ => String::new(),
            };
            (400, None, Some(format!("{place}{message}")))
        }
    };
    let response = ExecutionResponse {
        success: error.is_none(),
        output,
        error,
        execution_time_ms,
    };
    Answer::with_status(status, response)
}
