//! What may be set by environment variables: how long a server under test may take, and how much it may send.
//! The names begin with `MCP_PROBE_`, since those with `MCP_TEST_MCP_` are the settings of every generated server.

use std::ffi::OsString;
use std::time::Duration;

use thiserror::Error;

/// Limits for the servers under test.
///
/// ```
/// let settings = mcp_probe::Settings::default();
/// assert_eq!(settings.request_timeout.as_secs(), 60);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How long a server may take until it has answered the first request (`MCP_PROBE_CONNECT_TIMEOUT`, seconds).
    pub connect_timeout: Duration,
    /// How long it may take for any other request, or for all parts of a list (`MCP_PROBE_REQUEST_TIMEOUT`, seconds).
    pub request_timeout: Duration,
    /// The longest message that is read from it (`MCP_PROBE_MAX_MESSAGE_BYTES`).
    pub max_message_bytes: usize,
    /// The most parts of a list (`MCP_PROBE_MAX_PAGES`).
    pub max_pages: usize,
    /// Whether programs may be started as servers (`MCP_PROBE_COMMANDS`, `on` or `off`).
    pub allows_commands: bool,
    /// Whether files are read that a caller names (`MCP_PROBE_FILES`, `on` or `off`).
    pub allows_files: bool,
}

/// A variable whose value cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name} {problem}")]
pub struct SettingsError {
    name: &'static str,
    problem: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            connect_timeout: Duration::from_secs(30),
            request_timeout: Duration::from_secs(60),
            // As much as rmcp takes of one message by default.
            max_message_bytes: 16 * 1024 * 1024,
            // The largest public servers have some hundred tools, in parts of 50 or more.
            max_pages: 1_000,
            allows_commands: true,
            allows_files: true,
        }
    }
}

impl Settings {
    /// The settings of this process's environment.
    ///
    /// # Errors
    ///
    /// A variable has a value that cannot be used.
    pub fn from_environment() -> Result<Self, SettingsError> {
        Self::read(|name| std::env::var_os(name))
    }

    fn read(variable: impl Fn(&str) -> Option<OsString>) -> Result<Self, SettingsError> {
        let default = Self::default();
        let read = Reader(variable);
        Ok(Self {
            connect_timeout: read.seconds("MCP_PROBE_CONNECT_TIMEOUT", default.connect_timeout)?,
            request_timeout: read.seconds("MCP_PROBE_REQUEST_TIMEOUT", default.request_timeout)?,
            max_message_bytes: read
                .read_count("MCP_PROBE_MAX_MESSAGE_BYTES", default.max_message_bytes)?,
            max_pages: read.read_count("MCP_PROBE_MAX_PAGES", default.max_pages)?,
            allows_commands: read.switch("MCP_PROBE_COMMANDS", default.allows_commands)?,
            allows_files: read.switch("MCP_PROBE_FILES", default.allows_files)?,
        })
    }
}

/// Reads variables, of which an empty one counts as not set.
struct Reader<V>(V);

impl<V: Fn(&str) -> Option<OsString>> Reader<V> {
    fn value<T>(
        &self,
        name: &'static str,
        expected: &'static str,
        default: T,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<T, SettingsError> {
        let reject = |problem| SettingsError { name, problem };
        let Some(value) = (self.0)(name) else {
            return Ok(default);
        };
        let Ok(value) = value.into_string() else {
            // It must not count as unset.
            return Err(reject("is set to a value that is not UTF-8".to_owned()));
        };
        match value.trim() {
            "" => Ok(default),
            text => {
                parse(text).ok_or_else(|| reject(format!("must be {expected} (got {value:?})")))
            }
        }
    }

    fn seconds(&self, name: &'static str, default: Duration) -> Result<Duration, SettingsError> {
        let expected = "a number of seconds from 0.1 to 86400";
        self.value(name, expected, default, |text| {
            let seconds: f64 = text.parse().ok()?;
            let is_allowed = (0.1..=86_400.0).contains(&seconds);
            is_allowed.then(|| Duration::from_secs_f64(seconds))
        })
    }

    fn read_count(&self, name: &'static str, default: usize) -> Result<usize, SettingsError> {
        let expected = "a whole number greater than 0";
        self.value(name, expected, default, |text| {
            text.parse().ok().filter(|count| *count > 0)
        })
    }

    fn switch(&self, name: &'static str, default: bool) -> Result<bool, SettingsError> {
        self.value(name, "`on` or `off`", default, |text| match text {
            "on" | "1" | "true" => Some(true),
            "off" | "0" | "false" => Some(false),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, value: &str) -> Result<Settings, SettingsError> {
        Settings::read(|asked| (asked == name).then(|| value.into()))
    }

    #[test]
    fn variables_replace_defaults() {
        let settings = read("MCP_PROBE_REQUEST_TIMEOUT", "2.5").expect("is allowed");
        assert_eq!(settings.request_timeout, Duration::from_millis(2500));
        let settings = read("MCP_PROBE_COMMANDS", "off").expect("is allowed");
        assert!(!settings.allows_commands);
        assert_eq!(read("MCP_PROBE_MAX_PAGES", " "), Ok(Settings::default()));
    }

    #[test]
    fn a_value_that_cannot_be_used_is_rejected_with_its_variable() {
        let error = |name, value| read(name, value).expect_err("is rejected").to_string();
        assert_eq!(
            error("MCP_PROBE_CONNECT_TIMEOUT", "soon"),
            "MCP_PROBE_CONNECT_TIMEOUT must be a number of seconds from 0.1 to 86400 (got \"soon\")"
        );
        for value in ["0", "-1", "many"] {
            assert!(error("MCP_PROBE_MAX_PAGES", value).contains("greater than 0"));
        }
        assert!(error("MCP_PROBE_COMMANDS", "maybe").contains("`on` or `off`"));
    }

    #[test]
    #[cfg(unix)]
    fn a_value_that_is_not_utf_8_is_rejected() {
        use std::os::unix::ffi::OsStringExt as _;

        let name = "MCP_PROBE_COMMANDS";
        let read = Settings::read(|asked| {
            (asked == name).then(|| OsString::from_vec(b"off\xff".to_vec()))
        });
        assert_eq!(
            read.expect_err("is rejected").to_string(),
            "MCP_PROBE_COMMANDS is set to a value that is not UTF-8"
        );
    }
}
