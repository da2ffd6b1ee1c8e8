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
