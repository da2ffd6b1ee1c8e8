//! What an executor warns of when it is built: settings that work, and that an operator may not have
//! meant. They go to the log, since none of them is an error.

use std::collections::BTreeSet;
use std::path::PathBuf;

use reqwest::Url;

use crate::http::executor::HttpExecutor;
use crate::security::Requirement;

/// The target of the warning of missing credentials. It is a name and not this module, because `toolwright call` turns
/// it off by that: the error of its one call says what that call needs.
const MISSING_CREDENTIALS: &str = "toolwright::missing_credentials";

/// How many tools, and how many ways to get credentials, a warning names.
const NAMED: usize = 5;

impl HttpExecutor {
    /// Warns of credentials that are required and missing, and of those that anyone on the way
    /// upstream can read.
    pub(super) fn warn_about_credentials(&self) {
        let tools = self.api.tools.iter();
        let rejected: Vec<_> = tools
            .filter(|tool| self.keyring.rejects_every_call(tool.security))
            .collect();
        if !rejected.is_empty() {
            let names: Vec<&str> = rejected.iter().map(|tool| tool.name).collect();
            let named = names
                .iter()
                .take(NAMED)
                .copied()
                .collect::<Vec<_>>()
                .join(", ");
            let more = match names.len().saturating_sub(NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            // Operations may require different ones, and an operator should not learn of each at another start.
            let mut required: Vec<&[Requirement]> = Vec::new();
            for tool in &rejected {
                if required.len() < NAMED && !required.contains(&tool.security) {
                    required.push(tool.security);
                }
            }
            tracing::warn!(
                target: MISSING_CREDENTIALS,
                "{} of {} operations require credentials that are not configured, and calls of them \
                 are rejected: {named}{more}. {} If the upstream requires none, set \
                 {}=true.",
                names.len(),
                self.api.tools.len(),
                self.keyring.describe_common_remedy(&required),
                self.api.variable("ALLOW_MISSING_CREDENTIALS")
            );
        }
        if self.keyring.sends_credentials() {
            for origin in self.unencrypted_origins() {
                tracing::warn!(
                    "credentials are sent to {origin} without encryption, where anyone on the way \
                     can read them: use https:// (see {})",
                    self.server.variable()
                );
            }
        }
    }

    /// The origins beyond this machine that are called by plain `http:`.
    fn unencrypted_origins(&self) -> BTreeSet<String> {
        let own = self.api.tools.iter();
        let own = own.filter_map(|tool| Some(self.server.base_url_for(tool).ok()?.into_owned()));
        let bases = self
            .server
            .base_url()
            .map(str::to_owned)
            .into_iter()
            .chain(own);
        let urls = bases.filter_map(|base| Url::parse(&base).ok());
        let plain = urls.filter(|url| url.scheme() == "http" && !is_loopback(url));
        plain
            .map(|url| url.origin().ascii_serialization())
            .collect()
    }
}

fn is_loopback(url: &Url) -> bool {
    // An address of IPv6 stands in brackets.
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    let is_local = host == "localhost" || host.ends_with(".localhost");
    let address = host.parse::<std::net::IpAddr>();
    is_local || address.is_ok_and(|address| address.to_canonical().is_loopback())
}

/// Warns of a directory for uploads that is the whole file system.
pub(super) fn warn_about_directories(directories: &[PathBuf]) {
    for directory in directories {
        let whole = directory.canonicalize();
        if whole.is_ok_and(|whole| whole.parent().is_none()) {
            tracing::warn!(
                "--allow-files {} allows callers to upload any file that this server can read, including \
                 keys and passwords: set it to a directory for uploads",
                directory.display()
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_what_is_this_machine() {
        for (url, expected) in [
            ("http://localhost:8080/v1", true),
            ("http://api.localhost/", true),
            ("http://127.0.0.1:1", true),
            ("http://[::1]/", true),
            ("http://[::ffff:127.0.0.1]/", true),
            ("http://10.0.0.1/", false),
            ("http://localhost.example.com/", false),
            ("http://api.example.com/", false),
        ] {
            let url = Url::parse(url).expect("is a URL");
            assert_eq!(is_loopback(&url), expected, "{url}");
        }
    }
}
