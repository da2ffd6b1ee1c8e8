use std::borrow::Cow;
use std::pin::{Pin, pin};
use std::time::Duration;

use axum::http::HeaderValue;
use rmcp::ErrorData;
use rmcp::RoleServer;
use rmcp::ServerHandler;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestMethod,
    CompleteRequestParams, CompleteResult, ContentBlock, CustomRequest, CustomResult,
    DiscoverResult, ErrorCode, Implementation, JsonObject, ListPromptsRequestMethod,
    ListPromptsResult, ListResourceTemplatesRequestMethod, ListResourceTemplatesResult,
    ListResourcesRequestMethod, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ProtocolVersion, ServerCapabilities, ServerConfig, Tool as ListedTool,
};
use rmcp::service::RequestContext;
use tracing::Instrument;

use super::call_request::CallRequest;
use super::guidance::guidance;
use super::http::{Caller, RunningCall};
use super::observed::{End, Observed};
use super::result::{call_tool_result, malformed};
use super::shorten::shorten;
use super::{Server, progress};
use crate::api::Api;
use crate::closest::closest;
use crate::context::CallContext;
#[cfg(feature = "discovery")]
use crate::discovery::Discovered;
use crate::face::Face;
use crate::outcome::Outcome;
use crate::tools::Found;

/// How long a client may reuse the list: it changes only when the server is replaced.
const LIST_TTL: Duration = Duration::from_secs(300);

/// Longest `instructions`, in bytes: a client puts them into every conversation.
const MAX_INSTRUCTIONS: usize = 1000;

/// Names in messages are cut here, so that an answer can't be blown up by its question.
const MAX_ECHO: usize = 100;

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let api = self.api();
        let mut implementation = Implementation::new(api.name, api.version);
        if !api.title.is_empty() {
            implementation = implementation.with_title(api.title);
        }
        let config = ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(implementation);
        match self.instructions(api) {
            empty if empty.is_empty() => config,
            text => config.with_instructions(text),
        }
    }

    async fn discover(&self, _: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        let versions = self.supported_protocol_versions().into_owned();
        Ok(DiscoverResult::from_server_info(versions, self.get_info())
            .with_ttl_ms(ttl_ms())
            .with_cache_scope(CacheScope::Public))
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        if request.and_then(|request| request.cursor).is_some() {
            let message = "`cursor` is not one of this server's: all tools are on the first page";
            return Err(ErrorData::invalid_params(message, None));
        }
        let mut tools = self.shared.shown().to_vec();
        if context.protocol_version() < Some(ProtocolVersion::V_2025_06_18) {
            tools.iter_mut().for_each(move_title_to_annotations);
        }
        let list = ListToolsResult::with_all_items(tools);
        if !is_modern(&context) {
            return Ok(list);
        }
        Ok(list
            .with_ttl_ms(ttl_ms())
            .with_cache_scope(CacheScope::Public))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        self.call_by_name(&request.name, arguments, CallRequest::Mcp(&context))
            .await
    }

    /// rmcp takes a request whose parameters don't have the protocol's form for a custom one.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let is_known = match request.method.as_str() {
            "tools/call" | "tools/list" | "server/discover" => true,
            "initialize" | "ping" => !is_modern(&context),
            _ => false,
        };
        if !is_known {
            let method = cut(&request.method, MAX_ECHO);
            let message = format!("method not found: {method}");
            return Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, message, None));
        }
        let message = malformed(&request.method, request.params.as_ref());
        Err(ErrorData::invalid_params(message, None))
    }

    // rmcp's defaults answer these with an empty list although no such capability is declared.

    async fn complete(
        &self,
        _: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        Err(ErrorData::method_not_found::<CompleteRequestMethod>())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Err(ErrorData::method_not_found::<ListPromptsRequestMethod>())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Err(ErrorData::method_not_found::<ListResourcesRequestMethod>())
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Err(ErrorData::method_not_found::<
            ListResourceTemplatesRequestMethod,
        >())
    }
}

impl Server {
    /// What calls may know of the client: of its HTTP request, nothing but the headers that are to
    /// be passed on.
    pub(super) fn call_context(&self, request: CallRequest<'_>) -> CallContext {
        let mut call = CallContext::default().with_memory(&self.shared.memory);
        let Some(head) = request.http_head() else {
            return call;
        };
        for name in self
            .shared
            .executors
            .iter()
            .flat_map(|it| it.passed_headers())
        {
            let value = head.headers.get(name).map(HeaderValue::to_str);
            if let Some(Ok(value)) = value
                && call.header(name).is_none()
            {
                call = call.with_header(name, value);
            }
        }
        call
    }

    /// A call of a tool that the client names, if not as many run as may.
    pub(super) async fn call_by_name(
        &self,
        name: &str,
        arguments: JsonObject,
        request: CallRequest<'_>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(_admitted) = self.shared.calls.enter(self.max_calls) else {
            return Ok(self.reject_surplus(name));
        };
        #[cfg(feature = "discovery")]
        if let Some(discovered) = &self.shared.discovered {
            if let Some(part) = discovered.names.part(name) {
                return Box::pin(self.discover(discovered, part, arguments, request)).await;
            }
            if let Some(message) = discovered.instead_of(name) {
                self.shared.metrics.unknown_tool();
                return Err(ErrorData::invalid_params(message, None));
            }
        }
        let Some(tool) = self.shared.tools.find(name) else {
            self.shared.metrics.unknown_tool();
            return Err(self.unknown_tool(name));
        };
        // rmcp moves a request's future several times before it is polled, and this one is large.
        Box::pin(self.answer(tool, arguments, request)).await
    }

    async fn answer(
        &self,
        tool: Found<'_>,
        arguments: JsonObject,
        request: CallRequest<'_>,
    ) -> Result<CallToolResponse, ErrorData> {
        let face = tool.face;
        let call = self.call_context(request);
        let observed = Observed::begin(&self.shared.metrics, face.name, &call, request);
        let running = pin!(async {
            let (outcome, end) = self.call(&call, &tool, arguments, request).await;
            (call_tool_result(&face, outcome, request.is_modern()), end)
        });
        self.watch(running, &face, &call, observed, request).await
    }

    /// What a client puts into every conversation: what the API is for, and how its tools are found
    /// that are not listed.
    fn instructions(&self, api: &'static Api) -> Cow<'static, str> {
        let purpose = purpose(api);
        #[cfg(feature = "discovery")]
        if let Some(way) = self.shared.discovered.as_ref().and_then(Discovered::way) {
            return match purpose {
                "" => way.into(),
                purpose => format!("{purpose}\n\n{way}").into(),
            };
        }
        purpose.into()
    }

    /// The answer to a call that is one too many.
    #[cold]
    fn reject_surplus(&self, name: &str) -> CallToolResponse {
        self.shared.metrics.limited();
        let name = cut(name, MAX_ECHO);
        tracing::warn!(
            tool = name,
            most = self.max_calls,
            "a call was rejected: as many run as may"
        );
        let message = format!(
            "{name} was not called: this server runs {} calls already, as many as it may. Nothing was \
             done: call again in a few seconds, and make fewer calls at once.",
            self.max_calls
        );
        let content = vec![ContentBlock::text(message)];
        CallToolResponse::Complete(CallToolResult::error(content))
    }

    fn unknown_tool(&self, name: &str) -> ErrorData {
        let shown = cut(name, MAX_ECHO);
        let mut message = format!("unknown tool: {shown}");
        #[cfg(feature = "discovery")]
        if let Some(way) = self.shared.discovered.as_ref().and_then(Discovered::way) {
            message = format!("{message}. {way}");
            return ErrorData::invalid_params(message, None);
        }
        let similar = closest(name, self.shared.tools.names());
        if !similar.is_empty() {
            message = format!("{message}; did you mean {}?", similar.join(", "));
        }
        ErrorData::invalid_params(message, None)
    }

    async fn call(
        &self,
        context: &CallContext,
        tool: &Found<'_>,
        arguments: JsonObject,
        request: CallRequest<'_>,
    ) -> (Outcome, End) {
        let face = &tool.face;
        let schema = || self.shared.input_schema(face.name);
        let sent: Vec<String> = arguments.keys().cloned().collect();
        match self.shared.run(context, tool, arguments, request).await {
            Ok(mut outcome) => {
                shorten(&mut outcome, self.max_result_bytes, face, schema);
                let end = if outcome.is_error {
                    End::Failed
                } else {
                    End::Done
                };
                (outcome, end)
            }
            Err(violations) => {
                let mut outcome = Outcome::wrong_arguments(face.name, &violations);
                if let Some(schema) = schema() {
                    outcome.text += &guidance(face, schema, &sent, &violations);
                }
                shorten(&mut outcome, self.max_result_bytes, face, schema);
                (outcome, End::Invalid)
            }
        }
    }
}

impl Server {
    /// Runs a call until it has ended, the client has cancelled it, or the server ends without
    /// waiting any longer. Tells the client of its progress meanwhile. The call is pinned where it was
    /// made: moved, it would take its place in memory twice.
    pub(super) async fn watch(
        &self,
        running: Pin<&mut impl Future<Output = (CallToolResult, End)>>,
        face: &Face,
        call: &CallContext,
        mut observed: Observed<'_>,
        request: CallRequest<'_>,
    ) -> Result<CallToolResponse, ErrorData> {
        let span = observed.span();
        let http_call = self.begin_http_call(request);
        let watched = async {
            tokio::select! {
                (result, end) = running => {
                    observed.end(end);
                    Ok(CallToolResponse::Complete(result))
                }
                never = progress::tell_progress(face, call, request) => match never {},
                () = wait_for_cancellation(request, http_call.as_ref()) => {
                    observed.end(End::Cancelled);
                    Err(ErrorData::internal_error("the call was cancelled", None))
                }
                () = self.abandon.cancelled() => {
                    observed.end(End::Failed);
                    let result = call_tool_result(face, abandoned(face.name), request.is_modern());
                    Ok(CallToolResponse::Complete(result))
                }
            }
        };
        watched.instrument(span).await
    }

    /// Notes a call that came over HTTP, so that a notification in another request can cancel it.
    /// Over stdio, rmcp does that.
    fn begin_http_call(&self, request: CallRequest<'_>) -> Option<RunningCall<'_>> {
        let context = request.mcp_context()?;
        let caller = request.http_head()?.extensions.get::<Caller>()?;
        Some(self.shared.running_calls.begin(caller, &context.id))
    }
}

/// Resolves when the client has cancelled the call, or has left.
async fn wait_for_cancellation(request: CallRequest<'_>, http_call: Option<&RunningCall<'_>>) {
    match http_call {
        None => request.wait_for_cancellation().await,
        Some(http_call) => tokio::select! {
            () = request.wait_for_cancellation() => {}
            () = http_call.cancelled() => {}
        },
    }
}

/// What a client reads of a call that was running when the time to drain was over.
#[cold]
fn abandoned(tool: &'static str) -> Outcome {
    Outcome::failure(format!(
        "The server was stopped while {tool} was running. The call may have been executed, in whole \
         or in part: check what it did before you try again."
    ))
}

/// Whether the request is of revision 2026-07-28, which has no `initialize`, or a later one.
pub(super) fn is_modern(context: &RequestContext<RoleServer>) -> bool {
    context.protocol_version() >= Some(ProtocolVersion::V_2026_07_28)
}

fn ttl_ms() -> u64 {
    LIST_TTL.as_millis().try_into().unwrap_or(u64::MAX)
}

/// The first paragraph of the API's description.
fn purpose(api: &Api) -> &'static str {
    let description = api.description.trim();
    let paragraph = description.split("\n\n").next().unwrap_or_default();
    cut(paragraph, MAX_INSTRUCTIONS)
}

fn cut(text: &str, limit: usize) -> &str {
    let mut end = text.len().min(limit);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}

/// Revisions before 2025-06-18 know a tool's title as an annotation only.
fn move_title_to_annotations(tool: &mut ListedTool) {
    if let Some(annotations) = &mut tool.annotations {
        annotations.title = tool.title.take();
    }
}
