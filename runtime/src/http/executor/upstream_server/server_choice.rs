use crate::api::Api;
use crate::base_url::BaseUrl;
use crate::http::executor::ExecutorError;
use crate::http::executor::executor_environment::SettingValue;

/// Which one of several servers: its number, its name or description, or its URL.
#[derive(Debug)]
pub(super) struct ServerChoice(String);

impl ServerChoice {
    /// A choice that there is, of the API's servers or those of an operation.
    pub(super) fn new(api: &Api, given: SettingValue) -> Result<Self, ExecutorError> {
        let choice = Self(given.value);
        let mut own = api.tools.iter().map(|tool| tool.call.servers);
        if choice.find_server(api.servers).is_some()
            || own.any(|servers| choice.find_server(servers).is_some())
        {
            return Ok(choice);
        }
        let wrong = format!(
            "'{}' is not one of the servers: {}",
            choice.0,
            list_servers(api)
        );
        Err(ExecutorError::for_setting(given.source, wrong))
    }

    /// A name that is a number is the name.
    pub(super) fn find_server<'s>(&self, servers: &'s [BaseUrl]) -> Option<&'s BaseUrl> {
        let named = || servers.iter().find(|server| self.is_named(server));
        let is_meant =
            |server: &&BaseUrl| self.is_url(server.url) || self.is_url(&server.with_defaults());
        let number = || self.0.parse::<usize>().ok()?.checked_sub(1);
        named()
            .or_else(|| servers.iter().find(is_meant))
            // The number comes last, so that a server can be named "2".
            .or_else(|| servers.get(number()?))
    }

    fn is_named(&self, server: &BaseUrl) -> bool {
        server.description.trim().eq_ignore_ascii_case(&self.0)
    }

    fn is_url(&self, url: &str) -> bool {
        url == self.0.trim_end_matches('/')
    }
}

/// The servers, for people.
fn list_servers(api: &Api) -> String {
    let servers = api.servers.iter().enumerate();
    let one = |(index, server): (usize, &BaseUrl)| match server.description {
        "" => format!("{} ({})", index + 1, server.url),
        named => format!("{} ({}, '{named}')", index + 1, server.url),
    };
    match servers.map(one).collect::<Vec<_>>() {
        none if none.is_empty() => "the spec has no servers".to_owned(),
        some => some.join(", "),
    }
}
