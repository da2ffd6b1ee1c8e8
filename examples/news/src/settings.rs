//! What the environment says of the server. The variables of the runtime itself begin with `NEWS_MCP_`.

use std::env;
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
#[error("{variable} must be {expected} (got {value:?})")]
pub struct SettingsError {
    variable: &'static str,
    expected: &'static str,
    value: String,
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
    if let Some(url) = read_variable("DATABASE_URL") {
        return Location::from_url(&url).ok_or(SettingsError {
            variable: "DATABASE_URL",
            expected: "sqlite:FILE, sqlite::memory: or postgres://…",
            // The URL may have a password, so only its scheme is repeated.
            value: url.split(':').next().unwrap_or_default().to_owned(),
        });
    }
    let file = read_variable("NEWS_DATABASE").map(PathBuf::from);
    Ok(Location::SqliteFile(
        file.unwrap_or_else(Location::default_file),
    ))
}

fn read_switch(variable_name: &'static str, default: bool) -> Result<bool, SettingsError> {
    let Some(value) = read_variable(variable_name) else {
        return Ok(default);
    };
    match value.to_ascii_lowercase().as_str() {
        "1" | "true" | "yes" | "on" => Ok(true),
        "0" | "false" | "no" | "off" => Ok(false),
        _ => Err(SettingsError {
            variable: variable_name,
            expected: "on or off",
            value,
        }),
    }
}

/// A variable that is set to more than spaces.
fn read_variable(name: &str) -> Option<String> {
    // What is not UTF-8 must not count as unset. As text it has U+FFFD, which no setting takes.
    let value = env::var_os(name)?.to_string_lossy().trim().to_owned();
    (!value.is_empty()).then_some(value)
}
