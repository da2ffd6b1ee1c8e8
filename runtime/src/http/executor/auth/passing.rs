use std::sync::Arc;

use reqwest::header::HeaderName;

use crate::context::CallContext;
use crate::http::executor::ExecutorError;
use crate::http::executor::auth::pass::Pass;
use crate::http::executor::auth::place::sensitive;
use crate::http::executor::auth::secret::Secret;
use crate::http::executor::auth::vault::Vault;
use crate::http::executor::headers::OURS;

/// The headers of the client's own request that go upstream. None unless they are named: the MCP
/// specification forbids to pass a client's token through.
#[derive(Debug, Default)]
pub(in crate::http::executor) struct Passing(Vec<HeaderName>);

impl Passing {
    pub(in crate::http::executor) fn new(names: &[String]) -> Result<Self, ExecutorError> {
        let name = |text: &String| {
            let name = HeaderName::from_bytes(text.trim().as_bytes()).ok();
            name.filter(|name| !OURS.contains(name))
                .ok_or_else(|| ExecutorError::Header { name: text.clone() })
        };
        names.iter().map(name).collect::<Result<_, _>>().map(Self)
    }

    pub(in crate::http::executor) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(HeaderName::as_str)
    }

    /// A pass with the headers that this client has sent.
    pub(super) fn start(&self, context: &CallContext, vault: &Arc<Vault>) -> Result<Pass, String> {
        let mut pass = Pass::default();
        for name in &self.0 {
            let Some(text) = context.header(name.as_str()) else {
                continue;
            };
            // `Bearer abc`: the token may come back alone.
            for part in [text, text.split_once(' ').map_or("", |(_, token)| token)] {
                vault.keep(Secret::new(part));
            }
            let value =
                sensitive(text).map_err(|why| format!("{name} can't be passed on: {why}"))?;
            pass.passed.push((name.clone(), value));
        }
        Ok(pass)
    }
}
