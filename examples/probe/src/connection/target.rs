//! What is tested: the server at a URL, or the one that a command starts.

use std::collections::BTreeMap;

use crate::api::types::Transport;
use crate::failure::{Failure, FailureKind};

/// A server under test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// Over streamable HTTP.
    Http(Endpoint),
    /// Over the standard streams of a process.
    Stdio(CommandLine),
}

/// The URL of a server, and what is sent to it with every request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Endpoint {
    pub(crate) url: String,
    pub(crate) headers: Vec<(String, String)>,
}

impl Endpoint {
    /// The URL as it may be shown: without the name and the password that it may have.
    pub(crate) fn shown_url(&self) -> String {
        mask_credentials(&self.url)
    }
}

/// A URL whose name and password are asterisks. It need not be valid.
fn mask_credentials(url: &str) -> String {
    if let Ok(mut parsed) = reqwest::Url::parse(url)
        && parsed.has_host()
    {
        if parsed.username().is_empty() && parsed.password().is_none() {
            return url.to_owned();
        }
        if parsed.set_username("***").is_ok() && parsed.set_password(None).is_ok() {
            return parsed.into();
        }
    }
    // Up to the last `@`, even if that takes too much.
    match (url.split_once("://"), url.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, rest))) => format!("{scheme}://***@{rest}"),
        (None, Some((_, rest))) => format!("***@{rest}"),
        (_, None) => url.to_owned(),
    }
}

/// A program that is a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CommandLine {
    pub(crate) program: String,
    pub(crate) arguments: Vec<String>,
    pub(crate) environment: BTreeMap<String, String>,
}

impl Target {
    /// The server at a URL.
    ///
    /// # Errors
    ///
    /// It is not a URL of HTTP.
    pub(crate) fn at_url(url: &str, headers: Vec<(String, String)>) -> Result<Self, Failure> {
        let url = url.trim();
        let shown = mask_credentials(url);
        let refuse = |why: String| {
            Failure::new(FailureKind::ConnectionFailed, why)
                .with_detail("url", shown.as_str())
                .with_suggestion(
                    "give the http or https URL of the MCP endpoint, such as \
                     http://127.0.0.1:8000/mcp; a local server is started by `command` and `args`",
                )
        };
        let parsed = reqwest::Url::parse(url)
            .map_err(|error| refuse(format!("`{shown}` is not a URL: {error}")))?;
        if !["http", "https"].contains(&parsed.scheme()) {
            let scheme = parsed.scheme();
            return Err(refuse(format!(
                "`{shown}` has the scheme `{scheme}`; servers are reached over http and https"
            )));
        }
        let url = url.to_owned();
        Ok(Self::Http(Endpoint { url, headers }))
    }

    /// What it is called: the URL, or the command line as a shell takes it.
    pub(crate) fn server_url(&self) -> String {
        match self {
            Self::Http(endpoint) => endpoint.shown_url(),
            Self::Stdio(command) => command.to_string(),
        }
    }

    pub(crate) fn transport(&self) -> Transport {
        match self {
            Self::Http(_) => Transport::StreamingHttp,
            Self::Stdio(_) => Transport::Stdio,
        }
    }
}

impl std::fmt::Display for CommandLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let words = std::iter::once(&self.program).chain(&self.arguments);
        let words: Vec<&str> = words.map(String::as_str).collect();
        match shlex::try_join(words.iter().copied()) {
            Ok(line) => f.write_str(&line),
            // A word with a NUL byte, which no program can be started with.
            Err(_) => f.write_str(&words.join(" ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_in_a_url_are_not_shown() {
        for (url, shown) in [
            ("http://user:pa@ss@host/mcp", "http://***@host/mcp"),
            ("https:user:pass@host/mcp", "https://***@host/mcp"),
            ("http://host/mcp?to=a@b", "http://host/mcp?to=a@b"),
            ("http://host:1/mcp", "http://host:1/mcp"),
        ] {
            let target = Target::at_url(url, Vec::new()).expect("is a URL");
            assert_eq!(target.server_url(), shown);
            let Target::Http(endpoint) = target else {
                panic!("is no URL");
            };
            assert_eq!(endpoint.url, url);
        }
        for wrong in ["http://user:secret@ho st/", "ftp://user:secret@host/"] {
            let refused = Target::at_url(wrong, Vec::new()).expect_err("is wrong");
            assert!(!refused.to_string().contains("secret"), "{refused}");
        }
    }
}
