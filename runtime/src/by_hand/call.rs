use std::fmt;
use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::service::RequestContext;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::context::CallContext;
use crate::http::{HttpExecutor, HttpRequest};
use crate::outcome::Outcome;
use crate::response::{Operation, Response, SendError};
use crate::tool::Tool;

/// A call of a tool, as its hand-written handler sees it.
///
/// A handler is tested with a call of one's own making:
///
/// ```
/// use std::sync::Arc;
/// use toolwright::{Call, CallContext, HttpExecutor};
/// # static API: toolwright::Api = toolwright::Api { name: "pets", title: "", version: "1",
/// #     description: "", servers: &[], security: &[], tools: &[],
/// #     schemas: &toolwright::Schemas::NONE, by_name: &[], answers: None,
/// #     discovery: None };
///
/// # fn main() -> Result<(), toolwright::ExecutorError> {
/// let executors = [Arc::new(HttpExecutor::builder(&API).build()?)];
/// let context = CallContext::default().with_header("X-Tenant", "blue");
/// let call = Call::new(&context, &executors);
/// assert_eq!(call.header("x-tenant"), Some("blue"));
/// assert!(!call.is_cancelled());
/// # Ok(())
/// # }
/// ```
pub struct Call<'a> {
    context: &'a CallContext,
    executors: &'a [Arc<HttpExecutor>],
    /// Which of them is that of the tool's own API.
    home: usize,
    mcp: Option<&'a RequestContext<RoleServer>>,
    cancellation: Cancellation,
}

/// Whether a call was cancelled; for what a handler has started and does not await itself. A clone
/// tells of the same call.
#[derive(Clone, Debug)]
pub struct Cancellation(CancellationToken);

/// The program that called a tool, as it names itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientInfo {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

impl<'a> Call<'a> {
    /// A call that came by no client. `executors` are those of the server's APIs, that of the
    /// tool's own API first.
    pub fn new(context: &'a CallContext, executors: &'a [Arc<HttpExecutor>]) -> Self {
        Self {
            context,
            executors,
            home: 0,
            mcp: None,
            cancellation: Cancellation(CancellationToken::new()),
        }
    }

    /// A call that came by MCP, of a tool of the API with that executor.
    pub(crate) fn by_mcp(
        context: &'a CallContext,
        executors: &'a [Arc<HttpExecutor>],
        home: usize,
        mcp: &'a RequestContext<RoleServer>,
    ) -> Self {
        Self {
            context,
            executors,
            home,
            mcp: Some(mcp),
            cancellation: Cancellation(mcp.ct.child_token()),
        }
    }

    /// A header of the client's HTTP request: one of those that `--pass-header` or
    /// [`HttpExecutorBuilder::pass_header`](crate::HttpExecutorBuilder::pass_header) names. None
    /// over stdio.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.context.header(name)
    }

    /// Says how far the call has come. A client that asked for progress gets the latest word within
    /// a second.
    pub fn report(&self, text: impl Into<String>) {
        self.context.report(text);
    }

    /// Whether the client has cancelled the call, or left. A handler's future is dropped then, at
    /// the latest when it awaits the next time; this is for work between two of these places.
    pub fn is_cancelled(&self) -> bool {
        self.cancellation.is_cancelled()
    }

    /// Resolves when the call is cancelled; a handler that has to tidy up does it in what it has
    /// spawned, with the [`cancellation`](Self::cancellation), or when its values are dropped.
    pub async fn cancelled(&self) {
        self.cancellation.cancelled().await;
    }

    /// Whether the call was cancelled, for a task or a thread that outlives the handler.
    pub fn cancellation(&self) -> Cancellation {
        self.cancellation.clone()
    }

    /// The client, where it has said its name.
    pub fn client(&self) -> Option<ClientInfo> {
        let client = self.mcp?.client_info()?;
        Some(ClientInfo {
            name: client.name,
            version: client.version,
        })
    }

    /// The revision of MCP that the client speaks, `2026-07-28`, where it is known.
    pub fn protocol_version(&self) -> Option<String> {
        let version = self.mcp?.protocol_version()?;
        Some(version.as_str().to_owned())
    }

    /// What the call knows of its client, for [`HttpExecutor::execute_in`].
    pub fn context(&self) -> &CallContext {
        self.context
    }

    /// The executor of the tool's own API; for a tool that no API describes, that of the server's
    /// first one. `None` for a [`new`](Self::new) call without executors.
    pub fn executor(&self) -> Option<&HttpExecutor> {
        let executor = self.executors.get(self.home)?;
        Some(executor)
    }

    /// The call is cancelled when what is returned is dropped, unless it is disarmed before.
    pub(crate) fn cancelled_on_drop(&self) -> DropGuard {
        self.cancellation.0.clone().drop_guard()
    }

    /// Sends the request of an operation of any API that the server has, with what the client
    /// passes on, and with everything that a call of its tool has: credentials, retries, limits.
    ///
    /// # Errors
    ///
    /// As [`HttpExecutor::send`]; also if the server does not have the operation's API.
    pub async fn send<R: Operation>(
        &self,
        request: &R,
    ) -> Result<Response<R::Response>, SendError> {
        match self.executor_of(R::tool()) {
            Some(executor) => executor.send_in(self.context, request).await,
            None => Err(SendError::NotSent {
                message: stranger(R::tool()),
                problems: Vec::new(),
            }),
        }
    }

    /// [`send`](Self::send) for whom what comes back is to be the tool's own result, as it is.
    pub async fn execute<R: Operation>(&self, request: &R) -> Outcome {
        let tool = R::tool();
        let Some(executor) = self.executor_of(tool) else {
            return Outcome::failure(stranger(tool));
        };
        let mut written = HttpRequest::new(tool.method, tool.path);
        request.encode(&mut written);
        executor.execute_in(self.context, tool, written).await
    }

    /// The executor of the API that has this tool.
    pub fn executor_of(&self, tool: &'static Tool) -> Option<&HttpExecutor> {
        let mut executors = self.executors.iter().map(Arc::as_ref);
        executors.find(|executor| {
            let tools = executor.api().tools.as_ptr_range();
            tools.contains(&std::ptr::from_ref(tool))
        })
    }
}

fn stranger(tool: &Tool) -> String {
    format!(
        "{} {} was not sent: this server does not have the API that it is of",
        tool.method.as_str(),
        tool.path
    )
}

impl Cancellation {
    /// Whether the client has cancelled the call, or left.
    pub fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }

    /// Resolves when the call is cancelled.
    pub async fn cancelled(&self) {
        self.0.cancelled().await;
    }
}

impl fmt::Debug for Call<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("context", self.context)
            .field("cancellation", &self.cancellation)
            .finish_non_exhaustive()
    }
}
