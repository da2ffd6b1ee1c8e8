//! The form in which the schema provider describes an operation: the server's default, and what a call asks for instead.

use serde_json::Map;

use crate::tools::SchemaFormat;
use crate::value::Json;

/// An answer has so many tokens, unless a call allows another number.
const DEFAULT_TOKENS: usize = 10_000;

/// A token has about so many characters.
const BYTES_OF_TOKEN: usize = 4;

/// How a server's provider answers unless a call says otherwise.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProviderDefaults {
    pub(crate) format: SchemaFormat,
    /// Whether operations are called by an executor, or each by its own tool.
    pub(crate) has_executor: bool,
}

/// The form of one answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SchemaForm {
    pub(super) format: SchemaFormat,
    pub(super) has_output: bool,
    pub(super) max_bytes: usize,
}

impl SchemaForm {
    /// What the arguments ask for, or all that is wrong with them.
    pub(super) fn from_arguments(
        arguments: &Map<String, Json>,
        format: SchemaFormat,
    ) -> Result<Self, Vec<String>> {
        // Models write `null` for an argument that they do not use.
        let given = |name: &str| arguments.get(name).filter(|value| !value.is_null());
        let mut wrong = Vec::new();
        let format = match given("format") {
            None => format,
            Some(asked) => {
                let asked = asked.as_str().map(|text| text.trim().to_lowercase());
                asked.and_then(|text| text.parse().ok()).unwrap_or_else(|| {
                    wrong.push("format must be one of: nested, compact, full".to_owned());
                    format
                })
            }
        };
        let has_output = match given("include_output") {
            None => format == SchemaFormat::Full,
            Some(Json::Bool(asked)) => *asked,
            Some(_) => {
                wrong.push("include_output must be true or false".to_owned());
                false
            }
        };
        let max_tokens = given("max_tokens").map(parse_count);
        if matches!(max_tokens, Some(None | Some(0))) {
            wrong.push("max_tokens must be a number above 0".to_owned());
        }
        // The full answer is one text, which has both schemas.
        if format == SchemaFormat::Full && (!has_output || max_tokens.is_some()) {
            wrong.push(
                "include_output and max_tokens need the format nested or compact: full has everything"
                    .to_owned(),
            );
        }
        let max_tokens = max_tokens.flatten().unwrap_or(DEFAULT_TOKENS);
        match wrong.is_empty() {
            false => Err(wrong),
            true => Ok(Self {
                format,
                has_output,
                max_bytes: max_tokens.saturating_mul(BYTES_OF_TOKEN),
            }),
        }
    }
}

/// A number, which may be written as a text.
fn parse_count(value: &Json) -> Option<usize> {
    match value {
        Json::String(text) => text.trim().parse().ok(),
        number => usize::try_from(number.as_u64()?).ok(),
    }
}
