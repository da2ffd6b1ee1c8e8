//! The settings of the server: environment variables over the configuration file over defaults. `table` lists every
//! setting once with what it may be; `file` and `environment` read the same table. What is wrong is collected, so that
//! one start shows everything that has to be repaired.

mod environment;
mod error;
mod file;
mod input;
mod table;

use std::path::{Path, PathBuf};
use std::time::Duration;

pub use error::{SettingError, SettingsError};

/// A variable of this process. [`Settings::from_process`] has rejected those that are not UTF-8.
pub(crate) fn read_variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Which API the daemon has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// The API of `daemon.yaml`.
    Seed,
    /// The API of `utlx-1.yaml`, which the UTL-X daemon has.
    Utlx1,
}

/// Who infers the structure of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inference {
    /// The daemon, if its dialect can.
    Auto,
    /// The daemon.
    Daemon,
    /// This server.
    Local,
}

/// How this server is configured.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// `daemon`: the UTL-X daemon.
    pub daemon: DaemonSettings,
    /// `server`: this server.
    pub server: ServerSettings,
    /// `data`: what is read from files.
    pub data: DataSettings,
    /// `tools.get_input_schema`.
    pub get_input_schema: InputSchemaSettings,
    /// `tools.get_examples`.
    pub get_examples: ExamplesSettings,
    /// `tools.execute_transformation`.
    pub execute_transformation: ExecutionSettings,
}

/// `daemon`.
#[derive(Clone, Debug, PartialEq)]
pub struct DaemonSettings {
    /// Which API it has.
    pub dialect: Dialect,
    /// Where it is.
    pub url: String,
    /// How long a call may take, with all attempts.
    pub timeout: Duration,
    /// How often a request is sent again.
    pub retry_attempts: u32,
}

/// `server`.
#[derive(Clone, Debug, PartialEq)]
pub struct ServerSettings {
    /// The port of `--transport http`.
    pub port: u16,
    /// What is logged; `None` if nothing says so.
    pub log_level: Option<String>,
}

/// `data`.
#[derive(Clone, Debug, PartialEq)]
pub struct DataSettings {
    /// The function registry; `None` is the default path, and a small registry if that does not exist.
    pub function_registry: Option<PathBuf>,
    /// The conformance suite; `None` is the default path, and a small suite if that does not exist.
    pub conformance_suite: Option<PathBuf>,
}

/// `tools.get_input_schema`.
#[derive(Clone, Debug, PartialEq)]
pub struct InputSchemaSettings {
    /// Who infers the structure of data.
    pub inference: Inference,
    /// The directories whose files may be named as a source.
    pub allow_files: Vec<PathBuf>,
    /// The size of the largest source, in bytes.
    pub max_source_bytes: usize,
}

/// `tools.get_examples`.
#[derive(Clone, Debug, PartialEq)]
pub struct ExamplesSettings {
    /// Where the index is cached.
    pub index_path: PathBuf,
    /// Whether the index is built at every start.
    pub rebuild_on_startup: bool,
}

/// `tools.execute_transformation`.
#[derive(Clone, Debug, PartialEq)]
pub struct ExecutionSettings {
    /// How long an execution may take.
    pub timeout: Duration,
    /// How many megabytes input and output may have.
    pub max_memory_mb: u64,
}

/// Where the daemon of a dialect listens by default.
fn default_url(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Seed => "http://localhost:7778",
        Dialect::Utlx1 => "http://localhost:7779",
    }
}

/// The default port of this server: 7779, unless that is the daemon's.
fn default_port(dialect: Dialect) -> u16 {
    match dialect {
        Dialect::Seed => 7779,
        // The daemon of this dialect has 7779 itself.
        Dialect::Utlx1 => 7780,
    }
}

impl Settings {
    /// The settings with nothing but defaults; `home` is the user's directory.
    pub fn defaults(home: &Path) -> Self {
        Self {
            daemon: DaemonSettings {
                dialect: Dialect::Seed,
                // Empty and 0 until the dialect is known, on which both defaults depend.
                url: String::new(),
                timeout: Duration::from_secs(10),
                retry_attempts: 3,
            },
            server: ServerSettings {
                port: 0,
                log_level: None,
            },
            data: DataSettings {
                function_registry: None,
                conformance_suite: None,
            },
            get_input_schema: InputSchemaSettings {
                inference: Inference::Auto,
                allow_files: vec![PathBuf::from(".")],
                max_source_bytes: 10 << 20,
            },
            get_examples: ExamplesSettings {
                index_path: home.join(".utlx/conformance-index.json"),
                rebuild_on_startup: false,
            },
            execute_transformation: ExecutionSettings {
                timeout: Duration::from_secs(5),
                max_memory_mb: 100,
            },
        }
        .with_derived_defaults()
    }

    /// The settings of this process: its environment, and the file `~/.utlx/mcp-config.yaml` or the one that
    /// `UTLX_CONFIG` names.
    ///
    /// # Errors
    ///
    /// A value is not allowed, a key is not a setting, or the file cannot be read. All of it is told.
    pub fn from_process() -> Result<Self, SettingsError> {
        let errors = environment::reject_unreadable_values(std::env::vars_os());
        if !errors.is_empty() {
            return Err(SettingsError { errors });
        }
        let home = etcetera::home_dir().unwrap_or_else(|_| PathBuf::from("."));
        Self::read(&home, &read_variable)
    }

    /// The settings of an environment.
    ///
    /// ```
    /// use utlx_mcp::Settings;
    ///
    /// let variables = |name: &str| (name == "UTLX_DAEMON_TIMEOUT").then(|| "soon".to_owned());
    /// let error = Settings::read("/no/home".as_ref(), &variables).err();
    /// assert_eq!(
    ///     error.map(|error| error.to_string()).as_deref(),
    ///     Some("UTLX_DAEMON_TIMEOUT must be a number of milliseconds from 1 to 3600000 (got \"soon\")")
    /// );
    /// ```
    ///
    /// # Errors
    ///
    /// As [`from_process`](Self::from_process).
    pub fn read(
        home: &Path,
        lookup: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, SettingsError> {
        // Empty values are read as derived defaults at the end: the URL and the port depend on the dialect.
        let mut settings = Self::defaults(home);
        settings.daemon.url.clear();
        settings.server.port = 0;
        let mut errors = Vec::new();
        let (path, is_required) = match lookup("UTLX_CONFIG").filter(|it| !it.trim().is_empty()) {
            Some(path) => (input::expand_home(path.trim(), home), true),
            None => (home.join(".utlx/mcp-config.yaml"), false),
        };
        file::read_file(&path, is_required, home, &mut settings, &mut errors);
        environment::read_environment(lookup, home, &mut settings, &mut errors);
        let settings = settings.with_derived_defaults();
        if errors.is_empty() {
            errors.extend(check_ports(&settings));
        }
        match errors.is_empty() {
            true => Ok(settings),
            false => Err(SettingsError { errors }),
        }
    }

    fn with_derived_defaults(mut self) -> Self {
        if self.daemon.url.is_empty() {
            default_url(self.daemon.dialect).clone_into(&mut self.daemon.url);
        }
        if self.server.port == 0 {
            self.server.port = default_port(self.daemon.dialect);
        }
        self
    }
}

/// The daemon and this server cannot listen on the same port of this machine.
fn check_ports(settings: &Settings) -> Option<SettingError> {
    let port = settings.server.port;
    let own = ["localhost", "127.0.0.1", "[::1]"].map(|host| format!("http://{host}:{port}"));
    let url = settings.daemon.url.trim_end_matches('/');
    own.iter().any(|own| own == url).then(|| SettingError {
        place: None,
        message: format!(
            "daemon.url ({url}) is the address of this server itself, since server.port is {port}. Change one of \
             them: UTLX_DAEMON_URL or MCP_PORT."
        ),
    })
}

#[cfg(test)]
mod tests;
