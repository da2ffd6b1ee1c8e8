//! Builds an `HttpExecutor` from what the program sets, the environment and the API. Every setting is checked here,
//! so that a running executor never meets a wrong one. A program's setting overrides the environment.

mod limit_settings;
mod upload_settings;
mod upstream_settings;

use std::collections::HashMap;
use std::fmt;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::api::Api;
use crate::http::executor::auth::{ClientCertificate, Keyring, KeyringSettings, PassedHeaders};
use crate::http::executor::configured_headers::ConfiguredHeaders;
use crate::http::executor::executor_environment::{Environment, Lookup, process_variable};
use crate::http::executor::files::FileAccess;
use crate::http::executor::http_clients::{ClientSettings, HttpClients};
use crate::http::executor::proxy::Proxies;
use crate::http::executor::request_limits::{ConcurrencyLimit, Limits, RequestRate};
use crate::http::executor::retry::{BACKOFF, MAX_RETRIES, RetryPolicy};
use crate::http::executor::stand_in::reject_stand_in;
use crate::http::executor::trusted_authorities::TrustedAuthorities;
use crate::http::executor::upstream_server::{ServerSettings, UpstreamServer};
use crate::http::executor::warnings::warn_about_directories;
use crate::http::executor::{ExecutorError, HttpExecutor};

/// Sets up an [`HttpExecutor`].
///
/// What is not set comes from the environment, where `{NAME}` is the name of the API in capitals:
///
/// - where calls go: `{NAME}_BASE_URL`, `{NAME}_SERVER`, `{NAME}_SERVER_{VARIABLE}`,
///   `{NAME}_PATH_PREFIX`, `{NAME}_HEADERS` (a line each, `Name: value`, or an object of JSON),
///   `{NAME}_CA_FILE` and `{NAME}_CA_ONLY`; `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`;
/// - how much and how long: `{NAME}_TIMEOUT_SECS`, `{NAME}_MAX_RETRIES`,
///   `{NAME}_RETRY_ANY_METHOD`, `{NAME}_MAX_CONCURRENCY` and `{NAME}_RATE_LIMIT_RPM`;
/// - what may be uploaded: `{NAME}_ALLOW_FILES` (directories, separated as in `PATH`),
///   `{NAME}_ALLOW_URIS` (origins, separated by spaces) and `{NAME}_MAX_FILE_BYTES`;
/// - what is let through: `{NAME}_MASK_RESULTS` and `{NAME}_ALLOW_PATH_SLASH`;
/// - the variables of the security schemes, and `{NAME}_ALLOW_MISSING_CREDENTIALS`.
///
/// ```
/// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
/// use std::num::NonZeroU32;
/// use std::time::Duration;
/// use toolwright::HttpExecutor;
///
/// let executor = HttpExecutor::builder(&pets::API)
///     .environment(|name| (name == "PETS_PATH_PREFIX").then(|| "/gateway".to_owned()))
///     .base_url("https://pets.example.com/v2")
///     .header("User-Agent", "shop/1.0")
///     .pass_header("X-Tenant")
///     .connect_timeout(Duration::from_secs(2))
///     .timeout(Duration::from_secs(20))
///     .max_retries(1)
///     .retry_backoff(Duration::from_millis(50))
///     .retry_any_method(false)
///     .max_concurrency(NonZeroU32::MIN)
///     .requests_per_minute(NonZeroU32::new(600).ok_or("is not zero")?)
///     .max_response_bytes(1 << 20)
///     .max_attachment_bytes(1 << 20)
///     .max_stream_items(100)
///     .max_file_bytes(1 << 20)
///     .build()?;
/// assert_eq!(executor.passed_headers().collect::<Vec<_>>(), ["x-tenant"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct HttpExecutorBuilder {
    api: &'static Api,
    server: ServerSettings,
    headers: Vec<(String, String)>,
    ca_file: Option<PathBuf>,
    ca_only: Option<bool>,
    connect_timeout: Duration,
    timeout: Option<Duration>,
    max_retries: Option<u32>,
    retry_backoff: Option<Duration>,
    retry_any_method: Option<bool>,
    max_concurrency: Option<NonZeroU32>,
    requests_per_minute: Option<NonZeroU32>,
    max_response_bytes: usize,
    max_attachment_bytes: usize,
    max_stream_items: usize,
    directories: Vec<PathBuf>,
    origins: Vec<String>,
    max_file_bytes: Option<u64>,
    mask_results: Option<bool>,
    allow_path_slashes: Option<bool>,
    pass_headers: Vec<String>,
    allow_missing_credentials: Option<bool>,
    environment: Box<Lookup>,
}

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
pub(crate) const TIMEOUT: Duration = Duration::from_secs(30);
const MAX_RESPONSE_BYTES: usize = 10 * 1024 * 1024;
/// What clients take of an image.
const MAX_ATTACHMENT_BYTES: usize = 5 * 1024 * 1024;
const MAX_STREAM_ITEMS: usize = 1000;
/// Each request under way has a connection, with buffers of about 30 KB.
pub(crate) const MAX_CONCURRENCY: NonZeroU32 = NonZeroU32::new(100).unwrap();
pub(crate) const MAX_FILE_BYTES: u64 = 20 * 1024 * 1024;

impl HttpExecutorBuilder {
    pub(super) fn new(api: &'static Api) -> Self {
        Self {
            api,
            server: ServerSettings::default(),
            headers: Vec::new(),
            ca_file: None,
            ca_only: None,
            connect_timeout: CONNECT_TIMEOUT,
            timeout: None,
            max_retries: None,
            retry_backoff: None,
            retry_any_method: None,
            max_concurrency: None,
            requests_per_minute: None,
            max_response_bytes: MAX_RESPONSE_BYTES,
            max_attachment_bytes: MAX_ATTACHMENT_BYTES,
            max_stream_items: MAX_STREAM_ITEMS,
            directories: Vec::new(),
            origins: Vec::new(),
            max_file_bytes: None,
            mask_results: None,
            allow_path_slashes: None,
            pass_headers: Vec::new(),
            allow_missing_credentials: None,
            environment: Box::new(process_variable),
        }
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
    pub fn build(mut self) -> Result<HttpExecutor, ExecutorError> {
        let server = std::mem::take(&mut self.server);
        let headers = std::mem::take(&mut self.headers);
        let environment = Environment::new(self.api, &*self.environment);
        environment.reject_unreadable_values()?;
        let server = UpstreamServer::new(self.api, server, environment)?;
        let timeout = self.resolve_timeout(environment)?;
        let directories = self.resolve_directories(environment);
        let files = self.resolve_file_access(&directories, environment)?;
        let headers = ConfiguredHeaders::from_settings(headers, environment)?;
        let proxies = Proxies::from_environment(environment)?;
        // A proxy's password and configured headers must be masked like credentials of the spec.
        let secrets = headers.secrets().chain(proxies.secrets()).collect();
        let keyring = KeyringSettings {
            passing: PassedHeaders::new(&self.pass_headers)?,
            secrets,
            set_headers: headers.names().cloned().collect(),
            allow_missing: environment
                .switch_or_variable(self.allow_missing_credentials, "ALLOW_MISSING_CREDENTIALS")?,
        };
        let clients = Arc::new(HttpClients::new(ClientSettings {
            user_agent: write_user_agent(self.api),
            // Connecting cannot take longer than the whole call.
            connect_timeout: self.connect_timeout.min(timeout),
            timeout,
            certificate: ClientCertificate::from_environment(self.api, &self.environment),
            trust: TrustedAuthorities::from_settings(
                self.ca_file.clone(),
                self.ca_only,
                environment,
            )?,
            ca_variable: self.api.variable("CA_FILE"),
            proxies,
        }));
        let executor = HttpExecutor {
            api: self.api,
            keyring: Keyring::new(
                self.api,
                &self.environment,
                &clients,
                server.base_url(),
                keyring,
            )?,
            variables: preset_variables(self.api, environment),
            server,
            clients,
            files,
            masks_results: environment.switch_or_variable(self.mask_results, "MASK_RESULTS")?,
            allows_path_slashes: environment
                .switch_or_variable(self.allow_path_slashes, "ALLOW_PATH_SLASH")?,
            headers,
            retries: self.resolve_retries(environment)?,
            limits: self.resolve_limits(environment)?,
        };
        // At start rather than at the first call, when nobody reads the log any more.
        executor.warn_about_credentials();
        warn_about_directories(&directories);
        Ok(executor)
    }

    fn resolve_timeout(&self, environment: Environment<'_>) -> Result<Duration, ExecutorError> {
        if let Some(timeout) = self.timeout {
            return Ok(timeout);
        }
        let variable = self.api.variable("TIMEOUT_SECS");
        match environment.get_shared(&variable) {
            Some(given) => parse_seconds(&given.value).ok_or(ExecutorError::Timeout {
                variable,
                value: given.value,
            }),
            None => Ok(TIMEOUT),
        }
    }

    /// The directories whose files may be uploaded.
    fn resolve_directories(&self, environment: Environment<'_>) -> Vec<PathBuf> {
        if !self.directories.is_empty() {
            return self.directories.clone();
        }
        let listed = environment.get_shared(&self.api.variable("ALLOW_FILES"));
        listed
            .iter()
            .flat_map(|listed| std::env::split_paths(&listed.value))
            .collect()
    }

    fn resolve_file_access(
        &self,
        directories: &[PathBuf],
        environment: Environment<'_>,
    ) -> Result<FileAccess, ExecutorError> {
        let mut origins = self.origins.clone();
        if origins.is_empty() {
            let listed = environment.get_shared(&self.api.variable("ALLOW_URIS"));
            let listed = listed.map_or_else(String::new, |listed| listed.value);
            origins.extend(listed.split_whitespace().map(str::to_owned));
        }
        let variable = self.api.variable("MAX_FILE_BYTES");
        let max_bytes = match (self.max_file_bytes, environment.get_shared(&variable)) {
            (Some(limit), _) => limit,
            (None, Some(given)) => {
                given
                    .value
                    .parse()
                    .map_err(|_| ExecutorError::MaxFileBytes {
                        variable,
                        value: given.value,
                    })?
            }
            (None, None) => MAX_FILE_BYTES,
        };
        FileAccess::new(directories, &origins, max_bytes)
            .map_err(|(value, reason)| ExecutorError::Files { value, reason })
    }

    fn resolve_retries(&self, environment: Environment<'_>) -> Result<RetryPolicy, ExecutorError> {
        Ok(RetryPolicy {
            most: environment
                .number_or_variable(self.max_retries, "MAX_RETRIES", "a number of retries")?
                .unwrap_or(MAX_RETRIES),
            any_method: environment
                .switch_or_variable(self.retry_any_method, "RETRY_ANY_METHOD")?,
            backoff: self.retry_backoff.unwrap_or(BACKOFF),
        })
    }

    fn resolve_limits(&self, environment: Environment<'_>) -> Result<Limits, ExecutorError> {
        let above_zero = "a number above zero";
        let most =
            environment.number_or_variable(self.max_concurrency, "MAX_CONCURRENCY", above_zero)?;
        let per_minute = environment.number_or_variable(
            self.requests_per_minute,
            "RATE_LIMIT_RPM",
            above_zero,
        )?;
        Ok(Limits {
            response_bytes: self.max_response_bytes,
            attachment_bytes: self.max_attachment_bytes,
            stream_items: self.max_stream_items,
            timeout_variable: self.api.variable("TIMEOUT_SECS"),
            concurrency: ConcurrencyLimit::new(
                most.unwrap_or(MAX_CONCURRENCY),
                self.api.variable("MAX_CONCURRENCY"),
            ),
            rate: per_minute
                .map(|rate| RequestRate::new(rate, self.api.variable("RATE_LIMIT_RPM"))),
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

/// The variables that arguments of tools come from. One that is not set fails no more than the calls
/// that need it, so it is told and no error.
fn preset_variables(
    api: &'static Api,
    environment: Environment<'_>,
) -> HashMap<&'static str, String> {
    let mut variables = HashMap::new();
    for name in api.preset_variables() {
        let given = environment.get_shared(name);
        match given.and_then(|given| reject_stand_in(name, given.value)) {
            Some(value) => {
                variables.insert(name, value);
            }
            None => tracing::warn!(variable = name, "not set; tools that need it will fail"),
        }
    }
    variables
}

fn write_user_agent(api: &Api) -> String {
    format!("toolwright/{} ({})", env!("CARGO_PKG_VERSION"), api.name)
}

fn parse_seconds(text: &str) -> Option<Duration> {
    let seconds = text.parse().ok()?;
    let duration = Duration::try_from_secs_f64(seconds).ok()?;
    (!duration.is_zero()).then_some(duration)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CallOptions, Method, Preset, Tool};

    static PRESETS: &[Preset] = &[
        Preset::environment(&["region"], "SHOP_REGION"),
        Preset::environment(&["tenant"], "SHOP_TENANT"),
    ];
    static TOOLS: &[Tool] =
        &[Tool::new("list", Method::Get, "/").call(CallOptions::DEFAULT.presets(PRESETS))];
    static SHOP: Api = Api {
        tools: TOOLS,
        ..Api::new("shop")
    };

    #[test]
    fn no_argument_is_what_only_stands_for_a_value() {
        let lookup = |name: &str| {
            Some(
                if name == "SHOP_TENANT" {
                    "…"
                } else {
                    "north"
                }
                .to_owned(),
            )
        };
        let variables = preset_variables(&SHOP, Environment::new(&SHOP, &lookup));
        assert_eq!(
            variables,
            HashMap::from([("SHOP_REGION", "north".to_owned())])
        );
    }
}
