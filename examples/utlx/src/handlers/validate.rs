//! `validate_utlx`: the daemon judges, this server adds advice on common mistakes and on fields that may be absent.

use std::sync::Arc;

use serde_json::Value;
use toolwright::{Call, ToolError};

use super::run_blocking;
use crate::Assistant;
use crate::api::types::{
    ValidateUtlxBody, ValidateUtlxResponse, Validation, ValidationError, ValidationErrorSeverity,
    ValidationWarning,
};
use crate::api::{self, handlers};
use crate::daemon::{self, Diagnostic, Severity};
use crate::failure::Failure;
use crate::json_map::to_value;
use crate::schema::json_schema::{is_structure, read_schema, write_schema};
use crate::utlx::header;
use crate::utlx::mistakes::{Advice, advice_for_line, find_mistakes};
use crate::utlx::optional_fields::find_unguarded_fields;

impl handlers::ValidateUtlx for Assistant {
    async fn validate_utlx(
        &self,
        request: api::ValidateUtlx,
        _: &Call<'_>,
    ) -> Result<ValidateUtlxResponse, ToolError> {
        let data = self.validate(request.body).await?;
        Ok(ValidateUtlxResponse {
            success: true,
            data,
        })
    }
}

/// The JSON Schema that is sent for an `inputSchema`, which may be the structure of `get_input_schema`.
pub(super) fn to_json_schema(schema: Value) -> Value {
    match is_structure(&schema) {
        true => write_schema(&read_schema(&schema)),
        false => schema,
    }
}

impl Assistant {
    async fn validate(&self, call: ValidateUtlxBody) -> Result<Validation, Failure> {
        let is_strict = call.strict_mode.unwrap_or(true);
        let input_schema = call.input_schema.map(to_value);
        let report = self.daemon.validate(daemon::Validation {
            transformation: call.transformation.clone(),
            input_schema: input_schema.clone().map(to_json_schema),
            is_strict,
        });
        let report = report.await?;
        let mistakes = match report.valid {
            true => Vec::new(),
            false => self.find_mistakes(&call.transformation).await,
        };
        let mut errors = Vec::new();
        let mut warnings = Vec::new();
        let mut has_error = false;
        for diagnostic in report.diagnostics {
            let is_tolerated = !is_strict && diagnostic.is_about_types;
            match diagnostic.severity {
                Severity::Warning => warnings.push(to_warning(diagnostic)),
                Severity::Error if is_tolerated => {
                    errors.push(to_error(
                        diagnostic,
                        ValidationErrorSeverity::Warning,
                        &mistakes,
                    ));
                }
                Severity::Error => {
                    has_error = true;
                    errors.push(to_error(
                        diagnostic,
                        ValidationErrorSeverity::Error,
                        &mistakes,
                    ));
                }
                Severity::Info => {
                    errors.push(to_error(
                        diagnostic,
                        ValidationErrorSeverity::Info,
                        &mistakes,
                    ));
                }
            }
        }
        if let Some(schema) = &input_schema {
            let found = find_unguarded_fields(&call.transformation, &read_schema(schema));
            let is_new = |warning: &ValidationWarning| {
                let mut known = warnings.iter();
                !known.any(|it| it.line == warning.line && it.message == warning.message)
            };
            let found: Vec<ValidationWarning> = found.into_iter().filter(is_new).collect();
            warnings.extend(found);
        }
        Ok(Validation {
            // A daemon may judge types more strictly than the call does.
            valid: report.valid || (!is_strict && !has_error && !errors.is_empty()),
            errors,
            warnings,
        })
    }

    /// Advice on a transformation. Without a registry there is none: every function would count as unknown.
    async fn find_mistakes(&self, transformation: &str) -> Vec<Advice> {
        let data = Arc::clone(&self.data);
        let transformation = transformation.to_owned();
        let found = run_blocking(move || {
            let registry = data.registry()?;
            Ok(find_mistakes(&transformation, registry.names()))
        });
        found.await.unwrap_or_default()
    }

    /// Advice on a transformation that may be a body alone.
    pub(super) async fn find_mistakes_of_body(&self, transformation: &str) -> Vec<Advice> {
        let whole = header::complete_header(transformation, "json", "json");
        let mut mistakes = self.find_mistakes(&whole.text).await;
        for mistake in &mut mistakes {
            mistake.line = mistake.line.saturating_sub(whole.added_lines);
        }
        mistakes
    }
}

fn to_error(
    diagnostic: Diagnostic,
    severity: ValidationErrorSeverity,
    mistakes: &[Advice],
) -> ValidationError {
    let line = diagnostic.place.map_or(1, |place| place.line);
    let advice = usize::try_from(line).ok();
    let advice = advice.and_then(|line| advice_for_line(mistakes, line));
    let advice = advice.filter(|advice| advice.text != diagnostic.message);
    let advice = advice.map(|advice| match i64::try_from(advice.line) == Ok(line) {
        true => advice.text.clone(),
        false => format!("Line {}: {}", advice.line, advice.text),
    });
    ValidationError {
        line,
        column: diagnostic.place.and_then(|place| place.column).unwrap_or(1),
        severity,
        message: diagnostic.message,
        code: diagnostic.code,
        suggestion: diagnostic.suggestion.or(advice),
    }
}

fn to_warning(diagnostic: Diagnostic) -> ValidationWarning {
    ValidationWarning {
        line: diagnostic.place.map_or(1, |place| place.line),
        column: diagnostic.place.and_then(|place| place.column).unwrap_or(1),
        message: diagnostic.message,
        suggestion: diagnostic.suggestion,
    }
}
