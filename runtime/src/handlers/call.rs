//! [`Call`]: what a handler is given beside its arguments, to report progress, notice cancellation and send requests to the
//! server's APIs.
//!
//! A call is created for every run of a handler, and for tests without a client. It does not know how arguments are decoded
//! or results are written.

use std::fmt;
use std::sync::Arc;

use tokio_util::sync::{CancellationToken, DropGuard};

use super::mcp_client::McpClient;
use super::rounds::Rounds;
use super::waiting_calls::WaitingCalls;
use crate::context::CallContext;
use crate::http::HttpExecutor;
use crate::outcome::Outcome;
use crate::request::HttpRequest;
use crate::response::{Operation, Response, SendError};
use crate::tool::Tool;

/// A call of a tool, as its hand-written handler sees it.
///
/// A handler is tested with a call of one's own making:
///
/// ```
/// use std::sync::Arc;
/// use toolwright::{Call, CallContext, HttpExecutor};
/// # static API: toolwright::Api = toolwright::Api::new("pets");
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
    api_index: usize,
    /// Who made it, if it came by MCP.
    pub(super) client: Option<McpClient<'a>>,
    /// What the client was asked for before.
    pub(super) rounds: Rounds,
    /// The calls of the server that wait for their clients.
    pub(super) waiting_calls: Option<&'a WaitingCalls>,
    cancellation: Cancellation,
}

/// Where a call comes from.
pub(crate) struct CallOrigin<'a> {
    pub(crate) context: &'a CallContext,
    pub(crate) executors: &'a [Arc<HttpExecutor>],
    /// Which of them is that of the tool's own API.
    pub(crate) api_index: usize,
    /// Who made it, if it came by MCP.
    pub(crate) client: Option<McpClient<'a>>,
    pub(crate) rounds: Rounds,
    pub(crate) waiting_calls: Option<&'a WaitingCalls>,
}

/// Whether a call was cancelled; for what a handler has started and does not await itself. A clone
/// tells of the same call.
///
/// ```
/// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
/// use std::sync::Arc;
/// use toolwright::{Call, CallContext, HttpExecutor};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), toolwright::ExecutorError> {
/// # let executors = [Arc::new(HttpExecutor::builder(&pets::API).build()?)];
/// # let context = CallContext::default();
/// # let call = Call::new(&context, &executors);
/// // In a handler:
/// let cancellation = call.cancellation();
/// let work = std::thread::spawn(move || {
///     let steps = (0..3).take_while(|_| !cancellation.is_cancelled());
///     steps.count()
/// });
/// assert_eq!(work.join().unwrap_or(0), 3);
///
/// // In async code, work ends when its call does.
/// let cancellation = call.cancellation();
/// let done = tokio::select! {
///     () = cancellation.cancelled() => "cancelled",
///     () = async {} => "done",
/// };
/// assert_eq!(done, "done");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Cancellation(CancellationToken);

/// The program that called a tool, as it names itself.
///
/// ```
/// use toolwright::Call;
///
/// /// In a handler.
/// fn greeting(call: &Call<'_>) -> String {
///     match call.client_info() {
///         Some(client) => format!("Hello, {} {}.", client.name, client.version),
///         None => "Hello.".to_owned(),
///     }
/// }
/// # let context = toolwright::CallContext::default();
/// # assert_eq!(greeting(&Call::new(&context, &[])), "Hello.");
/// ```
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
            api_index: 0,
            client: None,
            rounds: Rounds::default(),
            waiting_calls: None,
            cancellation: Cancellation(CancellationToken::new()),
        }
    }

    /// A call that came by a client.
    pub(crate) fn from_origin(origin: CallOrigin<'a>) -> Self {
        let cancellation = origin.client.map(|client| client.context.ct.child_token());
        Self {
            context: origin.context,
            executors: origin.executors,
            api_index: origin.api_index,
            client: origin.client,
            rounds: origin.rounds,
            waiting_calls: origin.waiting_calls,
            cancellation: Cancellation(cancellation.unwrap_or_default()),
        }
    }

    /// What earlier rounds have brought, and what the handler keeps for the next one.
    pub(crate) fn rounds(&self) -> &Rounds {
        &self.rounds
    }

    /// A header of the client's HTTP request: one of those that `--pass-header` or
    /// [`HttpExecutorBuilder::pass_header`](crate::HttpExecutorBuilder::pass_header) names. None
    /// over stdio.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.context.header(name)
    }

    /// Says how far the call has come. A client that asked for progress gets the latest word within
    /// a second.
    ///
    /// ```
    /// use toolwright::Call;
    ///
    /// /// In a handler.
    /// fn feed(call: &Call<'_>, pets: &[&str]) -> usize {
    ///     for (done, pet) in pets.iter().enumerate() {
    ///         if call.is_cancelled() {
    ///             return done;
    ///         }
    ///         call.report(format!("{done} of {}: {pet}", pets.len()));
    ///     }
    ///     pets.len()
    /// }
    ///
    /// let context = toolwright::CallContext::default();
    /// assert_eq!(feed(&Call::new(&context, &[]), &["Rex", "Ada"]), 2);
    /// assert_eq!(context.reported(), "1 of 2: Ada");
    /// ```
    pub fn report(&self, text: impl Into<String>) {
        self.context.report(text);
    }

    /// Says how far the call has come in numbers: the value so far, of a total if that is known, and a
    /// message, which may be empty. The unit is yours; a client shows it as a bar or as a percentage.
    ///
    /// A client that asked for progress gets the latest report within a second. MCP demands that the
    /// value rises with every notification, so a report whose value is not greater than the last one
    /// that was sent waits for one that is. Numbers that are not finite are ignored.
    ///
    /// ```
    /// use toolwright::Call;
    ///
    /// /// In a handler.
    /// fn feed(call: &Call<'_>, pets: &[&str]) {
    ///     let total = pets.len() as f64;
    ///     for (done, pet) in (1..).zip(pets) {
    ///         call.report_progress(f64::from(done), Some(total), format!("fed {pet}"));
    ///     }
    /// }
    ///
    /// let context = toolwright::CallContext::default();
    /// feed(&Call::new(&context, &[]), &["Rex", "Ada"]);
    /// assert_eq!(context.reported(), "fed Ada");
    /// ```
    pub fn report_progress(&self, value: f64, total: Option<f64>, message: impl Into<String>) {
        self.context.report_progress(value, total, message);
    }

    /// Whether the client has cancelled the call, or left. A handler's future is dropped then, at
    /// the latest when it awaits the next time; this is for work between two of these places.
    pub fn is_cancelled(&self) -> bool {
        self.cancellation.is_cancelled()
    }

    /// Resolves when the call is cancelled; a handler that has to tidy up does it in what it has
    /// spawned, with the [`cancellation`](Self::cancellation), or when its values are dropped.
    ///
    /// ```
    /// use toolwright::{Call, ToolError};
    ///
    /// /// In a handler: whichever is first.
    /// async fn wait(call: &Call<'_>) -> Result<String, ToolError> {
    ///     tokio::select! {
    ///         () = call.cancelled() => Err(ToolError::new("cancelled")),
    ///         () = tokio::task::yield_now() => Ok("done".to_owned()),
    ///     }
    /// }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// # let context = toolwright::CallContext::default();
    /// # assert_eq!(wait(&Call::new(&context, &[])).await.ok().as_deref(), Some("done"));
    /// # }
    /// ```
    pub async fn cancelled(&self) {
        self.cancellation.cancelled().await;
    }

    /// Whether the call was cancelled, for a task or a thread that outlives the handler.
    ///
    /// ```
    /// use toolwright::{Call, CallContext};
    ///
    /// let context = CallContext::default();
    /// let cancellation = Call::new(&context, &[]).cancellation();
    /// let work = std::thread::spawn(move || cancellation.is_cancelled());
    /// assert_eq!(work.join().ok(), Some(false));
    /// ```
    pub fn cancellation(&self) -> Cancellation {
        self.cancellation.clone()
    }

    /// The client, if it has introduced itself.
    ///
    /// ```
    /// use toolwright::{Call, CallContext};
    ///
    /// let context = CallContext::default();
    /// // A call that was not made over MCP has no client.
    /// assert!(Call::new(&context, &[]).client_info().is_none());
    /// ```
    pub fn client_info(&self) -> Option<ClientInfo> {
        let client = self.client?.context.client_info()?;
        Some(ClientInfo {
            name: client.name,
            version: client.version,
        })
    }

    /// The revision of MCP that the client speaks, `2026-07-28`, where it is known.
    ///
    /// ```
    /// use toolwright::{Call, CallContext};
    ///
    /// let context = CallContext::default();
    /// assert_eq!(Call::new(&context, &[]).protocol_version(), None);
    /// ```
    pub fn protocol_version(&self) -> Option<String> {
        let version = self.client?.context.protocol_version()?;
        Some(version.as_str().to_owned())
    }

    /// What the call knows of its client, for [`HttpExecutor::execute_in`].
    ///
    /// ```
    /// use toolwright::{Call, CallContext, HttpExecutor, HttpRequest, Outcome, Tool};
    ///
    /// /// Another API's tool, with what the client passes on.
    /// async fn ask(call: &Call<'_>, other: &HttpExecutor, tool: &'static Tool) -> Outcome {
    ///     other.execute_in(call.context(), tool, HttpRequest::new(tool.method, tool.path)).await
    /// }
    /// ```
    pub fn context(&self) -> &CallContext {
        self.context
    }

    /// The executor of the tool's own API; for a tool that no API describes, that of the server's
    /// first one. `None` for a [`new`](Self::new) call without executors.
    pub fn executor(&self) -> Option<&HttpExecutor> {
        let executor = self.executors.get(self.api_index)?;
        Some(executor)
    }

    /// The call is cancelled when what is returned is dropped, unless it is disarmed before.
    pub(crate) fn cancel_on_drop(&self) -> DropGuard {
        self.cancellation.0.clone().drop_guard()
    }

    /// Sends the request of an operation of any API that the server has, with what the client
    /// passes on, and with everything that a call of its tool has: credentials, retries, limits.
    ///
    /// # Errors
    ///
    /// As [`HttpExecutor::send`]; also if the server does not have the operation's API.
    ///
    /// ```
    /// mod pets {
    ///     toolwright::tools!("tests/doc/pets.yaml", responses = true);
    /// }
    /// use toolwright::{Call, ToolError};
    ///
    /// /// A handler that asks the API itself.
    /// async fn names(call: &Call<'_>) -> Result<Vec<String>, ToolError> {
    ///     let pets = call.send(&pets::ListPets { limit: Some(10) }).await?;
    ///     Ok(pets.into_body().into_iter().map(|pet| pet.name).collect())
    /// }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// # let context = toolwright::CallContext::default();
    /// # assert!(names(&Call::new(&context, &[])).await.is_err());
    /// # }
    /// ```
    pub async fn send<R: Operation>(
        &self,
        request: &R,
    ) -> Result<Response<R::Response>, SendError> {
        match self.executor_for(R::tool()) {
            Some(executor) => executor.send_in(self.context, request).await,
            None => Err(SendError::NotSent {
                message: unknown_api_message(R::tool()),
                problems: Vec::new(),
            }),
        }
    }

    /// [`send`](Self::send) for whom what comes back is to be the tool's own result, as it is.
    ///
    /// ```
    /// mod pets {
    ///     toolwright::tools!("tests/doc/pets.yaml", responses = true);
    /// }
    /// use toolwright::{Call, Outcome};
    ///
    /// /// A handler that adds a word.
    /// async fn pet(call: &Call<'_>, pet_id: i64) -> Outcome {
    ///     let mut outcome = call.execute(&pets::GetPet { pet_id }).await;
    ///     outcome.notes.push("Asked by hand.".to_owned());
    ///     outcome
    /// }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// # let context = toolwright::CallContext::default();
    /// # assert!(pet(&Call::new(&context, &[]), 7).await.is_error);
    /// # }
    /// ```
    pub async fn execute<R: Operation>(&self, request: &R) -> Outcome {
        let tool = R::tool();
        let Some(executor) = self.executor_for(tool) else {
            return Outcome::failure(unknown_api_message(tool));
        };
        let mut written = HttpRequest::new(tool.method, tool.path);
        request.encode(&mut written);
        executor.execute_in(self.context, tool, written).await
    }

    /// The executor of the API that has this tool.
    ///
    /// ```
    /// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
    /// use std::sync::Arc;
    /// use toolwright::{Call, CallContext, HttpExecutor};
    ///
    /// let executors = [Arc::new(HttpExecutor::builder(&pets::API).build()?)];
    /// let context = CallContext::default();
    /// let call = Call::new(&context, &executors);
    /// let tool = pets::API.tool("list_pets").expect("is in the spec");
    /// let found = call.executor_for(tool).and_then(HttpExecutor::base_url);
    /// assert_eq!(found, Some("https://pets.example.com/v1"));
    /// assert_eq!(call.executor().and_then(HttpExecutor::base_url), found);
    /// # Ok::<(), toolwright::ExecutorError>(())
    /// ```
    pub fn executor_for(&self, tool: &'static Tool) -> Option<&HttpExecutor> {
        let mut executors = self.executors.iter().map(Arc::as_ref);
        executors.find(|executor| {
            let tools = executor.api().tools.as_ptr_range();
            tools.contains(&std::ptr::from_ref(tool))
        })
    }
}

fn unknown_api_message(tool: &Tool) -> String {
    format!(
        "{} {} was not sent: this server does not serve the API of that operation",
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
