//! Reads settings of the executor from environment variables, with the API's name in front. A value is kept with
//! the name it came from, so that an error can name it.

use std::ffi::OsString;
use std::str::FromStr;

use crate::api::Api;
use crate::http::executor::ExecutorError;
use crate::http::executor::proxy::PROXY_VARIABLES;

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

/// Whether a value switches something on; `None` if it says neither. Everything that is on or off in the environment is read here.
pub(crate) fn parse_switch(value: &str) -> Option<bool> {
    match value.trim().to_ascii_lowercase().as_str() {
        "1" | "true" | "yes" | "on" => Some(true),
        "0" | "false" | "no" | "off" => Some(false),
        _ => None,
    }
}

/// Whether a value is how the `mcp_config` of a bundle's manifest refers to its `user_config`
/// (<https://github.com/modelcontextprotocol/mcpb/blob/main/MANIFEST.md>).
fn is_unset_option(value: &str) -> bool {
    value.starts_with("${user_config.") && value.ends_with('}')
}

/// The name of a variable that is read and whose value is not UTF-8.
fn find_unreadable_value(
    variables: impl Iterator<Item = (OsString, OsString)>,
    is_read: impl Fn(&str) -> bool,
) -> Option<String> {
    let unreadable = variables.filter(|(_, value)| value.to_str().is_none());
    let mut names = unreadable.filter_map(|(name, _)| name.into_string().ok());
    names.find(|name| is_read(name))
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

    /// Rejects a variable of the API whose value is not UTF-8, and those of the proxies. A lookup has no text for it, so it would
    /// pass for one that is not set: a switch such as `{NAME}_CA_ONLY` would fail open, and a lookup of the program's own might
    /// put a default in its place.
    pub(super) fn reject_unreadable_values(&self) -> Result<(), ExecutorError> {
        let prefix = self.api.variable("");
        let is_read = |name: &str| {
            let mut presets = self.api.preset_variables();
            name.starts_with(&prefix)
                || PROXY_VARIABLES.contains(&name.to_ascii_uppercase().as_str())
                || presets.any(|preset| preset == name)
        };
        match find_unreadable_value(std::env::vars_os(), is_read) {
            Some(name) => Err(ExecutorError::for_setting(name, "its value is not UTF-8")),
            None => Ok(()),
        }
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
                let wrong = || format!("'{value}' is neither `true` nor `false`");
                parse_switch(&value).ok_or_else(|| ExecutorError::for_setting(source, wrong()))
            }
            (None, None) => Ok(false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_switch_is_on_or_off() {
        for (value, expected) in [
            ("TRUE", Some(true)),
            (" 1 ", Some(true)),
            ("off", Some(false)),
            ("maybe", None),
            ("", None),
        ] {
            assert_eq!(parse_switch(value), expected, "{value}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn values_that_are_not_text_are_found() {
        use std::os::unix::ffi::OsStringExt as _;

        let variables = |name: &str| {
            let value = OsString::from_vec(b"tru\xff".to_vec());
            [
                ("PETS_OPEN".into(), "é".into()),
                (OsString::from(name), value),
            ]
        };
        let is_read = |name: &str| name.starts_with("PETS_");
        let find = |name: &str| find_unreadable_value(variables(name).into_iter(), is_read);
        assert_eq!(find("PETS_CA_ONLY").as_deref(), Some("PETS_CA_ONLY"));
        assert_eq!(find("CA_ONLY"), None);
        // One that nobody reads hides no other.
        let both = variables("CA_ONLY")
            .into_iter()
            .chain(variables("PETS_CA_ONLY"));
        let found = find_unreadable_value(both, is_read);
        assert_eq!(found.as_deref(), Some("PETS_CA_ONLY"));
    }

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
