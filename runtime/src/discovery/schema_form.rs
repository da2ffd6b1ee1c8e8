//! The form in which the schema provider describes an operation: the server's default, and what a call asks for instead.

use serde_json::Map;

use super::count_argument::parse_count;
use crate::discovery_table::SchemaFormat;
use crate::file::AllowedSources;
use crate::value::Json;

/// An answer has so many tokens, unless a call allows another number.
const DEFAULT_TOKENS: usize = 10_000;

/// A token has about so many bytes.
const BYTES_OF_TOKEN: usize = 4;

/// The ways to name a file in the arguments of a tool.
pub(crate) type SourcesOf<'a> = dyn Fn(&str) -> AllowedSources + 'a;

/// How a server's provider answers unless a call says otherwise.
#[derive(Clone, Copy)]
pub(crate) struct ProviderDefaults<'a> {
    pub(crate) format: SchemaFormat,
    /// Whether operations are called by an executor, or each by its own tool.
    pub(crate) has_executor: bool,
    /// No result of the server is longer.
    pub(crate) max_result_bytes: usize,
    /// What the operator allows.
    pub(crate) sources_of: &'a SourcesOf<'a>,
}

/// The form of one answer. The full one has both schemas, and no other limit than all results have.
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
        defaults: ProviderDefaults<'_>,
    ) -> Result<Self, Vec<String>> {
        // Models write `null` for an argument that they do not use.
        let given = |name: &str| arguments.get(name).filter(|value| !value.is_null());
        let mut wrong = Vec::new();
        let format = match given("format") {
            None => defaults.format,
            Some(asked) => {
                let asked = asked.as_str().map(|text| text.trim().to_lowercase());
                asked.and_then(|text| text.parse().ok()).unwrap_or_else(|| {
                    wrong.push("format must be one of: nested, compact, full".to_owned());
                    defaults.format
                })
            }
        };
        let has_output = match given("include_output") {
            None => false,
            Some(Json::Bool(asked)) => *asked,
            Some(_) => {
                wrong.push("include_output must be true or false".to_owned());
                false
            }
        };
        let max_tokens = given("max_tokens").map(parse_count);
        if matches!(max_tokens, Some(None | Some(0))) {
            wrong.push("max_tokens must be a positive integer".to_owned());
        }
        let max_tokens = max_tokens.flatten().unwrap_or(DEFAULT_TOKENS);
        match wrong.is_empty() {
            false => Err(wrong),
            true => Ok(Self {
                format,
                // Clients send the defaults of arguments, which must not spoil a full answer.
                has_output: has_output || format == SchemaFormat::Full,
                max_bytes: max_tokens
                    .saturating_mul(BYTES_OF_TOKEN)
                    .min(defaults.max_result_bytes),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_no_longer_than_results_may_be() {
        let defaults = ProviderDefaults {
            format: SchemaFormat::Nested,
            has_executor: true,
            max_result_bytes: 450,
            sources_of: &|_| AllowedSources::none(),
        };
        for (max_tokens, expected) in [(1000, 450), (100, 400)] {
            let arguments = Map::from_iter([("max_tokens".to_owned(), Json::from(max_tokens))]);
            let form = SchemaForm::from_arguments(&arguments, defaults);
            assert_eq!(form.map(|form| form.max_bytes), Ok(expected));
        }
    }
}
