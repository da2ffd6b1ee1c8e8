use std::sync::Arc;

use reqwest::header::HeaderName;

use crate::context::CallContext;
use crate::http::executor::ExecutorError;
use crate::http::executor::auth::credential_place::sensitive_header_value;
use crate::http::executor::auth::credentials::Credentials;
use crate::http::executor::auth::secret::Secret;
use crate::http::executor::auth::vault::Vault;
use crate::http::executor::configured_headers::is_reserved;

/// The headers of the client's own request that go upstream. None unless they are named: the MCP
/// specification forbids to pass a client's token through.
#[derive(Debug, Default)]
pub(in crate::http::executor) struct PassedHeaders(Vec<HeaderName>);

impl PassedHeaders {
    pub(in crate::http::executor) fn new(names: &[String]) -> Result<Self, ExecutorError> {
        let name = |text: &String| {
            let name = HeaderName::from_bytes(text.trim().as_bytes()).ok();
            name.filter(|name| !is_reserved(name))
                .ok_or_else(|| ExecutorError::Header { name: text.clone() })
        };
        names.iter().map(name).collect::<Result<_, _>>().map(Self)
    }

    pub(in crate::http::executor) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(HeaderName::as_str)
    }

    /// Credentials with the headers that this client has sent.
    pub(super) fn credentials_from_client(
        &self,
        context: &CallContext,
        vault: &Arc<Vault>,
    ) -> Result<Credentials, String> {
        let mut credentials = Credentials::default();
        for name in &self.0 {
            let Some(text) = context.header(name.as_str()) else {
                continue;
            };
            // `Bearer abc`: the token may come back alone.
            for part in [text, text.split_once(' ').map_or("", |(_, token)| token)] {
                // Passed headers are the client's secrets, and are masked like those of the operator.
                vault.remember_secret(Secret::new(part));
            }
            let value = sensitive_header_value(text)
                .map_err(|why| format!("{name} cannot be passed on: {why}"))?;
            credentials.passed.push((name.clone(), value));
        }
        Ok(credentials)
    }
}
