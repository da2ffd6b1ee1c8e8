//! The options for a server that runs elsewhere or is started by a command, for commands that also take a spec. Rejects
//! those of the spec where there is none.

use std::ffi::OsString;
use std::time::Duration;

use super::{ConfigArgs, OptionArgs, UsageError};
use crate::remote::ServerAddress;

/// How long a server has unless `--timeout` says otherwise: it may have much to start.
const SERVER_TIMEOUT: Duration = Duration::from_secs(30);

#[derive(Debug, clap::Args)]
pub(crate) struct ServerArgs {
    /// A header to send with requests to a URL. Can be repeated.
    #[arg(long = "header", value_name = "NAME: VALUE")]
    headers: Vec<String>,
    /// Maximum time for each answer of a server, in seconds; 30 by default.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: Option<u64>,
    /// A command that starts an MCP server on standard input and output.
    #[arg(last = true, value_name = "COMMAND")]
    pub(super) command: Vec<OsString>,
}

impl ServerArgs {
    /// How long a server has for an answer.
    pub(crate) fn answer_timeout(&self) -> Duration {
        self.timeout.map_or(SERVER_TIMEOUT, Duration::from_secs)
    }

    pub(super) fn has_timeout(&self) -> bool {
        self.timeout.is_some()
    }

    /// The server at a URL, with the headers.
    pub(super) fn address_of_url<'a>(
        &'a self,
        url: &'a str,
    ) -> Result<ServerAddress<'a>, UsageError> {
        let headers = self.headers.iter().map(|header| {
            let (name, value) = header
                .split_once(':')
                .ok_or_else(|| UsageError::Header(header.clone()))?;
            Ok((name.trim(), value.trim()))
        });
        Ok(ServerAddress::Url(url, headers.collect::<Result<_, _>>()?))
    }

    /// Headers may carry credentials. Ignoring them would let a typo in the URL look like a server that does not accept
    /// the token.
    pub(super) fn reject_headers(&self) -> Result<(), UsageError> {
        match self.headers.is_empty() {
            true => Ok(()),
            false => Err(UsageError::NoUrl),
        }
    }
}

/// Rejects what is about a spec, for a server that is there already.
pub(super) fn reject_spec_settings(
    config: &ConfigArgs,
    options: &OptionArgs,
) -> Result<(), UsageError> {
    if config.config.is_some() || config.server.is_some() {
        return Err(UsageError::NoSpecToSet("`--config` and `--server`"));
    }
    match *options == OptionArgs::default() {
        true => Ok(()),
        false => Err(UsageError::NoSpecToSet("settings of a spec")),
    }
}
