//! The MCP server: a table of tools over stdio and streamable HTTP.
//!
//! One server answers clients of every protocol revision from 2024-11-05 (with `initialize`) to
//! 2026-07-28 (with `server/discover` and no session).

mod error;
mod handler;
mod http;
mod listing;
mod result;
mod shutdown;
mod stdio;
mod ways;

use std::sync::Arc;

use crate::api::Api;
use crate::http::HttpExecutor;
use listing::Listing;

pub use error::ServeError;
pub use http::HttpConfig;

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
pub struct Server(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    api: &'static Api,
    executor: HttpExecutor,
    listing: Listing,
}

impl Server {
    /// A server that sends the calls of `api`'s tools to `executor`.
    pub fn new(api: &'static Api, executor: HttpExecutor) -> Self {
        Self(Arc::new(Shared {
            api,
            executor,
            listing: Listing::default(),
        }))
    }
}

/// The tools of `api` as `tools/list` shows them, as JSON text.
pub(crate) fn list_as_json(api: &'static Api, executor: &HttpExecutor) -> String {
    let listing = Listing::default();
    let list = serde_json::json!({ "tools": listing.of(api, executor) });
    format!("{list:#}\n")
}
