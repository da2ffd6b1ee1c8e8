use std::future::IntoFuture;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::serve::ListenerExt;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::{ServeError, Server, shutdown};

/// How long requests may go on after the server was asked to end.
const DRAIN: Duration = Duration::from_secs(5);

/// Who may talk to a server over HTTP.
///
/// The default is for the machine's own programs: `Host` must name the loopback interface, which
/// keeps web pages from reaching the server under a name of their own (DNS rebinding), and a
/// request with an `Origin` is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpConfig {
    /// Names that `Host` may have, with or without a port.
    pub allowed_hosts: Vec<String>,
    /// Origins of web pages that may send requests, `https://app.example.com:443`.
    pub allowed_origins: Vec<String>,
}

impl Default for HttpConfig {
    fn default() -> Self {
        Self {
            allowed_hosts: ["localhost", "127.0.0.1", "::1"].map(str::to_owned).into(),
            allowed_origins: Vec::new(),
        }
    }
}

impl HttpConfig {
    /// The default, and `address` as a host where it is a certain one.
    pub fn listening_on(address: SocketAddr) -> Self {
        let mut config = Self::default();
        let host = address.ip().to_string();
        if !address.ip().is_unspecified() && !config.allowed_hosts.contains(&host) {
            config.allowed_hosts.push(host);
        }
        config
    }
}

impl Server {
    /// The server as a route, `/mcp`, for an application of your own. It keeps no sessions: any
    /// instance can answer any request.
    pub fn router(&self, config: &HttpConfig) -> Router {
        let server = self.clone();
        let transport = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .with_allowed_hosts(&config.allowed_hosts)
            .with_allowed_origins(&config.allowed_origins)
            .enforce_origin_validation();
        let service = StreamableHttpService::new(
            move || Ok(server.clone()),
            Arc::new(NeverSessionManager::default()),
            transport,
        );
        Router::new().route_service("/mcp", service)
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
