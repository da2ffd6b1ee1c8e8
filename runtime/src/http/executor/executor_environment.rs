//! Reads settings of the executor from environment variables, with the API's name in front. A value is kept with
//! the name it came from, so that an error can name it.

use std::str::FromStr;

use crate::api::Api;
use crate::http::executor::ExecutorError;

/// How a variable is looked up.
pub(super) type Lookup = dyn Fn(&str) -> Option<String>;

/// A variable of the process that has a value.
///
/// A host of an MCP bundle may pass the placeholder of a setting to which the user gave no value: it stands for none, and must
/// not go upstream as a credential.
pub(crate) fn process_variable(name: &str) -> Option<String> {
    let value = std::env::var(name).ok()?;
    (!is_unset_option(&value)).then_some(value)
}

/// What a variable is set to, without spaces around it; none where it is set to nothing: files of containers often list every
/// variable.
pub(crate) fn find_set_value(
    lookup: &dyn Fn(&str) -> Option<String>,
    name: &str,
) -> Option<String> {
    let value = lookup(name)?.trim().to_owned();
    (!value.is_empty()).then_some(value)
}

/// Whether a value is how the `mcp_config` of a bundle's manifest refers to its `user_config`
/// (<https://github.com/modelcontextprotocol/mcpb/blob/main/MANIFEST.md>).
fn is_unset_option(value: &str) -> bool {
    value.starts_with("${user_config.") && value.ends_with('}')
}

/// The environment, as the executor of one API reads its settings from it.
#[derive(Clone, Copy)]
pub(super) struct Environment<'a> {
    api: &'a Api,
    lookup: &'a Lookup,
}

/// A setting and what it is called where something is wrong with it.
#[derive(Clone, Debug)]
pub(super) struct SettingValue {
    pub(super) source: String,
    pub(super) value: String,
}

impl<'a> Environment<'a> {
    pub(super) fn new(api: &'a Api, lookup: &'a Lookup) -> Self {
        Self { api, lookup }
    }

    /// The API's variable with this suffix, where it is set to something.
    pub(super) fn get(&self, suffix: &str) -> Option<SettingValue> {
        self.get_shared(&self.api.variable(suffix))
    }

    /// A variable that other programs know, too.
    pub(super) fn get_shared(&self, name: &str) -> Option<SettingValue> {
        Some(SettingValue {
            source: name.to_owned(),
            value: find_set_value(self.lookup, name)?,
        })
    }

    /// What the program has set, or else the API's variable with this suffix.
    pub(super) fn value_or_variable(
        &self,
        set: Option<String>,
        what: &str,
        suffix: &str,
    ) -> Option<SettingValue> {
        let set = set.map(|value| SettingValue {
            source: what.to_owned(),
            value,
        });
        set.or_else(|| self.get(suffix))
    }

    /// What the program has set, or else the number that the API's variable with this suffix is.
    pub(super) fn number_or_variable<N: FromStr>(
        &self,
        set: Option<N>,
        suffix: &str,
        expected: &str,
    ) -> Result<Option<N>, ExecutorError> {
        match (set, self.get(suffix)) {
            (Some(number), _) => Ok(Some(number)),
            (None, Some(SettingValue { source, value })) => {
                let wrong = || format!("'{value}' is not {expected}");
                let number = value.parse();
                number
                    .map(Some)
                    .map_err(|_| ExecutorError::for_setting(source, wrong()))
            }
            (None, None) => Ok(None),
        }
    }

    /// Whether the API's variable with this suffix switches something on.
    pub(super) fn switch_or_variable(
        &self,
        set: Option<bool>,
        suffix: &str,
    ) -> Result<bool, ExecutorError> {
        match (set, self.get(suffix)) {
            (Some(on), _) => Ok(on),
            (None, Some(SettingValue { source, value })) => {
                match value.to_ascii_lowercase().as_str() {
                    "1" | "true" | "yes" | "on" => Ok(true),
                    "0" | "false" | "no" | "off" => Ok(false),
                    _ => {
                        let why = format!("'{value}' is neither `true` nor `false`");
                        Err(ExecutorError::for_setting(source, why))
                    }
                }
            }
            (None, None) => Ok(false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_of_bundles_are_no_values() {
        assert!(is_unset_option("${user_config.PETS_API_KEY}"));
        for value in [
            "",
            "secret",
            "${HOME}",
            "a ${user_config.A}",
            "${user_config.A",
        ] {
            assert!(!is_unset_option(value), "{value}");
        }
        // Cargo sets it for tests.
        assert!(process_variable("CARGO_PKG_NAME").is_some());
        assert!(process_variable("TOOLWRIGHT_NO_SUCH_VARIABLE").is_none());
    }
}
