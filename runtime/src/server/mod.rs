//! The MCP server: tools over stdio and streamable HTTP.
//!
//! One server answers clients of every protocol revision from 2024-11-05 (with `initialize`) to
//! 2026-07-28 (with `server/discover` and no session).

mod admission;
#[cfg(feature = "bridge")]
mod bridge_validation;
mod call_request;
mod call_result;
mod connection;
#[cfg(feature = "discovery")]
mod discovery_call;
mod guidance;
mod handler;
mod http;
mod listing;
mod message;
mod metrics;
mod observed;
mod outputs;
mod progress;
mod run_tool;
mod serve_error;
mod shutdown;
mod stdio;
mod tool_call;
mod tool_list;
mod truncation;

use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::api::Api;
#[cfg(feature = "discovery")]
use crate::discovery::Discovered;
use crate::handlers::{StateSeal, WaitingCalls};
use crate::http::HttpExecutor;
use crate::memory::Memory;
use crate::tools::{IntoTools, Tools, ToolsError};
use admission::Admission;
use connection::Connection;
use http::RunningCalls;
use listing::Listing;
use metrics::Metrics;

pub(crate) use admission::MAX_CALLS;
#[cfg(feature = "sessions")]
pub use http::SessionLimits;
pub use http::{AccessTokens, HttpConfig, Network, NetworkError, ProtectedResource, ResourceError};
pub use serve_error::{ServeError, StateKeyError};
pub use tool_list::{ListedTools, tool_list, tool_snapshot};

/// An MCP server. A clone is the same server.
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
    max_calls: usize,
    stdio_drain: Duration,
    connection: Arc<Connection>,
    /// Ends the calls that still run when the time to drain is over. Each connection over stdio and
    /// each HTTP listener has its own.
    abandon: Arc<CancellationToken>,
}

#[derive(Debug)]
struct Shared {
    tools: Tools,
    /// The executor of the first API.
    first: Arc<HttpExecutor>,
    /// Those of all APIs, in their order.
    executors: Vec<Arc<HttpExecutor>>,
    listing: Listing,
    metrics: Metrics,
    calls: Admission,
    memory: Arc<Memory>,
    /// The calls that clients over HTTP may cancel.
    running_calls: RunningCalls,
    /// The calls that wait for responses of their clients.
    waiting_calls: WaitingCalls,
    /// Signs what calls that ask their clients keep between two rounds; made when it is first needed.
    state_seal: OnceLock<StateSeal>,
    /// How tools are found that are not listed one by one, or not only.
    #[cfg(feature = "discovery")]
    discovered: Option<Discovered>,
}

/// What clients take of a result: 25,000 tokens, at four bytes each.
const MAX_RESULT_BYTES: usize = 100_000;

impl Server {
    /// A server that sends the calls of `api`'s tools to `executor`.
    pub fn new(api: &'static Api, executor: HttpExecutor) -> Self {
        Self::with_executors(Tools::from_api(api), executor, Vec::new())
    }

    /// A server of tools of any kind. An API for which no executor is given gets the one that the
    /// environment describes.
    ///
    /// ```no_run
    /// # async fn serve(api: &'static toolwright::Api) -> Result<(), Box<dyn std::error::Error>> {
    /// use toolwright::{HttpExecutor, Server, Tools};
    ///
    /// let executor = HttpExecutor::builder(api).base_url("http://localhost:9000").build()?;
    /// Server::from_tools(Tools::from_api(api), [executor])?.serve_stdio().await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Two tools or two APIs have the same name, a manual operation has no handler, or an executor
    /// is of another API.
    pub fn from_tools(
        tools: impl IntoTools,
        executors: impl IntoIterator<Item = HttpExecutor>,
    ) -> Result<Self, ToolsError> {
        let tools = tools.into_tools();
        tools.check_servable()?;
        let (first, others) = tools.match_executors(executors.into_iter().collect())?;
        Ok(Self::with_executors(tools, first, others))
    }

    fn with_executors(tools: Tools, first: HttpExecutor, others: Vec<HttpExecutor>) -> Self {
        let first = Arc::new(first);
        let mut executors = vec![Arc::clone(&first)];
        executors.extend(others.into_iter().map(Arc::new));
        Self {
            shared: Arc::new(Shared {
                #[cfg(feature = "discovery")]
                discovered: Discovered::from_tools(&tools),
                tools,
                first,
                executors,
                listing: Listing::default(),
                metrics: Metrics::default(),
                calls: Admission::default(),
                memory: Arc::default(),
                running_calls: RunningCalls::default(),
                waiting_calls: WaitingCalls::default(),
                state_seal: OnceLock::new(),
            }),
            max_result_bytes: MAX_RESULT_BYTES,
            max_calls: MAX_CALLS,
            stdio_drain: stdio::DRAIN,
            connection: Arc::default(),
            abandon: Arc::default(),
        }
    }

    /// How many calls may run at once, those included that wait for their turn to go upstream; 500
    /// unless set. One more is rejected at once: over HTTP with status 503 before its body is parsed,
    /// over stdio with an error of the tool.
    ///
    /// ```
    /// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
    /// use std::num::NonZeroUsize;
    /// use toolwright::{HttpExecutor, Server};
    ///
    /// let executor = HttpExecutor::builder(&pets::API).build()?;
    /// let calls = NonZeroUsize::new(200).ok_or("is not zero")?;
    /// let server = Server::new(&pets::API, executor).max_calls(calls);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn max_calls(mut self, calls: NonZeroUsize) -> Self {
        self.max_calls = calls.get();
        self
    }

    /// Truncates results and errors that are longer than so many bytes, and says what is missing;
    /// 100,000 unless set. JSON keeps its form: lists lose their last items, long strings their ends.
    ///
    /// ```
    /// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
    /// use toolwright::{HttpExecutor, Server};
    ///
    /// let executor = HttpExecutor::builder(&pets::API).build()?;
    /// let server = Server::new(&pets::API, executor).max_result_bytes(20_000);
    /// # Ok::<(), toolwright::ExecutorError>(())
    /// ```
    #[must_use]
    pub fn max_result_bytes(mut self, limit: usize) -> Self {
        self.max_result_bytes = limit;
        self
    }

    /// The key that signs what a call keeps between two rounds when its handler asks the client
    /// ([`Call::elicit`](crate::Call::elicit)): at least 32 random bytes. Instances of a server that answer
    /// the same clients need the same key. Without one, each process makes its own.
    ///
    /// ```
    /// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
    /// use toolwright::{HttpExecutor, Server};
    ///
    /// let executor = HttpExecutor::builder(&pets::API).build()?;
    /// let server = Server::new(&pets::API, executor);
    /// assert!(server.clone().state_key(b"short").is_err());
    /// let server = server.state_key(b"0123456789abcdef0123456789abcdef")?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The key is shorter, or the server has one already.
    pub fn state_key(self, key: &[u8]) -> Result<Self, StateKeyError> {
        let seal = StateSeal::with_key(key).map_err(|_| StateKeyError::TooShort(key.len()))?;
        let set = self.shared.state_seal.set(seal);
        set.map_err(|_| StateKeyError::AlreadySet)?;
        Ok(self)
    }

    /// The tools as `tools/list` shows them, as JSON text.
    pub(crate) fn format_tool_list(&self) -> String {
        let list = serde_json::json!({ "tools": self.shared.shown_tools() });
        format!("{list:#}\n")
    }

    /// The names and descriptions of the tools that `tools/list` shows.
    pub(crate) fn shown_names(&self) -> impl Iterator<Item = (&str, &str)> {
        let tools = self.shared.shown_tools().iter();
        tools.map(|tool| {
            (
                tool.name.as_ref(),
                tool.description.as_deref().unwrap_or_default(),
            )
        })
    }

    /// What gives the server its name.
    pub(crate) fn api(&self) -> &'static Api {
        self.shared.tools.first_api()
    }
}
