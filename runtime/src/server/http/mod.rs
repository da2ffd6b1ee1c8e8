//! The server over streamable HTTP: `/mcp`, health checks, metrics, the REST bridge, and graceful shutdown.
//!
//! The submodules are the steps of a request in order: `connections` accepts, `gate` admits, `intake` reads the body,
//! `endpoint` hands it to rmcp. The order is a security property: nothing is parsed before the gate.

#[cfg(any(feature = "bridge", feature = "gzip"))]
mod accept_encoding;
mod access_tokens;
#[cfg(feature = "bridge")]
mod bridge;
mod client_identity;
#[cfg(feature = "gzip")]
mod compressed_list;
mod connections;
mod direct_call;
mod drain;
mod early_response;
mod endpoint;
mod gate;
mod host_rejection;
mod intake;
mod list_response;
mod oauth;
mod rate_limit;
mod running_calls;
mod sessions;
#[cfg(feature = "bridge")]
mod stored_body;
mod timed_stream;

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::StatusCode;
use axum::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CONTENT_TYPE};
#[cfg(feature = "metrics")]
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::{ServeError, Server, shutdown};
use crate::deadline::deadline_after;

pub use access_tokens::AccessTokens;
pub use client_identity::{Network, NetworkError};
#[cfg(feature = "gzip")]
pub(super) use compressed_list::CompressedList;
pub(super) use direct_call::PlainCall;
use drain::Drain;
use endpoint::Endpoint;
use gate::Gate;
pub(super) use list_response::ListRequest;
pub use oauth::{ProtectedResource, ResourceError};
pub(super) use running_calls::{Caller, RunningCall, RunningCalls};
#[cfg(feature = "sessions")]
pub use sessions::SessionLimits;
use sessions::{SessionKeeper, Sessions};

const DRAIN: Duration = Duration::from_secs(5);

/// How often an ending server looks whether calls still run.
const CALL_POLL: Duration = Duration::from_millis(50);

/// How long calls that are abandoned when the time to drain is over may take to say so.
const GRACE: Duration = Duration::from_secs(1);

/// Who may talk to a server over HTTP.
///
/// The default is for the machine's own programs: `Host` must name the loopback interface, which
/// keeps web pages from reaching the server under a name of their own (DNS rebinding), and a
/// request with an `Origin`, which comes from a web page, is rejected.
///
/// ```
/// use std::num::NonZeroU32;
/// use toolwright::server::HttpConfig;
///
/// let mut config = HttpConfig::listening_on("127.0.0.1:8080".parse()?);
/// assert!(config.allowed_origins.contains(&"http://127.0.0.1:8080".to_owned()));
/// config.access_tokens.push("s3cr3t");
/// config.client_requests_per_minute = NonZeroU32::new(600);
/// # Ok::<(), std::net::AddrParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpConfig {
    /// Names that `Host` may have, with or without a port.
    pub allowed_hosts: Vec<String>,
    /// Origins of web pages that may send requests, `https://app.example.com:443`.
    pub allowed_origins: Vec<String>,
    /// If there are any, a request has to have one of them as its bearer token (RFC 6750).
    pub access_tokens: AccessTokens,
    /// If it is set, a token of its issuer opens the server, too, and clients are told where to get
    /// one.
    pub protected_resource: Option<ProtectedResource>,
    /// How many requests a client may send in a minute, which is who has shown a token, or else an
    /// address; any number by default.
    pub client_requests_per_minute: Option<NonZeroU32>,
    /// Proxies whose `X-Forwarded-For` says which address a request comes from.
    pub trusted_proxies: Vec<Network>,
    /// How large the body of a request may be; 4 MiB by default.
    pub max_request_bytes: usize,
    /// Whether there is `/metrics` beside `/mcp`, for whoever may call the tools; by default there is.
    #[cfg(feature = "metrics")]
    pub metrics: bool,
    /// Whether there are also `/tools` and what belongs to it, for clients that do not speak MCP; by default there
    /// are not.
    #[cfg(feature = "bridge")]
    pub bridge: bool,
    /// Keeps sessions for clients of revisions before 2026-07-28, so that handlers can ask them for input
    /// ([`Call::elicit`](crate::Call::elicit)) and tell them of changes; by default there are none, and any
    /// instance of a server can answer any request. With sessions, a load balancer must send the requests of
    /// a session (header `Mcp-Session-Id`) to the same instance.
    #[cfg(feature = "sessions")]
    pub sessions: Option<SessionLimits>,
    /// How long requests may go on after the server was asked to end; 5 seconds by default. A call
    /// that runs longer is answered with an error which says that it may have been executed.
    pub drain: Duration,
    /// How many connections may be open; new ones get 503. The default is three quarters of the
    /// files that the process may open (`ulimit -n`), at most 1,000.
    pub max_connections: usize,
    /// How long a client may take to send the head of a request; 30 seconds by default.
    pub header_timeout: Duration,
    /// How long a client may take to send the body of a request; 60 seconds by default. It has 10 seconds of these, and
    /// another one for each 500 bytes that it has sent.
    pub body_timeout: Duration,
    /// How long a connection may be idle between requests, and how long a client may take no byte of
    /// a response; 120 seconds by default. A proxy in front must close idle connections sooner.
    pub idle_timeout: Duration,
}

impl Default for HttpConfig {
    fn default() -> Self {
        Self {
            allowed_hosts: ["localhost", "127.0.0.1", "::1"].map(str::to_owned).into(),
            allowed_origins: Vec::new(),
            access_tokens: AccessTokens::default(),
            protected_resource: None,
            client_requests_per_minute: None,
            trusted_proxies: Vec::new(),
            max_request_bytes: 4 * 1024 * 1024,
            #[cfg(feature = "metrics")]
            metrics: true,
            #[cfg(feature = "bridge")]
            bridge: false,
            #[cfg(feature = "sessions")]
            sessions: None,
            drain: DRAIN,
            max_connections: connections::default_max_connections(),
            header_timeout: Duration::from_secs(30),
            body_timeout: Duration::from_secs(60),
            idle_timeout: Duration::from_secs(120),
        }
    }
}

impl HttpConfig {
    /// The default for a server at `address`: its own origin is allowed, too, and where it does
    /// not listen on the loopback interface, the host that it listens on.
    pub fn listening_on(address: SocketAddr) -> Self {
        let mut config = Self::default();
        if !address.ip().is_unspecified() && !address.ip().is_loopback() {
            config.allowed_hosts.push(address.ip().to_string());
        }
        config.allowed_origins = config
            .allowed_hosts
            .iter()
            .map(|host| format!("http://{}:{}", bracket_ipv6(host), address.port()))
            .collect();
        config
    }
}

/// An address of IPv6 as it stands in a URL.
fn bracket_ipv6(host: &str) -> String {
    if host.contains(':') {
        format!("[{host}]")
    } else {
        host.to_owned()
    }
}

impl Server {
    /// The server as a route, `/mcp`, for an application of your own, beside `/healthz`, `/readyz`
    /// and, with a [`protected_resource`](HttpConfig::protected_resource), its metadata. It keeps no
    /// sessions: any instance can answer any request.
    ///
    /// Clients without a token are told apart by their addresses only if the application is served
    /// with axum's `into_make_service_with_connect_info::<SocketAddr>()`. The limits of connections
    /// are up to the application.
    ///
    /// ```
    /// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
    /// use toolwright::server::HttpConfig;
    /// use toolwright::{HttpExecutor, Server};
    ///
    /// let server = Server::new(&pets::API, HttpExecutor::builder(&pets::API).build()?);
    /// let routes = server.router(&HttpConfig::default());
    /// assert!(routes.has_routes());
    /// # Ok::<(), toolwright::ExecutorError>(())
    /// ```
    pub fn router(&self, config: &HttpConfig) -> Router {
        self.build_router(config, &Drain::default())
    }

    fn build_router(&self, config: &HttpConfig, drain: &Drain) -> Router {
        let gate = Arc::new(Gate::new(config, &self.shared, drain.clone()));
        let watched = drain.clone();
        let ready = move || {
            let answer = match watched.has_begun() {
                true => (StatusCode::SERVICE_UNAVAILABLE, "ending\n"),
                false => (StatusCode::OK, "ok\n"),
            };
            std::future::ready(answer)
        };
        let sessions = Arc::new(Sessions::new(config));
        let service = self.mcp_service(config, &sessions, drain);
        let endpoint = Endpoint::new(Arc::clone(&gate), service, sessions, self.clone());
        let endpoint = Arc::new(endpoint);
        let mut router = endpoint::mcp_routes(Arc::clone(&endpoint));
        #[cfg(feature = "bridge")]
        if config.bridge {
            router = router.merge(bridge::bridge_routes(endpoint, drain.clone()));
        }
        #[cfg(feature = "metrics")]
        if config.metrics {
            let show = from_fn_with_state(gate, gate::require_token);
            router = router.merge(self.metrics_router().layer(show));
        }
        router = router
            .route("/healthz", get(|| std::future::ready("ok\n")))
            .route("/readyz", get(ready));
        if let Some(resource) = &config.protected_resource {
            let api = self.api();
            let name = if api.title.is_empty() {
                api.name
            } else {
                api.title
            };
            let metadata = resource.metadata(name).to_string();
            // Clients in browsers read it, too, and it is no secret.
            let headers = [
                (CONTENT_TYPE, "application/json"),
                (ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
            ];
            let answer = get(move || std::future::ready((headers, metadata)));
            for path in resource.metadata_paths() {
                router = router.route(&path, answer.clone());
            }
        }
        router
    }

    fn mcp_service(
        &self,
        config: &HttpConfig,
        sessions: &Arc<Sessions>,
        drain: &Drain,
    ) -> StreamableHttpService<Self, SessionKeeper> {
        let transport = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(sessions.are_kept())
            .with_json_response(true)
            .with_cancellation_token(drain.end_of_streams())
            .with_allowed_hosts(&config.allowed_hosts)
            .with_allowed_origins(&config.allowed_origins)
            .with_max_request_body_bytes(config.max_request_bytes)
            .enforce_origin_validation();
        let (server, has_sessions) = (self.clone(), sessions.are_kept());
        let serve_one = move || {
            let mut server = server.clone();
            if has_sessions {
                // Each session is a connection of its own.
                server.connection = Arc::default();
            }
            Ok(server)
        };
        StreamableHttpService::new(serve_one, Sessions::manager(sessions), transport)
    }

    /// Serves `/mcp` on `listener` until the process is asked to end. Requests that are running
    /// then have the time that is [configured](HttpConfig::drain) to finish, during which new ones
    /// are rejected and `/readyz` answers 503.
    ///
    /// ```no_run
    /// # async fn serve(server: toolwright::Server) -> Result<(), Box<dyn std::error::Error>> {
    /// use tokio::net::TcpListener;
    /// use toolwright::server::HttpConfig;
    ///
    /// let listener = TcpListener::bind("127.0.0.1:8080").await?;
    /// let config = HttpConfig::listening_on(listener.local_addr()?);
    /// server.serve_http(listener, &config).await?;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn serve_http(
        self,
        listener: TcpListener,
        config: &HttpConfig,
    ) -> Result<(), ServeError> {
        self.serve_http_until(listener, config, shutdown::wait_for_end_signal())
            .await
    }

    /// [`serve_http`](Self::serve_http), with an end of your own choice.
    ///
    /// ```
    /// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
    /// use std::time::Duration;
    /// use tokio::net::TcpListener;
    /// use toolwright::server::HttpConfig;
    /// use toolwright::{HttpExecutor, Server};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let server = Server::new(&pets::API, HttpExecutor::builder(&pets::API).build()?);
    /// let listener = TcpListener::bind("127.0.0.1:0").await?;
    /// let config = HttpConfig::listening_on(listener.local_addr()?);
    /// let end = tokio::time::sleep(Duration::from_millis(10));
    /// server.serve_http_until(listener, &config, end).await?;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn serve_http_until(
        self,
        listener: TcpListener,
        config: &HttpConfig,
        end: impl Future<Output = ()>,
    ) -> Result<(), ServeError> {
        // Calls of another listener, which a clone of this server may have, go on.
        let mut server = self;
        server.abandon = Arc::default();
        let (stop, drain) = (CancellationToken::new(), Drain::default());
        let routes = server.build_router(config, &drain);
        let routes = routes_for_people(routes, config)
            .fallback(not_found)
            .method_not_allowed_fallback(method_not_allowed);
        let serving = connections::serve_connections(listener, routes, config, stop.clone());
        let out_of_time = async {
            end.await;
            let deadline = deadline_after(config.drain).into();
            // Until then connections are accepted, so that `/readyz` can be asked.
            drain.wait_for_requests(config.drain).await;
            stop.cancel();
            // What is left are the answers, and streams on which clients listen.
            tokio::select! {
                () = tokio::time::sleep_until(deadline) => {}
                () = server.wait_for_calls() => {
                    drain.end_streams();
                    tokio::time::sleep_until(deadline).await;
                }
            }
            tracing::warn!(
                "the shutdown time is over: calls that are still running end with an error"
            );
            server.abandon.cancel();
            tokio::time::sleep(GRACE).await;
            drain.end_streams();
            tracing::warn!("ended with requests still running");
        };
        tokio::select! {
            () = serving => Ok(()),
            () = out_of_time => Ok(()),
        }
    }
}

impl Server {
    /// Resolves when no call runs, and the answers of the last ones are on their way. In a session, a call
    /// may run after its request was answered with the head of a stream.
    async fn wait_for_calls(&self) {
        while !self.shared.calls.is_idle() {
            tokio::time::sleep(CALL_POLL).await;
        }
        tokio::time::sleep(CALL_POLL).await;
    }
}

/// What people see who open the address of a server that listens by itself. It names neither the API nor a version,
/// since it is shown without a token. An application that serves [`Server::router`] may have a page of its own here.
const PURPOSE: &str =
    "This is an MCP server. Give the address of this page with /mcp at its end to an MCP client.\n";

#[cfg_attr(not(feature = "bridge"), allow(unused_variables))]
fn routes_for_people(routes: Router, config: &HttpConfig) -> Router {
    #[cfg(feature = "bridge")]
    if config.bridge {
        // The bridge has a page here.
        return routes;
    }
    routes.route("/", get(|| std::future::ready(PURPOSE)))
}

async fn not_found(body: Body) -> Response {
    early_response::respond_early(body, StatusCode::NOT_FOUND.into_response()).await
}

async fn method_not_allowed(body: Body) -> Response {
    early_response::respond_early(body, StatusCode::METHOD_NOT_ALLOWED.into_response()).await
}
