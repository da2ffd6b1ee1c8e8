//! The MCP server: a table of tools over stdio and streamable HTTP.
//!
//! One server answers clients of every protocol revision from 2024-11-05 (with `initialize`) to
//! 2026-07-28 (with `server/discover` and no session).

mod error;
mod guidance;
mod handler;
mod http;
mod listing;
mod metrics;
mod observed;
mod outputs;
mod progress;
mod result;
mod review;
mod shorten;
mod shutdown;
mod stdio;
mod ways;

use std::sync::Arc;

use crate::api::Api;
use crate::http::HttpExecutor;
use listing::Listing;
use metrics::Metrics;

pub use error::ServeError;
pub use http::{AccessTokens, HttpConfig, Network, NetworkError, ProtectedResource, ResourceError};
pub use review::tool_list;

/// An MCP server for one [`Api`]. A clone is the same server.
///
/// ```no_run
/// # async fn serve(api: &'static toolwright::Api) -> Result<(), Box<dyn std::error::Error>> {
/// let executor = toolwright::http::HttpExecutor::builder(api).build()?;
/// toolwright::Server::new(api, executor).serve_stdio().await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Server {
    shared: Arc<Shared>,
    max_result_bytes: usize,
}

#[derive(Debug)]
struct Shared {
    api: &'static Api,
    executor: Arc<HttpExecutor>,
    listing: Listing,
    metrics: Metrics,
}

/// What clients take of a result: 25,000 tokens, at four bytes each.
const MAX_RESULT_BYTES: usize = 100_000;

impl Server {
    /// A server that sends the calls of `api`'s tools to `executor`.
    pub fn new(api: &'static Api, executor: HttpExecutor) -> Self {
        Self {
            shared: Arc::new(Shared {
                api,
                executor: Arc::new(executor),
                listing: Listing::default(),
                metrics: Metrics::default(),
            }),
            max_result_bytes: MAX_RESULT_BYTES,
        }
    }

    /// Cuts results that are longer than so many bytes, and says what is missing; 100,000 unless
    /// set. JSON keeps its form: lists lose their last items, long strings their ends.
    #[must_use]
    pub fn max_result_bytes(mut self, limit: usize) -> Self {
        self.max_result_bytes = limit;
        self
    }

    pub(crate) fn api(&self) -> &'static Api {
        self.shared.api
    }
}

/// The tools of `api` as `tools/list` shows them, as JSON text.
pub(crate) fn list_as_json(api: &'static Api, executor: &HttpExecutor) -> String {
    let listing = Listing::default();
    let list = serde_json::json!({ "tools": listing.of(api, executor) });
    format!("{list:#}\n")
}
