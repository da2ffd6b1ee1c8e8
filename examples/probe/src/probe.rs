//! The state of the server: the one connection, which all calls share.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use reqwest::redirect::{Action, Attempt, Policy};
use toolwright::{ToolError, Tools};

use crate::arguments::invalid_arguments;
use crate::clock::Stopwatch;
use crate::connection::{Connection, Target};
use crate::failure::{Failure, FailureKind};
use crate::{Settings, api};

/// Bytes of the longest result, unless `--max-result-bytes` says otherwise. What a server advertises is shown as it
/// is and never summarised, so this is far more than the default of generated servers.
const MAX_RESULT_BYTES: usize = 16 * 1024 * 1024;

/// How long a connection to an HTTP server is kept that no request uses.
const IDLE: Duration = Duration::from_secs(10);

/// The handlers of all tools, and the connection that they work on.
///
/// ```
/// use std::sync::Arc;
///
/// use mcp_probe::{Probe, Settings};
///
/// let tools = mcp_probe::tools(Arc::new(Probe::new(Settings::default())));
/// assert!(toolwright::tool_list(tools).contains("connect_to_server"));
/// ```
pub struct Probe {
    settings: Settings,
    state: Mutex<State>,
    http: OnceLock<reqwest::Client>,
}

/// The lock is held for a moment only, never while a server is waited for.
enum State {
    Idle,
    /// A call connects at the moment.
    Connecting,
    Connected(Arc<Connection>),
}

impl Probe {
    /// A server without a connection.
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            state: Mutex::new(State::Idle),
            http: OnceLock::new(),
        }
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The client of all connections over HTTP.
    ///
    /// # Errors
    ///
    /// `connection_failed`: the system's certificates cannot be read.
    pub(crate) fn http(&self) -> Result<&reqwest::Client, Failure> {
        if let Some(client) = self.http.get() {
            return Ok(client);
        }
        let client = build_http_client()?;
        Ok(self.http.get_or_init(|| client))
    }

    /// The connection, whether it works or not.
    pub(crate) fn current_connection(&self) -> Option<Arc<Connection>> {
        match &*self.lock() {
            State::Connected(connection) => Some(Arc::clone(connection)),
            State::Idle | State::Connecting => None,
        }
    }

    /// The connection.
    ///
    /// # Errors
    ///
    /// `not_connected`
    pub(crate) fn connection(&self) -> Result<Arc<Connection>, Failure> {
        self.current_connection().ok_or_else(not_connected)
    }

    /// Connects, unless there is a connection that works.
    pub(crate) async fn connect(&self, target: Target) -> Result<Arc<Connection>, Failure> {
        let (connecting, broken) = self.begin_connecting()?;
        if let Some(broken) = broken {
            broken.close().await;
        }
        let opened = Connection::open(target, &self.settings, self.http()?).await?;
        Ok(connecting.finish(opened))
    }

    /// Claims the state for a call that connects, and gives the connection that it replaces, which is broken.
    fn begin_connecting(&self) -> Result<(Connecting<'_>, Option<Arc<Connection>>), Failure> {
        let mut state = self.lock();
        let broken = match &*state {
            State::Idle => None,
            State::Connecting => {
                let message = "another call of connect_to_server is connecting at the moment";
                return Err(Failure::new(FailureKind::ConnectionFailed, message)
                    .with_suggestion("wait for its result, then call disconnect first"));
            }
            State::Connected(connection) if connection.closing().is_none() => {
                let server_url = connection.target.server_url();
                return Err(Failure::new(
                    FailureKind::ConnectionFailed,
                    format!("there is a connection to {server_url} already"),
                )
                .with_detail("connected_to", server_url)
                .with_suggestion("call disconnect first"));
            }
            State::Connected(connection) => Some(Arc::clone(connection)),
        };
        *state = State::Connecting;
        Ok((Connecting { probe: self }, broken))
    }

    /// Ends the connection; the state is free for another one from the first moment on.
    ///
    /// # Errors
    ///
    /// `not_connected`
    pub(crate) async fn disconnect(&self) -> Result<(Arc<Connection>, Option<String>), Failure> {
        let connection = {
            let mut state = self.lock();
            match std::mem::replace(&mut *state, State::Idle) {
                State::Connected(connection) => connection,
                other => {
                    *state = other;
                    return Err(not_connected());
                }
            }
        };
        // On a task, so that a call that is cancelled does not leave a process behind.
        let closing = Arc::clone(&connection);
        let closed = tokio::spawn(async move { closing.close().await }).await;
        Ok((connection, closed.ok().flatten()))
    }

    /// A failure in the form of all errors.
    pub(crate) fn report(&self, failure: Failure, stopwatch: Stopwatch) -> ToolError {
        let server_url = self.server_url();
        failure.into_tool_error(server_url.as_deref(), stopwatch.elapsed_ms())
    }

    fn server_url(&self) -> Option<String> {
        let connection = self.current_connection()?;
        Some(connection.target.server_url())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A claim on the state, which is given back if the call that has it fails or is cancelled.
struct Connecting<'p> {
    probe: &'p Probe,
}

impl Connecting<'_> {
    fn finish(self, opened: Connection) -> Arc<Connection> {
        let connection = Arc::new(opened);
        *self.probe.lock() = State::Connected(Arc::clone(&connection));
        connection
    }
}

impl Drop for Connecting<'_> {
    fn drop(&mut self) {
        let mut state = self.probe.lock();
        if matches!(*state, State::Connecting) {
            *state = State::Idle;
        }
    }
}

fn not_connected() -> Failure {
    Failure::new(
        FailureKind::NotConnected,
        "there is no connection to an MCP server",
    )
    .with_suggestion("call connect_to_server first")
}

/// Redirects that are followed, one behind the other.
const MAX_REDIRECTS: usize = 5;

/// Why a redirect is not followed.
#[derive(Debug, thiserror::Error)]
enum RedirectError {
    #[error(
        "the server redirects to {0}, which is another host, port or scheme; headers may hold credentials and are not \
         sent there: give that URL if it is the right one"
    )]
    Elsewhere(String),
    #[error("the server redirects more than {MAX_REDIRECTS} times")]
    TooMany,
}

/// Follows redirects such as that of `/mcp` to `/mcp/` only: reqwest would send the headers of a user, which it does
/// not know as credentials, to any host that a server names.
fn follow_on_same_origin(attempt: Attempt<'_>) -> Action {
    if attempt.previous().len() > MAX_REDIRECTS {
        return attempt.error(RedirectError::TooMany);
    }
    let is_same = |from: &reqwest::Url| from.origin() == attempt.url().origin();
    if attempt.previous().iter().all(is_same) {
        return attempt.follow();
    }
    let mut shown = attempt.url().clone();
    // Credentials in it are nobody's to read; URLs that have none refuse to change.
    let _ = shown.set_username("");
    let _ = shown.set_password(None);
    attempt.error(RedirectError::Elsewhere(shown.into()))
}

/// A client with one TLS stack, ring's, as all of this project.
pub(crate) fn build_http_client() -> Result<reqwest::Client, Failure> {
    // An error says that one is installed already, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder()
        .pool_idle_timeout(IDLE)
        .redirect(Policy::custom(follow_on_same_origin))
        .build();
    client.map_err(|error| {
        let message = format!("HTTP cannot be used: {error}");
        Failure::new(FailureKind::ConnectionFailed, message)
    })
}

/// The tools on a probe, with the one form of errors also for those that no handler has made.
pub fn tools(probe: Arc<Probe>) -> Tools {
    let shaping = Arc::clone(&probe);
    api::shared_tools(probe)
        .error_form(move |failed| {
            let failure = match failed.violations {
                [] => Failure::new(FailureKind::ExecutionError, failed.message),
                violations => invalid_arguments(failed.tool, violations),
            };
            failure.to_json(shaping.server_url().as_deref(), 0)
        })
        .max_result_bytes(MAX_RESULT_BYTES)
}

#[cfg(test)]
mod tests {
    use std::error::Error as _;
    use std::io::{Read as _, Write as _};
    use std::net::{SocketAddr, TcpListener};
    use std::thread::JoinHandle;

    use super::*;

    /// Answers one connection with a head, and gives what it was sent.
    fn answer_once(listener: TcpListener, head: String) -> JoinHandle<String> {
        std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("is connected to");
            let mut request = vec![0; 4096];
            let length = stream.read(&mut request).expect("can be read");
            let head = format!("HTTP/1.1 {head}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
            stream.write_all(head.as_bytes()).expect("can be written");
            String::from_utf8_lossy(&request[..length]).into_owned()
        })
    }

    fn listen() -> (TcpListener, SocketAddr) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("can listen");
        let address = listener.local_addr().expect("has an address");
        (listener, address)
    }

    #[tokio::test]
    async fn credentials_do_not_follow_a_redirect_to_another_origin() {
        let ((other, other_address), (server, address)) = (listen(), listen());
        other.set_nonblocking(true).expect("can be set");
        let head = format!("307 Temporary Redirect\r\nlocation: http://{other_address}/mcp");
        let served = answer_once(server, head);
        let client = build_http_client().expect("can be built");
        let request = client.post(format!("http://{address}/mcp"));
        let sent = request.header("x-api-key", "secret").send().await;
        let error = sent.expect_err("is not followed");
        let why = error.source().map(ToString::to_string).unwrap_or_default();
        assert!(
            why.contains(&format!("redirects to http://{other_address}/mcp")),
            "{why}"
        );
        assert!(served.join().expect("has served").contains("secret"));
        assert!(other.accept().is_err(), "nobody has connected");
    }

    #[tokio::test]
    async fn a_redirect_on_the_same_origin_is_followed() {
        let (server, address) = listen();
        let again = server.try_clone().expect("can be cloned");
        let first = answer_once(
            server,
            "307 Temporary Redirect\r\nlocation: /mcp/".to_owned(),
        );
        let client = build_http_client().expect("can be built");
        let second = std::thread::spawn(move || {
            first.join().expect("has served");
            answer_once(again, "202 Accepted".to_owned()).join()
        });
        let sent = client.post(format!("http://{address}/mcp")).send().await;
        assert_eq!(sent.expect("is followed").status(), 202);
        let request = second.join().expect("ends").expect("has served");
        assert!(request.starts_with("POST /mcp/ "), "{request}");
    }
}
