use std::borrow::Cow;

use reqwest::Url;

use crate::api::Api;
use crate::base_url::BaseUrl;
use crate::http::executor::ExecutorError;
use crate::tool::Tool;

/// Where an API's requests go.
#[derive(Debug)]
pub(super) struct Server {
    /// A base URL that stands for all servers of the spec.
    chosen: Option<String>,
    /// The first server of the spec that says where it is.
    stated: Option<String>,
    first: Option<String>,
    variable: String,
}

impl Server {
    /// `chosen` is a base URL and where it came from.
    pub(super) fn new(
        api: &Api,
        variable: String,
        chosen: Option<(String, &str)>,
    ) -> Result<Self, ExecutorError> {
        if let Some((url, source)) = &chosen {
            check(url).map_err(|reason| ExecutorError::BaseUrl {
                origin: (*source).to_owned(),
                reason,
            })?;
        }
        Ok(Self {
            chosen: chosen.map(|(url, _)| url),
            stated: stated(api.servers),
            first: api.servers.first().map(BaseUrl::with_defaults),
            variable,
        })
    }

    /// The base URL of all tools that have none of their own.
    pub(super) fn base(&self) -> Option<&str> {
        self.chosen.as_deref().or(self.stated.as_deref())
    }

    pub(super) fn base_of(&self, tool: &Tool) -> Result<Cow<'_, str>, String> {
        if let Some(chosen) = &self.chosen {
            return Ok(chosen.into());
        }
        if let Some(own) = tool.call.servers.first() {
            let first = || self.relative(&own.with_defaults());
            return stated(tool.call.servers).map(Cow::Owned).ok_or_else(first);
        }
        match (&self.stated, &self.first) {
            (Some(stated), _) => Ok(stated.into()),
            (None, Some(first)) => Err(self.relative(first)),
            (None, None) => Err(format!(
                "The spec names no server. Set {} to the base URL of the API.",
                self.variable
            )),
        }
    }

    /// The environment variable with the base URL.
    pub(super) fn variable(&self) -> &str {
        &self.variable
    }

    fn relative(&self, server: &str) -> String {
        format!(
            "The spec's server '{server}' is relative to where the spec is served, which is not \
             known. Set {} to the base URL of the API, such as https://api.example.com{server}.",
            self.variable
        )
    }
}

/// The first URL that says where it is.
fn stated(servers: &[BaseUrl]) -> Option<String> {
    let mut urls = servers.iter().map(BaseUrl::with_defaults);
    urls.find(|url| is_absolute(url))
}

fn is_absolute(url: &str) -> bool {
    let scheme = url.split_once("://").map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| {
        scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")
    })
}

fn check(base: &str) -> Result<(), String> {
    let url = Url::parse(base).map_err(|error| error.to_string())?;
    if !is_absolute(base) {
        return Err("it starts with neither http:// nor https://".to_owned());
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("it contains credentials, which belong in variables of their own".to_owned());
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err("it has a query or a fragment".to_owned());
    }
    Ok(())
}
