use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::api::Api;
use crate::http::executor::auth::{Certificate, Keyring, Passing};
use crate::http::executor::clients::{ClientSettings, Clients};
use crate::http::executor::files::FileAccess;
use crate::http::executor::server::Server;
use crate::http::executor::{ExecutorError, HttpExecutor, Limits};

/// Sets up an [`HttpExecutor`].
///
/// What is not set comes from the environment, where `{NAME}` is the name of the API in capitals:
/// `{NAME}_BASE_URL`, `{NAME}_TIMEOUT_SECS`, `{NAME}_ALLOW_FILES` (directories, separated as in
/// `PATH`), `{NAME}_ALLOW_URIS` (origins, separated by spaces), `{NAME}_MAX_FILE_BYTES` and the
/// variables of the security schemes.
pub struct HttpExecutorBuilder {
    api: &'static Api,
    base_url: Option<String>,
    connect_timeout: Duration,
    timeout: Option<Duration>,
    max_response_bytes: usize,
    max_attachment_bytes: usize,
    max_stream_items: usize,
    directories: Vec<PathBuf>,
    origins: Vec<String>,
    max_file_bytes: Option<u64>,
    pass_headers: Vec<String>,
    environment: Environment,
}

type Environment = Box<dyn Fn(&str) -> Option<String>>;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
pub(crate) const TIMEOUT: Duration = Duration::from_secs(30);
const MAX_RESPONSE_BYTES: usize = 10 * 1024 * 1024;
/// What clients take of an image.
const MAX_ATTACHMENT_BYTES: usize = 5 * 1024 * 1024;
const MAX_STREAM_ITEMS: usize = 1000;
pub(crate) const MAX_FILE_BYTES: u64 = 20 * 1024 * 1024;

impl HttpExecutorBuilder {
    pub(super) fn new(api: &'static Api) -> Self {
        Self {
            api,
            base_url: None,
            connect_timeout: CONNECT_TIMEOUT,
            timeout: None,
            max_response_bytes: MAX_RESPONSE_BYTES,
            max_attachment_bytes: MAX_ATTACHMENT_BYTES,
            max_stream_items: MAX_STREAM_ITEMS,
            directories: Vec::new(),
            origins: Vec::new(),
            max_file_bytes: None,
            pass_headers: Vec::new(),
            environment: Box::new(|name| std::env::var(name).ok()),
        }
    }

    /// Sends every request under this base URL, whatever the environment and the spec say. It
    /// takes the place of a whole server URL of the spec, with its path.
    pub fn base_url(mut self, url: impl Into<String>) -> Self {
        self.base_url = Some(url.into());
        self
    }

    /// How long connecting may take; 10 seconds unless set.
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.connect_timeout = timeout;
        self
    }

    /// How long a call may take, from connecting to the end of the response; 30 seconds unless
    /// set here or in the environment.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// How large a response may be; 10 MiB unless set.
    pub fn max_response_bytes(mut self, limit: usize) -> Self {
        self.max_response_bytes = limit;
        self
    }

    /// How large a file in a response may be to be handed to the client; 5 MiB unless set. Of a
    /// larger one the client is told type and size.
    pub fn max_attachment_bytes(mut self, limit: usize) -> Self {
        self.max_attachment_bytes = limit;
        self
    }

    /// How many items of a stream are read (server-sent events, lines of JSON); 1000 unless set. It
    /// ends before that when the response gets larger than
    /// [`max_response_bytes`](Self::max_response_bytes) or the call takes as long as it may.
    pub fn max_stream_items(mut self, limit: usize) -> Self {
        self.max_stream_items = limit;
        self
    }

    /// Lets a file that a tool uploads be one of this directory, or of a directory below it, by its
    /// path or its `file:` URI; may be called for several directories. Links and `..` do not lead
    /// out of it. Unless it is called here or the environment names directories, no path is read.
    pub fn allow_files(mut self, directory: impl Into<PathBuf>) -> Self {
        self.directories.push(directory.into());
        self
    }

    /// Lets a file that a tool uploads be fetched from this origin, `https://files.example.com`, or
    /// with `*` from any public `https:` address; may be called for several origins. Redirects to
    /// another origin are not followed, and no credentials are sent. Unless it is called here or
    /// the environment names origins, nothing is fetched.
    pub fn allow_uris(mut self, origin: impl Into<String>) -> Self {
        self.origins.push(origin.into());
        self
    }

    /// How large the files may be together that a call has read by path or URI; 20 MiB unless set
    /// here or in the environment.
    pub fn max_file_bytes(mut self, limit: u64) -> Self {
        self.max_file_bytes = Some(limit);
        self
    }

    /// Sends this header of the client's own HTTP request upstream, in place of a configured
    /// credential in that header; may be called several times. Unless it is called, nothing of
    /// that request goes upstream: the MCP specification forbids to pass a client's token through,
    /// so `authorization` is for upstreams that the token was issued for.
    pub fn pass_header(mut self, name: impl Into<String>) -> Self {
        self.pass_headers.push(name.into());
        self
    }

    /// Looks variables up here instead of in the process's environment.
    pub fn environment(mut self, lookup: impl Fn(&str) -> Option<String> + 'static) -> Self {
        self.environment = Box::new(lookup);
        self
    }

    /// The executor.
    ///
    /// # Errors
    ///
    /// The base URL, a variable or a header to pass on makes no sense. No base URL at all is no error
    /// here: the tools can still be listed, and a call says what is missing.
    pub fn build(self) -> Result<HttpExecutor, ExecutorError> {
        let base_url_variable = self.api.variable("BASE_URL");
        let timeout_variable = self.api.variable("TIMEOUT_SECS");
        let from_environment = |name: &str| {
            let value = (self.environment)(name)?.trim().to_owned();
            (!value.is_empty()).then_some(value)
        };
        let chosen = match self.base_url {
            Some(url) => Some((url, "the base URL")),
            None => {
                from_environment(&base_url_variable).map(|url| (url, base_url_variable.as_str()))
            }
        };
        let server = Server::new(self.api, base_url_variable.clone(), chosen)?;
        let timeout = match (self.timeout, from_environment(&timeout_variable)) {
            (Some(timeout), _) => timeout,
            (None, Some(text)) => seconds(&text).ok_or_else(|| ExecutorError::Timeout {
                variable: timeout_variable.clone(),
                value: text,
            })?,
            (None, None) => TIMEOUT,
        };
        let mut directories = self.directories;
        if directories.is_empty() {
            let listed = from_environment(&self.api.variable("ALLOW_FILES"));
            directories.extend(listed.iter().flat_map(std::env::split_paths));
        }
        let mut origins = self.origins;
        if origins.is_empty() {
            let listed = from_environment(&self.api.variable("ALLOW_URIS"));
            let listed = listed.unwrap_or_default();
            origins.extend(listed.split_whitespace().map(str::to_owned));
        }
        let max_bytes_variable = self.api.variable("MAX_FILE_BYTES");
        let max_file_bytes = match (self.max_file_bytes, from_environment(&max_bytes_variable)) {
            (Some(limit), _) => limit,
            (None, Some(text)) => text.parse().map_err(|_| ExecutorError::MaxFileBytes {
                variable: max_bytes_variable,
                value: text,
            })?,
            (None, None) => MAX_FILE_BYTES,
        };
        let files = FileAccess::new(&directories, &origins, max_file_bytes)
            .map_err(|(value, reason)| ExecutorError::Files { value, reason })?;
        let user_agent = format!(
            "toolwright/{} ({})",
            env!("CARGO_PKG_VERSION"),
            self.api.name
        );
        let clients = Arc::new(Clients::new(ClientSettings {
            user_agent,
            connect_timeout: self.connect_timeout.min(timeout),
            timeout,
            certificate: Certificate::read(self.api, &self.environment),
        }));
        let passing = Passing::new(&self.pass_headers)?;
        Ok(HttpExecutor {
            keyring: Keyring::new(
                self.api,
                &self.environment,
                &clients,
                server.base(),
                passing,
            ),
            server,
            clients,
            files,
            limits: Limits {
                response_bytes: self.max_response_bytes,
                attachment_bytes: self.max_attachment_bytes,
                stream_items: self.max_stream_items,
                timeout_variable,
            },
        })
    }
}

impl fmt::Debug for HttpExecutorBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpExecutorBuilder")
            .field("api", &self.api.name)
            .finish_non_exhaustive()
    }
}

fn seconds(text: &str) -> Option<Duration> {
    let seconds = text.parse().ok()?;
    let duration = Duration::try_from_secs_f64(seconds).ok()?;
    (!duration.is_zero()).then_some(duration)
}
