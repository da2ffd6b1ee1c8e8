use std::ffi::OsString;
use std::path::Path;

use super::input::Input;
use super::table::DEFINITIONS;
use super::{SettingError, Settings};

/// Reads the variables. An empty one counts as absent.
pub(super) fn read_environment(
    lookup: &dyn Fn(&str) -> Option<String>,
    home: &Path,
    settings: &mut Settings,
    errors: &mut Vec<SettingError>,
) {
    for definition in DEFINITIONS {
        let Some(variable) = definition.variable else {
            continue;
        };
        let Some(text) = lookup(variable).filter(|text| !text.trim().is_empty()) else {
            continue;
        };
        let input = Input::Variable(&text);
        if (definition.apply)(settings, input, home).is_none() {
            errors.push(SettingError {
                place: None,
                message: format!(
                    "{variable} must be {} (got {})",
                    definition.allowed,
                    input.describe_value()
                ),
            });
        }
    }
}

/// An error for each variable of this server whose value is not UTF-8. It would pass for one that is not set, and a default
/// would take its place. Those of the daemon's connection, such as `UTLX_DAEMON_CA_FILE`, are not in the table.
pub(super) fn reject_unreadable_values(
    variables: impl Iterator<Item = (OsString, OsString)>,
) -> Vec<SettingError> {
    let is_own = |name: &String| {
        let mut definitions = DEFINITIONS.iter();
        name.starts_with("UTLX_")
            || definitions.any(|definition| definition.variable == Some(name.as_str()))
    };
    let unreadable = variables.filter(|(_, value)| value.to_str().is_none());
    let names = unreadable.filter_map(|(name, _)| name.into_string().ok());
    let errors = names.filter(is_own).map(|name| SettingError {
        place: None,
        message: format!("{name} is set to a value that is not UTF-8"),
    });
    errors.collect()
}
