//! What the schemas of the tools cannot say of their arguments.

use toolwright::Json;
use toolwright::Map;
use toolwright::value::Violation;
use toolwright_codegen::source::pointer::join;

use crate::failure::{Failure, FailureKind};

/// The failure of a call whose arguments are not valid, whoever found that out.
pub(crate) fn invalid_arguments(tool: &str, violations: &[Violation]) -> Failure {
    let wrong: Vec<String> = violations.iter().map(ToString::to_string).collect();
    Failure::new(
        FailureKind::InvalidArguments,
        format!(
            "the arguments of {tool} are not valid: {}",
            wrong.join("; ")
        ),
    )
    .with_detail("violations", wrong)
    .with_suggestion("call the tool with arguments that match its input schema")
}

/// Rejects arguments that a tool does not have. The schemas admit them, so that they are listed as they are
/// specified.
pub(crate) fn reject_unknown_arguments(
    tool: &str,
    unknown: &Map<Json>,
    known: &[&str],
) -> Result<(), Failure> {
    let violations: Vec<Violation> = unknown
        .iter()
        .map(|(name, _)| {
            Violation::new(
                join("", name),
                format!("is not an argument of {tool}; it has {}", known.join(", ")),
            )
        })
        .collect();
    match violations.is_empty() {
        true => Ok(()),
        false => Err(invalid_arguments(tool, &violations)),
    }
}
