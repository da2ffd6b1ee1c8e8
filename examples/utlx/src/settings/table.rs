//! Every setting: its key in the file, its variable, what it may be, and where it goes.

use std::path::Path;
use std::time::Duration;

use super::input::Input;
use super::{Dialect, Inference, Settings};

/// A setting.
pub(super) struct Definition {
    /// `daemon.url`.
    pub(super) key: &'static str,
    pub(super) variable: Option<&'static str>,
    /// What it must be, as it stands after "must be".
    pub(super) allowed: &'static str,
    /// Sets it; `None` if the value is not allowed.
    pub(super) apply: fn(&mut Settings, Input<'_>, &Path) -> Option<()>,
}

const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

pub(super) const DEFINITIONS: &[Definition] = &[
    Definition {
        key: "daemon.dialect",
        variable: Some("UTLX_DAEMON_DIALECT"),
        allowed: "seed or utlx-1",
        apply: |settings, input, _| {
            settings.daemon.dialect = match input.as_text()?.as_str() {
                "seed" => Dialect::Seed,
                "utlx-1" => Dialect::Utlx1,
                _ => return None,
            };
            Some(())
        },
    },
    Definition {
        key: "daemon.url",
        variable: Some("UTLX_DAEMON_URL"),
        allowed: "a URL that begins with http:// or https://, such as http://localhost:7778",
        apply: |settings, input, _| {
            let url = input.as_text()?;
            let host = url
                .strip_prefix("http://")
                .or(url.strip_prefix("https://"))?;
            // A first check that can name the setting; the executor parses the whole URL later.
            let is_host = !host.is_empty() && !host.starts_with('/') && !host.contains(' ');
            is_host.then(|| settings.daemon.url = url)
        },
    },
    Definition {
        key: "daemon.timeout",
        variable: Some("UTLX_DAEMON_TIMEOUT"),
        allowed: "a number of milliseconds from 1 to 3600000",
        apply: |settings, input, _| {
            settings.daemon.timeout = Duration::from_millis(input.as_integer(1..=3_600_000)?);
            Some(())
        },
    },
    Definition {
        key: "daemon.retry_attempts",
        variable: None,
        allowed: "a number from 0 to 10",
        apply: |settings, input, _| {
            let attempts = input.as_integer(0..=10)?;
            settings.daemon.retry_attempts = u32::try_from(attempts).ok()?;
            Some(())
        },
    },
    Definition {
        key: "server.port",
        variable: Some("MCP_PORT"),
        allowed: "a port from 1 to 65535",
        apply: |settings, input, _| {
            let port = input.as_integer(1..=65_535)?;
            settings.server.port = u16::try_from(port).ok()?;
            Some(())
        },
    },
    Definition {
        key: "server.log_level",
        variable: Some("MCP_LOG_LEVEL"),
        allowed: "off, error, warn, info, debug or trace",
        apply: |settings, input, _| {
            // YAML reads `off` as text, and so does this table.
            let level = input.as_text()?.to_ascii_lowercase();
            // Other programs call it so.
            let level = if level == "warning" {
                "warn".to_owned()
            } else {
                level
            };
            LEVELS
                .contains(&level.as_str())
                .then(|| settings.server.log_level = Some(level))
        },
    },
    Definition {
        key: "data.function_registry",
        variable: Some("FUNCTION_REGISTRY_PATH"),
        allowed: "the path of a JSON file",
        apply: |settings, input, home| {
            settings.data.function_registry = Some(input.as_path(home)?);
            Some(())
        },
    },
    Definition {
        key: "data.conformance_suite",
        variable: Some("CONFORMANCE_SUITE_PATH"),
        allowed: "the path of a directory",
        apply: |settings, input, home| {
            settings.data.conformance_suite = Some(input.as_path(home)?);
            Some(())
        },
    },
    Definition {
        key: "tools.get_input_schema.inference",
        variable: None,
        allowed: "auto, daemon or local",
        apply: |settings, input, _| {
            settings.get_input_schema.inference = match input.as_text()?.as_str() {
                "auto" => Inference::Auto,
                "daemon" => Inference::Daemon,
                "local" => Inference::Local,
                _ => return None,
            };
            Some(())
        },
    },
    Definition {
        key: "tools.get_input_schema.allow_files",
        variable: None,
        allowed: "a list of directories; an empty list allows no files",
        apply: |settings, input, home| {
            settings.get_input_schema.allow_files = input.as_paths(home)?;
            Some(())
        },
    },
    Definition {
        key: "tools.get_input_schema.max_source_bytes",
        variable: None,
        allowed: "a number of bytes from 1 to 100000000",
        apply: |settings, input, _| {
            let bytes = input.as_integer(1..=100_000_000)?;
            settings.get_input_schema.max_source_bytes = usize::try_from(bytes).ok()?;
            Some(())
        },
    },
    Definition {
        key: "tools.get_examples.index_path",
        variable: None,
        allowed: "the path of a file",
        apply: |settings, input, home| {
            settings.get_examples.index_path = input.as_path(home)?;
            Some(())
        },
    },
    Definition {
        key: "tools.get_examples.rebuild_on_startup",
        variable: None,
        allowed: "true or false",
        apply: |settings, input, _| {
            settings.get_examples.rebuild_on_startup = input.as_bool()?;
            Some(())
        },
    },
    Definition {
        key: "tools.execute_transformation.timeout",
        variable: None,
        allowed: "a number of milliseconds from 1 to 3600000",
        apply: |settings, input, _| {
            let timeout = Duration::from_millis(input.as_integer(1..=3_600_000)?);
            settings.execute_transformation.timeout = timeout;
            Some(())
        },
    },
    Definition {
        key: "tools.execute_transformation.max_memory_mb",
        variable: None,
        allowed: "a number of megabytes from 1 to 1024",
        apply: |settings, input, _| {
            settings.execute_transformation.max_memory_mb = input.as_integer(1..=1024)?;
            Some(())
        },
    },
];
