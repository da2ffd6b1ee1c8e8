//! What the command line and the environment say of handlers that ask their clients: the key of the state
//! between two rounds, and the sessions of earlier revisions of MCP.

use super::Failure;
use super::environment::ProcessEnvironment;
use super::missing_feature::describe_missing_feature;
use super::options::{Options, Transport};
use crate::Server;
use crate::api::Api;

/// Checks that sessions are kept where there can be any.
///
/// # Errors
///
/// The server was built without them, or speaks stdio, where each process is a session.
pub(super) fn check_sessions(options: &Options) -> Result<(), Failure> {
    let serving = &options.serving;
    let has_sessions = serving.sessions == Some(true);
    if has_sessions && !cfg!(feature = "sessions") {
        return Err(describe_missing_feature("sessions", "sessions", "--sessions").into());
    }
    match options.transport {
        Transport::Stdio if has_sessions => Err("--sessions needs --transport http".into()),
        _ if serving.max_sessions.is_some() && !has_sessions => {
            Err("--max-sessions needs --sessions".into())
        }
        _ => Ok(()),
    }
}

/// Gives the server the key from `{SERVER}_STATE_KEY`, if there is one.
///
/// # Errors
///
/// The key cannot be read, or is too short.
pub(super) async fn set_state_key(
    server: Server,
    api: &Api,
    environment: &ProcessEnvironment,
) -> Result<Server, Failure> {
    let Some(secret) = environment.configured_secret(&api.variable("STATE_KEY"))? else {
        return Ok(server);
    };
    let key = secret.fetch_secret().await?;
    let server = server.state_key(key.trim().as_bytes());
    Ok(server.map_err(|error| format!("{}: {error}", secret.variable()))?)
}
