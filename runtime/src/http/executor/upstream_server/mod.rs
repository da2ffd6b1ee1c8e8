//! Where requests go: the servers of the spec, and what the operator says about them.

mod path_prefix;
mod server_choice;
mod server_variables;

use std::borrow::Cow;

use reqwest::Url;

use crate::api::Api;
use crate::base_url::BaseUrl;
use crate::http::executor::ExecutorError;
use crate::http::executor::executor_environment::{Environment, SettingValue};
use crate::tool::Tool;
use path_prefix::PathPrefix;
use server_choice::ServerChoice;
use server_variables::ServerVariables;
#[cfg(feature = "server")]
pub(crate) use server_variables::server_variable_suffix as server_suffix;

/// What the program says of servers; the rest is in the environment.
#[derive(Debug, Default)]
pub(super) struct ServerSettings {
    pub(super) base_url: Option<String>,
    pub(super) server: Option<String>,
    /// Names of variables and their values.
    pub(super) variables: Vec<(String, String)>,
    pub(super) prefix: Option<String>,
}

/// Where an API's requests go.
#[derive(Debug)]
pub(super) struct UpstreamServer {
    /// A base URL that stands for all servers of the spec.
    fixed: Option<String>,
    /// The base URL of the tools that have none of their own, without the prefix, or why there is
    /// none.
    base: Result<String, String>,
    choice: Option<ServerChoice>,
    variables: ServerVariables,
    prefix: PathPrefix,
    variable: String,
}

impl UpstreamServer {
    pub(super) fn new(
        api: &Api,
        settings: ServerSettings,
        environment: Environment<'_>,
    ) -> Result<Self, ExecutorError> {
        let base_url = environment.value_or_variable(settings.base_url, "the base URL", "BASE_URL");
        if let Some(SettingValue { source, value }) = &base_url {
            check_base_url(value).map_err(|reason| ExecutorError::BaseUrl {
                origin: source.clone(),
                reason,
            })?;
        }
        let prefix =
            environment.value_or_variable(settings.prefix, "the path prefix", "PATH_PREFIX");
        let choice = environment.value_or_variable(settings.server, "the server", "SERVER");
        let mut server = Self {
            fixed: base_url.map(|given| given.value),
            base: Ok(String::new()),
            variables: ServerVariables::from_settings(api, settings.variables, environment)?,
            choice: choice
                .map(|given| ServerChoice::new(api, given))
                .transpose()?,
            prefix: prefix.map(PathPrefix::new).transpose()?.unwrap_or_default(),
            variable: api.variable("BASE_URL"),
        };
        // A fixed base URL overrides every server, and their variables are then not used.
        if server.fixed.is_none() {
            server.check_variables(api)?;
        }
        server.base = match &server.fixed {
            Some(url) => Ok(url.clone()),
            None => server.documented_url(api.servers).unwrap_or_else(|| {
                Err(format!(
                    "The spec names no server. Set {} to the base URL of the API.",
                    server.variable
                ))
            }),
        };
        Ok(server)
    }

    /// The base URL of all tools that have none of their own, without the prefix.
    pub(super) fn base_url(&self) -> Option<&str> {
        self.base.as_deref().ok()
    }

    /// The base URL of a tool, with the prefix.
    pub(super) fn base_url_for(&self, tool: &Tool) -> Result<Cow<'_, str>, String> {
        let own = match &self.fixed {
            Some(_) => None,
            None => self.documented_url(tool.call.servers),
        };
        match own {
            Some(own) => Ok(self.prefix.append_to(own?.into())),
            None => match &self.base {
                Ok(base) => Ok(self.prefix.append_to(base.into())),
                Err(why) => Err(why.clone()),
            },
        }
    }

    /// The environment variable with the base URL.
    pub(super) fn variable(&self) -> &str {
        &self.variable
    }

    /// The URL of the server that is used of these; none where there are no servers.
    fn documented_url(&self, servers: &[BaseUrl]) -> Option<Result<String, String>> {
        let url = self.variables.fill_url(self.used_server(servers)?);
        Some(url.and_then(|url| match has_http_scheme(&url) {
            true => Ok(url),
            false => Err(self.describe_relative_server(&url)),
        }))
    }

    /// The server that is chosen of these, or else the first that says where it is.
    fn used_server<'s>(&self, servers: &'s [BaseUrl]) -> Option<&'s BaseUrl> {
        let chosen = self
            .choice
            .as_ref()
            .and_then(|choice| choice.find_server(servers));
        let is_somewhere = |server: &&BaseUrl| {
            let url = self.variables.fill_url(server);
            has_http_scheme(url.as_deref().unwrap_or(server.url))
        };
        chosen
            .or_else(|| servers.iter().find(is_somewhere))
            .or(servers.first())
    }

    /// The values of variables fit the servers that are used, and make URLs of them.
    fn check_variables(&self, api: &Api) -> Result<(), ExecutorError> {
        let own = api.tools.iter().map(|tool| tool.call.servers);
        let mut used = std::iter::once(api.servers)
            .chain(own)
            .filter_map(|servers| self.used_server(servers));
        used.try_for_each(|server| self.variables.check_values(server, check_base_url))
    }

    fn describe_relative_server(&self, server: &str) -> String {
        format!(
            "The spec's server '{server}' is relative to the URL of the spec, which is unknown. Set {} to \
             the base URL of the API, for example https://api.example.com{server}.",
            self.variable
        )
    }
}

/// Whether a text has a scheme that calls can be sent by.
pub(crate) fn has_http_scheme(url: &str) -> bool {
    let scheme = url.split_once("://").map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| {
        scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")
    })
}

fn check_base_url(base: &str) -> Result<(), String> {
    if !has_http_scheme(base) {
        // As the option `--upstream` says it.
        return Err("expected a URL (http:// or https://)".to_owned());
    }
    let url = Url::parse(base).map_err(|error| error.to_string())?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err("it contains credentials: set them in their own variables".to_owned());
    }
    // Paths are appended to the base URL, and would end up in its query.
    if url.query().is_some() || url.fragment().is_some() {
        return Err("it has a query or a fragment".to_owned());
    }
    Ok(())
}
