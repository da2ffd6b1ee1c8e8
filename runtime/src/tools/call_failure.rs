//! The form that a server gives the errors of its calls. A handler has full control over its own errors, by
//! [`ToolError::outcome`](crate::ToolError::outcome); arguments that the schema rejects, panics and calls that a
//! server does not run never reach a handler.

use std::sync::Arc;

use super::Tools;
use crate::outcome::Outcome;
use crate::value::{Json, Violation};

/// An error of a call that no handler has given a form.
///
/// ```
/// use serde_json::json;
/// use toolwright::{CallFailure, Json};
///
/// fn envelope(failure: &CallFailure<'_>) -> Json {
///     let code = match failure.violations {
///         [] => "INTERNAL_ERROR",
///         _ => "INVALID_INPUT",
///     };
///     json!({"success": false, "error": {"code": code, "message": failure.message}})
/// }
///
/// let failure = CallFailure { tool: "list_pets", violations: &[], message: "too many calls" };
/// assert_eq!(envelope(&failure)["error"]["code"], "INTERNAL_ERROR");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CallFailure<'f> {
    /// The name of the tool.
    pub tool: &'f str,
    /// What is wrong with the arguments; empty for every other error.
    pub violations: &'f [Violation],
    /// What a model would read otherwise: the reason, and what to do.
    pub message: &'f str,
}

/// How an error becomes JSON.
pub(super) type ErrorForm = Arc<dyn Fn(&CallFailure<'_>) -> Json + Send + Sync>;

impl Tools {
    /// Gives errors of calls a form in JSON: those that have no structured content, such as wrong arguments, a
    /// handler that panicked or took too long, and a call for which the server has no capacity. The JSON is both
    /// the text and the structured content of the result, which remains an error. So it is for endpoints that are
    /// called by the executor of discovery; the lister and the provider have JSON of their own.
    ///
    /// ```
    /// mod pets {
    ///     toolwright::tools!("tests/doc/pets.yaml");
    /// }
    /// use serde_json::json;
    /// use toolwright::Tools;
    ///
    /// let tools = Tools::from_api(&pets::API)
    ///     .error_form(|failure| json!({"success": false, "error": {"message": failure.message}}));
    /// ```
    #[must_use]
    pub fn error_form(
        mut self,
        form: impl Fn(&CallFailure<'_>) -> Json + Send + Sync + 'static,
    ) -> Self {
        self.error_form = Some(Arc::new(form));
        self
    }

    /// Whether errors without structured content get a form.
    pub(crate) fn has_error_form(&self) -> bool {
        self.error_form.is_some()
    }

    /// Gives an error its form, unless it has one.
    pub(crate) fn shape_error(
        &self,
        tool: &str,
        violations: &[Violation],
        outcome: Outcome,
    ) -> Outcome {
        let Some(form) = &self.error_form else {
            return outcome;
        };
        if !outcome.is_error || outcome.structured.is_some() {
            return outcome;
        }
        let shaped = form(&CallFailure {
            tool,
            violations,
            message: &outcome.text,
        });
        Outcome {
            text: shaped.to_string(),
            structured: Some(shaped),
            ..outcome
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn code(failure: &CallFailure<'_>) -> Json {
        json!({"tool": failure.tool, "violations": failure.violations.len(), "message": failure.message})
    }

    #[test]
    fn errors_without_structured_content_get_the_form() {
        let plain = Tools::new("shop", "1");
        let failed = || Outcome::failure("no");
        assert_eq!(plain.shape_error("buy", &[], failed()), failed());
        let shaping = plain.error_form(code);
        let violation = Violation::new("/count".to_owned(), "is negative".to_owned());
        let shaped = shaping.shape_error("buy", &[violation], failed());
        let expected = json!({"tool": "buy", "violations": 1, "message": "no"});
        assert!(shaped.is_error);
        assert_eq!(shaped.text, expected.to_string());
        assert_eq!(shaped.structured, Some(expected));
        // A handler has given these their form.
        let own = Outcome {
            structured: Some(json!({"code": 7})),
            ..failed()
        };
        assert_eq!(shaping.shape_error("buy", &[], own.clone()), own);
        let success = Outcome::success("done");
        assert_eq!(shaping.shape_error("buy", &[], success.clone()), success);
    }
}
