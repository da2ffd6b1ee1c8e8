mod access;

use std::future::IntoFuture;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use axum::serve::ListenerExt;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::{ServeError, Server, shutdown};

pub use access::AccessTokens;

/// How long requests may go on after the server was asked to end.
const DRAIN: Duration = Duration::from_secs(5);

/// Who may talk to a server over HTTP.
///
/// The default is for the machine's own programs: `Host` must name the loopback interface, which
/// keeps web pages from reaching the server under a name of their own (DNS rebinding), and a
/// request with an `Origin`, which comes from a web page, is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpConfig {
    /// Names that `Host` may have, with or without a port.
    pub allowed_hosts: Vec<String>,
    /// Origins of web pages that may send requests, `https://app.example.com:443`.
    pub allowed_origins: Vec<String>,
    /// If there are any, a request has to have one of them as its bearer token (RFC 6750).
    pub access_tokens: AccessTokens,
    /// How large the body of a request may be; 4 MiB by default.
    pub max_request_bytes: usize,
}

impl Default for HttpConfig {
    fn default() -> Self {
        Self {
            allowed_hosts: ["localhost", "127.0.0.1", "::1"].map(str::to_owned).into(),
            allowed_origins: Vec::new(),
            access_tokens: AccessTokens::default(),
            max_request_bytes: 4 * 1024 * 1024,
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
            .map(|host| format!("http://{}:{}", bracketed(host), address.port()))
            .collect();
        config
    }
}

/// An address of IPv6 as it stands in a URL.
fn bracketed(host: &str) -> String {
    if host.contains(':') {
        format!("[{host}]")
    } else {
        host.to_owned()
    }
}

impl Server {
    /// The server as a route, `/mcp`, for an application of your own, beside `/healthz` and
    /// `/readyz`, which answer 200 while it runs. It keeps no sessions: any instance can answer any
    /// request.
    pub fn router(&self, config: &HttpConfig) -> Router {
        let server = self.clone();
        let transport = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .with_allowed_hosts(&config.allowed_hosts)
            .with_allowed_origins(&config.allowed_origins)
            .with_max_request_body_bytes(config.max_request_bytes)
            .enforce_origin_validation();
        let service = StreamableHttpService::new(
            move || Ok(server.clone()),
            Arc::new(NeverSessionManager::default()),
            transport,
        );
        let mut router = Router::new().route_service("/mcp", service);
        if !config.access_tokens.is_empty() {
            let tokens = Arc::new(config.access_tokens.clone());
            router = router.layer(from_fn_with_state(tokens, access::check));
        }
        let alive = get(|| std::future::ready("ok\n"));
        router
            .route("/healthz", alive.clone())
            .route("/readyz", alive)
    }

    /// Serves `/mcp` on `listener` until the process is asked to end. Requests that are running
    /// then have five seconds to finish.
    pub async fn serve_http(
        self,
        listener: TcpListener,
        config: &HttpConfig,
    ) -> Result<(), ServeError> {
        self.serve_http_until(listener, config, shutdown::requested())
            .await
    }

    /// [`serve_http`](Self::serve_http), with an end of your own choice.
    pub async fn serve_http_until(
        self,
        listener: TcpListener,
        config: &HttpConfig,
        end: impl Future<Output = ()>,
    ) -> Result<(), ServeError> {
        // Without it a small response waits for the client's delayed acknowledgement: 40 ms.
        let listener = listener.tap_io(|stream| {
            if let Err(error) = stream.set_nodelay(true) {
                tracing::debug!(%error, "can't set TCP_NODELAY");
            }
        });
        let stop = CancellationToken::new();
        let serving = axum::serve(listener, self.router(config))
            .with_graceful_shutdown(stop.clone().cancelled_owned())
            .into_future();
        let out_of_time = async {
            end.await;
            stop.cancel();
            tokio::time::sleep(DRAIN).await;
            tracing::warn!("ended with requests still running");
        };
        tokio::select! {
            served = serving => Ok(served?),
            () = out_of_time => Ok(()),
        }
    }
}
