use axum::Router;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::net::TcpListener;

use crate::server::{ServeError, Server};

const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

impl Server {
    /// The server's figures at `/metrics`, in the text format of OpenMetrics, which Prometheus
    /// reads. Whoever reaches it may read it.
    ///
    /// ```
    /// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
    /// use toolwright::{HttpExecutor, Server};
    ///
    /// let server = Server::new(&pets::API, HttpExecutor::builder(&pets::API).build()?);
    /// assert!(server.metrics_router().has_routes());
    /// # Ok::<(), toolwright::ExecutorError>(())
    /// ```
    pub fn metrics_router(&self) -> Router {
        let server = self.clone();
        let answer = move || std::future::ready(server.metrics_response());
        Router::new().route("/metrics", get(answer))
    }

    /// Serves [`metrics_router`](Self::metrics_router) on a listener of its own, for as long as it is
    /// polled.
    ///
    /// # Errors
    ///
    /// The listener failed.
    ///
    /// ```no_run
    /// # async fn serve(server: toolwright::Server) -> Result<(), Box<dyn std::error::Error>> {
    /// let listener = tokio::net::TcpListener::bind("127.0.0.1:9090").await?;
    /// tokio::spawn(server.clone().serve_metrics(listener));
    /// server.serve_stdio().await?;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn serve_metrics(self, listener: TcpListener) -> Result<(), ServeError> {
        Ok(axum::serve(listener, self.metrics_router()).await?)
    }

    fn metrics_response(&self) -> Response {
        match self.shared.metrics.registry.encode_text() {
            Ok(text) => ([(CONTENT_TYPE, OPEN_METRICS)], text).into_response(),
            Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        }
    }
}
