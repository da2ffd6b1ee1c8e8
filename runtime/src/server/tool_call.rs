//! Calls of tools, by whatever way they come: MCP's `tools/call`, or the REST bridge.
//!
//! A call is admitted, found by its name, run ([`run_tool`](super::run_tool)), and watched until it has ended, was
//! cancelled, or the server ends. What comes of it is MCP's result.

use std::pin::{Pin, pin};

use axum::http::HeaderValue;
use rmcp::ErrorData;
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, JsonObject};
use tracing::Instrument;

use super::Server;
use super::call_request::CallRequest;
use super::call_result::call_tool_result;
use super::guidance::{SentArguments, explain_not_found, explain_violations};
use super::http::{Caller, RunningCall};
use super::observed::{CallEnd, ObservedCall};
use super::progress::ProgressReporter;
use super::run_tool::NoOutcome;
use super::truncation::{CalledTool, limit_outcome};
use crate::char_boundary::floor_char_boundary;
use crate::context::CallContext;
#[cfg(feature = "discovery")]
use crate::discovery::Discovered;
use crate::outcome::Outcome;
use crate::tool_info::ToolInfo;
use crate::tools::FoundTool;
use crate::value::Violation;
use toolwright_inspect::suggest::{did_you_mean, find_ignoring_case, suggest_names};

/// Names in messages are cut here, so that an answer can't be blown up by its question.
pub(super) const MAX_ECHO: usize = 100;

/// How a call ended for its client, and for the log.
pub(super) struct CallAnswer {
    pub(super) response: Result<CallToolResponse, ErrorData>,
    pub(super) end: CallEnd,
}

impl CallAnswer {
    pub(super) fn from_result(result: CallToolResult, end: CallEnd) -> Self {
        let response = Ok(CallToolResponse::Complete(result));
        Self { response, end }
    }

    /// For a tool that came to no outcome; what is wrong with its arguments is for `explain`.
    pub(super) fn without_outcome(
        why: NoOutcome,
        explain: impl FnOnce(Vec<Violation>) -> Self,
    ) -> Self {
        match why {
            NoOutcome::Violations(violations) => explain(violations),
            NoOutcome::InputRequired(result) => Self {
                response: Ok(CallToolResponse::InputRequired(*result)),
                end: CallEnd::InputRequired,
            },
            NoOutcome::Protocol(error) => Self {
                response: Err(*error),
                end: CallEnd::Failed,
            },
        }
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
                // The first value counts: APIs that pass the same header share it.
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
        let Some(_admitted) = self.shared.calls.admit_call(self.max_calls) else {
            return Ok(self.reject_surplus(name));
        };
        let name = self.correct_case(name);
        #[cfg(feature = "discovery")]
        if let Some(discovered) = &self.shared.discovered {
            if let Some(part) = discovered.names.find_tool(name) {
                return Box::pin(self.call_discovery_tool(discovered, part, arguments, request))
                    .await;
            }
            // With discovery, the tools of single operations exist and are not listed. A model that
            // calls one by name gets told how to reach it.
            if let Some(unlisted) = discovered.explain_unlisted(name) {
                self.shared.metrics.count_unknown_tool();
                return Err(ErrorData::invalid_params(unlisted.message, None));
            }
        }
        let Some(tool) = self.shared.tools.find_tool(name) else {
            self.shared.metrics.count_unknown_tool();
            return Err(self.unknown_tool(name));
        };
        // rmcp moves a request's future several times before it is polled, and this one is large.
        Box::pin(self.answer_call(tool, arguments, request)).await
    }

    async fn answer_call(
        &self,
        tool: FoundTool<'_>,
        arguments: JsonObject,
        request: CallRequest<'_>,
    ) -> Result<CallToolResponse, ErrorData> {
        let info = tool.info;
        let call = self.call_context(request);
        let observed =
            ObservedCall::start_observing(&self.shared.metrics, info.name, &call, request);
        let running = pin!(self.run_and_limit(&call, &tool, arguments, request));
        self.watch_call(running, &info, &call, observed, request)
            .await
    }

    /// The answer to a call that is one too many.
    #[cold]
    fn reject_surplus(&self, name: &str) -> CallToolResponse {
        self.shared.metrics.count_rate_limited();
        let name = truncate_str(name, MAX_ECHO);
        tracing::warn!(
            tool = name,
            most = self.max_calls,
            "a call was rejected: the limit of concurrent calls is reached"
        );
        let message = format!(
            "{name} was not called: this server already runs {} calls, its limit. Nothing was done: call \
             again in a few seconds, and make fewer calls at the same time.",
            self.max_calls
        );
        let failure = Outcome::failure(message);
        let failure = self.shared.tools.shape_error(name, &[], failure);
        let mut result = CallToolResult::error(vec![ContentBlock::text(failure.text)]);
        result.structured_content = failure.structured;
        CallToolResponse::Complete(result)
    }

    /// The name of the only tool that differs from `name` in nothing but case, if there is none of that very name.
    fn correct_case<'n>(&self, name: &'n str) -> &'n str {
        let tools = &self.shared.tools;
        if tools.find_tool(name).is_some() {
            return name;
        }
        let names = tools.tool_names();
        #[cfg(feature = "discovery")]
        let names = {
            let discovered = self.shared.discovered.as_ref();
            names.chain(
                discovered
                    .into_iter()
                    .flat_map(|it| it.names.listed_names()),
            )
        };
        find_ignoring_case(name, names).unwrap_or(name)
    }

    fn unknown_tool(&self, name: &str) -> ErrorData {
        let shown = truncate_str(name, MAX_ECHO);
        let mut message = format!("unknown tool: {shown}");
        if let Some(question) = self.suggest_tools(name) {
            message = format!("{message}; {question}");
        }
        #[cfg(feature = "discovery")]
        if let Some(way) = self
            .shared
            .discovered
            .as_ref()
            .and_then(Discovered::find_instructions)
        {
            let end = if message.ends_with(['.', '?']) {
                ""
            } else {
                "."
            };
            message = format!("{message}{end} {way}");
        }
        ErrorData::invalid_params(message, None)
    }

    /// The tools that are likely meant by a name.
    fn suggest_tools(&self, name: &str) -> Option<String> {
        #[cfg(feature = "discovery")]
        if let Some(discovered) = &self.shared.discovered
            && let Some(question) = discovered.explain_likely(name)
        {
            return Some(question);
        }
        did_you_mean(suggest_names(name, self.shared.tools.tool_names()))
    }

    async fn run_and_limit(
        &self,
        context: &CallContext,
        tool: &FoundTool<'_>,
        arguments: JsonObject,
        request: CallRequest<'_>,
    ) -> CallAnswer {
        let info = &tool.info;
        let schema = || self.shared.input_schema(info.name);
        let sent = SentArguments::new(&arguments, info.input.check);
        let conclude = |outcome: Outcome, violations: &[Violation], end| {
            let called = CalledTool {
                tools: &self.shared.tools,
                tool: info,
                violations,
            };
            let outcome = limit_outcome(outcome, self.max_result_bytes, called, schema);
            let result = call_tool_result(info, outcome, request.is_modern());
            CallAnswer::from_result(result, end)
        };
        match self.run_tool(context, tool, arguments, request).await {
            Ok(mut outcome) if outcome.is_error => {
                outcome.text += &explain_not_found(&self.shared.tools, info, &outcome);
                conclude(outcome, &[], CallEnd::Failed)
            }
            Ok(outcome) => conclude(outcome, &[], CallEnd::Done),
            Err(why) => CallAnswer::without_outcome(why, |violations| {
                let mut outcome = Outcome::invalid_arguments_for(info.name, &violations);
                if let Some(schema) = schema() {
                    let sources = self.shared.tools.value_sources(info);
                    outcome.text +=
                        &explain_violations(info, &schema, &sent, &violations, &sources);
                }
                conclude(outcome, &violations, CallEnd::Invalid)
            }),
        }
    }
}

impl Server {
    /// Runs a call until it has ended, the client has cancelled it, or the server ends without
    /// waiting any longer. Tells the client of its progress meanwhile. The call is pinned where it was
    /// made: moved, it would take its place in memory twice.
    pub(super) async fn watch_call(
        &self,
        running: Pin<&mut impl Future<Output = CallAnswer>>,
        info: &ToolInfo,
        call: &CallContext,
        mut observed: ObservedCall<'_>,
        request: CallRequest<'_>,
    ) -> Result<CallToolResponse, ErrorData> {
        let span = observed.span();
        let http_call = self.begin_http_call(request);
        let mut teller = ProgressReporter::new(info, call, request);
        let watched = async {
            tokio::select! {
                CallAnswer { response, end } = running => {
                    teller.send_final_report().await;
                    observed.end_call(end);
                    response
                }
                never = teller.report_progress() => match never {},
                () = wait_for_cancellation(request, http_call.as_ref()) => {
                    observed.end_call(CallEnd::Cancelled);
                    Err(ErrorData::internal_error("the call was cancelled", None))
                }
                () = self.abandon.cancelled() => {
                    observed.end_call(CallEnd::Failed);
                    let outcome = abandoned_outcome(info.name);
                    let outcome = self.shared.tools.shape_error(info.name, &[], outcome);
                    let result = call_tool_result(info, outcome, request.is_modern());
                    Ok(CallToolResponse::Complete(result))
                }
            }
        };
        watched.instrument(span).await
    }

    /// Notes a call that came over HTTP, so that a notification in another request can cancel it.
    /// Over stdio, rmcp does that.
    fn begin_http_call(&self, request: CallRequest<'_>) -> Option<RunningCall<'_>> {
        let id = request.id()?;
        let caller = request.http_head()?.extensions.get::<Caller>()?;
        Some(self.shared.running_calls.begin_call(caller, id))
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
fn abandoned_outcome(tool: &'static str) -> Outcome {
    Outcome::failure(format!(
        "The server was stopped while {tool} was running. The call may have been executed, in whole \
         or in part: check what it did before you try again."
    ))
}

/// The beginning of a text, at most `limit` bytes of it, ending between two characters.
pub(super) fn truncate_str(text: &str, limit: usize) -> &str {
    let end = floor_char_boundary(text, limit);
    text.get(..end).unwrap_or_default()
}
