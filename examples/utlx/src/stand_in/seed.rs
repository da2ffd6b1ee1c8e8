//! The dialect `seed` of the stand-in.

use std::time::Instant;

use serde_json::Value;
use toolwright::generated::StringEnum as _;

use super::answer::Answer;
use super::evaluate::evaluate;
use super::infer::infer_body;
use super::output::{read_data, write_data};
use super::requests::decode_request;
use super::{schemas, validate};
use crate::daemon_client::types::{
    Diagnostic, DiagnosticSeverity, ExecuteBody, ExecutionReport, InferFromData,
    InferFromTransformation, InferredSchema, ParseSchemaBody, ParseSchemaBodyFormat, ParsedSchema,
    ProblemDetails, ValidateBody, ValidationReport,
};
use crate::failure::Failure;
use crate::json_map::{from_value, to_value};
use crate::schema::infer::infer_data;
use crate::schema::json_schema::{read_schema, write_schema};
use crate::utlx::header;
use crate::utlx::syntax::{SyntaxError, parse_body};
use crate::utlx::token::tokenize;

/// The answer to a request.
pub(super) fn answer_operation(operation: &str, request: Value) -> Answer {
    let answered = match operation {
        "parse-schema" => decode_request(request).map(parse_schema),
        "infer-schema" if request.get("data").is_some() => {
            decode_request(request).map(infer_instance)
        }
        "infer-schema" => decode_request(request).map(infer_output),
        "validate" => decode_request(request).map(validate_transformation),
        "execute" => decode_request(request).map(execute),
        _ => return Answer::seed_problem(404, "INVALID_REQUEST", "There is no such operation."),
    };
    answered.unwrap_or_else(|violations| Answer::seed_problem(400, "INVALID_REQUEST", &violations))
}

fn refuse(failure: &Failure) -> Answer {
    Answer::seed_problem(422, failure.code.as_str(), &failure.message)
}

fn parse_schema(body: ParseSchemaBody) -> Answer {
    let parsed = match body.format {
        ParseSchemaBodyFormat::Xsd => schemas::parse_xsd(&body.content),
        ParseSchemaBodyFormat::JsonSchema => schemas::parse_json_schema(&body.content),
    };
    match parsed {
        Ok(schema) => Answer::success(ParsedSchema {
            schema: from_value(schema),
        }),
        Err(failure) => refuse(&failure),
    }
}

fn infer_instance(body: InferFromData) -> Answer {
    let format = crate::api::types::InputFormat::ALL;
    let format = format
        .iter()
        .copied()
        .find(|it| it.name() == body.format.name());
    let Some(format) = format else {
        return Answer::seed_problem(400, "INVALID_REQUEST", "/format: is not known");
    };
    match infer_data(&body.data, format) {
        Ok(described) => Answer::success(InferredSchema {
            schema: from_value(write_schema(&described.node)),
            confidence: None,
            uncertain_fields: None,
        }),
        Err(failure) => refuse(&failure),
    }
}

fn infer_output(body: InferFromTransformation) -> Answer {
    let text = &body.transformation;
    let has_header = header::has_header(text);
    if let Some(problem) = validate::find_problems(text)
        .into_iter()
        .find(|_| has_header)
    {
        let message = format!(
            "line {}, column {}: {}",
            problem.line, problem.column, problem.message
        );
        return Answer::seed_problem(422, "VALIDATION_ERROR", &message);
    }
    let parts = header::split(text);
    match parse_body(&tokenize(parts.body)) {
        Ok(parsed) => {
            let inferred = infer_body(&parsed, read_schema(&to_value(body.input_schema)));
            let uncertain = inferred.uncertain;
            Answer::success(InferredSchema {
                schema: from_value(write_schema(&inferred.node)),
                confidence: Some(inferred.confidence),
                uncertain_fields: (!uncertain.is_empty()).then_some(uncertain),
            })
        }
        Err(error) => {
            let message = describe_syntax_error(&error, parts.lines_before_body);
            match error.is_certain {
                true => Answer::seed_problem(422, "VALIDATION_ERROR", &message),
                // Not 422: the real daemon may know this syntax, and a model should not change its
                // program for the stand-in.
                false => Answer::seed_problem(501, "UNSUPPORTED", &message),
            }
        }
    }
}

/// What is wrong and where; of what the daemon may know, that only the stand-in does not.
pub(super) fn describe_syntax_error(error: &SyntaxError, lines_before: usize) -> String {
    let SyntaxError {
        message,
        line,
        column,
        is_certain,
    } = error;
    let line = line + lines_before;
    match is_certain {
        true => format!("line {line}, column {column}: {message}"),
        false => format!("Not supported by the stand-in: line {line}, column {column}: {message}."),
    }
}

fn validate_transformation(body: ValidateBody) -> Answer {
    let problems = validate::find_problems(&body.content);
    let errors: Vec<Diagnostic> = problems
        .into_iter()
        .map(|problem| Diagnostic {
            line: i64::try_from(problem.line).ok(),
            column: i64::try_from(problem.column).ok(),
            severity: Some(DiagnosticSeverity::Error),
            message: problem.message,
            code: Some("SYNTAX".to_owned()),
            suggestion: None,
        })
        .collect();
    Answer::success(ValidationReport {
        valid: errors.is_empty(),
        errors: Some(errors),
        warnings: Some(Vec::new()),
    })
}

fn execute(body: ExecuteBody) -> Answer {
    let started = Instant::now();
    let ended = run(
        &body.transformation,
        &body.input,
        body.input_format.name(),
        body.output_format.name(),
    );
    let time = Some(started.elapsed().as_secs_f64() * 1000.0);
    let report = match ended {
        Ok(output) => ExecutionReport {
            success: true,
            output: Some(output),
            error: None,
            execution_time: time,
        },
        Err(RunError::Unsupported(message)) => {
            return Answer::seed_problem(501, "UNSUPPORTED", &message);
        }
        Err(RunError::Failed {
            message,
            line,
            column,
        }) => ExecutionReport {
            success: false,
            output: None,
            error: Some(ProblemDetails {
                code: Some("EXECUTION_ERROR".to_owned()),
                message,
                line,
                column,
                stack_trace: None,
            }),
            execution_time: time,
        },
    };
    Answer::success(report)
}

/// Why a transformation has no output.
pub(super) enum RunError {
    /// The daemon could run it, and the stand-in cannot.
    Unsupported(String),
    Failed {
        message: String,
        line: Option<i64>,
        column: Option<i64>,
    },
}

/// Runs a transformation, with a header or without one.
pub(super) fn run(
    transformation: &str,
    input: &str,
    input_format: &str,
    output_format: &str,
) -> Result<String, RunError> {
    let failed = |message: String, line: usize, column: usize| RunError::Failed {
        message,
        line: i64::try_from(line).ok(),
        column: i64::try_from(column).ok(),
    };
    if header::has_header(transformation)
        && let Some(problem) = validate::find_problems(transformation).into_iter().next()
    {
        return Err(failed(problem.message, problem.line, problem.column));
    }
    let without_place = |failure: Failure| match failure.message.starts_with("Not supported") {
        true => RunError::Unsupported(failure.message),
        false => RunError::Failed {
            message: failure.message,
            line: None,
            column: None,
        },
    };
    let parts = header::split(transformation);
    let lines_before = parts.lines_before_body;
    let body = parse_body(&tokenize(parts.body)).map_err(|error| match error.is_certain {
        true => failed(error.message, error.line + lines_before, error.column),
        false => RunError::Unsupported(describe_syntax_error(&error, lines_before)),
    })?;
    let input = read_data(input, input_format).map_err(without_place)?;
    let value = evaluate(&body, input).map_err(|error| {
        let line = error.line + parts.lines_before_body;
        match error.is_unsupported {
            true => RunError::Unsupported(format!(
                "{} (line {line}, column {})",
                error.message, error.column
            )),
            false => failed(error.message, line, error.column),
        }
    })?;
    write_data(&value, output_format).map_err(without_place)
}
