//! Infers the structure of YAML data.

use serde_json::{Value, json};

use crate::failure::Failure;
use crate::yaml;

/// The documents of a text.
///
/// # Errors
///
/// The text is not YAML.
pub(crate) fn parse(text: &str) -> Result<Vec<Value>, Failure> {
    let documents = yaml::parse_documents(text).map_err(|error| {
        Failure::parse(format!("The source is not valid YAML: {error}.")).with_details(json!({
            "line": error.place.line, "column": error.place.column,
        }))
    })?;
    Ok(documents.iter().map(yaml::Yaml::to_json).collect())
}

/// The first document of a text as JSON.
///
/// # Errors
///
/// The text is not YAML.
pub(crate) fn to_json_text(text: &str) -> Result<String, Failure> {
    let documents = parse(text)?;
    Ok(documents.into_iter().next().unwrap_or_default().to_string())
}
