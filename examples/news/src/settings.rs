//! What the environment says of the server. The variables of the runtime itself begin with `NEWS_MCP_`.

use std::env::{self, VarError};
use std::path::PathBuf;

use crate::storage::Location;

/// What can be set.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where the data is.
    pub location: Location,
    /// Whether due feeds are fetched in the background.
    pub runs_scheduler: bool,
    /// Whether feeds may be on this machine and in private networks.
    pub allows_private_feeds: bool,
}

/// Why the environment makes no sense.
#[derive(Debug, thiserror::Error)]
#[error("{variable} {problem}")]
pub struct SettingsError {
    variable: &'static str,
    problem: String,
}

impl SettingsError {
    fn for_value(variable: &'static str, expected: &str, value: &str) -> Self {
        let problem = format!("must be {expected} (got {value:?})");
        Self { variable, problem }
    }
}

impl Settings {
    /// Reads `DATABASE_URL` or `NEWS_DATABASE`, `NEWS_SCHEDULER` and `NEWS_ALLOW_PRIVATE_FEEDS`.
    ///
    /// # Errors
    ///
    /// If one of them has a value that it cannot have.
    pub fn from_environment() -> Result<Self, SettingsError> {
        Ok(Self {
            location: read_location()?,
            runs_scheduler: read_switch("NEWS_SCHEDULER", true)?,
            allows_private_feeds: read_switch("NEWS_ALLOW_PRIVATE_FEEDS", false)?,
        })
    }
}

fn read_location() -> Result<Location, SettingsError> {
    if let Some(url) = read_variable("DATABASE_URL")? {
        return Location::from_url(&url).ok_or_else(|| {
            // The URL may have a password, so only its scheme is repeated.
            let scheme = url.split(':').next().unwrap_or_default();
            let expected = "sqlite:FILE, sqlite::memory: or postgres://…";
            SettingsError::for_value("DATABASE_URL", expected, scheme)
        });
    }
    let file = read_variable("NEWS_DATABASE")?.map(PathBuf::from);
    Ok(Location::SqliteFile(
        file.unwrap_or_else(Location::default_file),
    ))
}

fn read_switch(variable_name: &'static str, default: bool) -> Result<bool, SettingsError> {
    let Some(value) = read_variable(variable_name)? else {
        return Ok(default);
    };
    match value.to_ascii_lowercase().as_str() {
        "1" | "true" | "yes" | "on" => Ok(true),
        "0" | "false" | "no" | "off" => Ok(false),
        _ => Err(SettingsError::for_value(variable_name, "on or off", &value)),
    }
}

/// A variable that is set to more than spaces.
fn read_variable(variable: &'static str) -> Result<Option<String>, SettingsError> {
    parse_variable(variable, env::var(variable))
}

fn parse_variable(
    variable: &'static str,
    value: Result<String, VarError>,
) -> Result<Option<String>, SettingsError> {
    match value {
        Ok(value) => {
            let value = value.trim().to_owned();
            Ok((!value.is_empty()).then_some(value))
        }
        Err(VarError::NotPresent) => Ok(None),
        Err(VarError::NotUnicode(_)) => Err(SettingsError {
            variable,
            problem: "is set to a value that is not UTF-8".to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_is_not_utf_8_is_rejected() {
        let parse = |value| parse_variable("NEWS_DATABASE", value);
        let unreadable = Err(VarError::NotUnicode("news.db".into()));
        let error = parse(unreadable).expect_err("is rejected").to_string();
        assert_eq!(error, "NEWS_DATABASE is set to a value that is not UTF-8");
        let text = |text: &str| parse(Ok(text.to_owned())).expect("is UTF-8");
        assert_eq!(text(" news.db "), Some("news.db".to_owned()));
        assert_eq!(text(" "), None);
    }
}
