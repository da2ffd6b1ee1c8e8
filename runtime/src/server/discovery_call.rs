//! Calls of the tools of discovery.

use std::pin::pin;

use rmcp::ErrorData;
use rmcp::model::{CallToolResponse, CallToolResult, JsonObject, MetaObject, Tool as ListedTool};

use super::call_request::CallRequest;
use super::call_result::call_tool_result;
use super::guidance::is_not_found;
use super::listing::to_tool_annotations;
use super::observed::{CallEnd, ObservedCall};
use super::tool_call::CallAnswer;
use super::truncation::{CalledTool, limit_outcome, truncate_outcome};
use super::{Server, Shared};
use crate::call_options::CallOptions;
use crate::char_boundary::floor_char_boundary;
use crate::context::CallContext;
use crate::discovery::discovery_tools::{Listed, compact_tool, listed_tool};
use crate::discovery::executor::{
    PreparedCall, Reason, RejectedCall, path_sources, prepare_call, reject_violations, result_meta,
};
use crate::discovery::{Discovered, KnownEndpoint, answer_request, lister};
use crate::outcome::Outcome;
use crate::request::Method;
use crate::schema::Schema;
use crate::text::Schemas;
use crate::tool::{Annotations, InputSchema};
use crate::tool_info::ToolInfo;
use crate::tools::{DiscoveryTool, Mode, Tools};
use crate::value::Violation;

impl Shared {
    /// The tools that clients are shown, in the order in which they are listed.
    pub(super) fn discovery_listing(&self, discovered: &Discovered) -> Vec<ListedTool> {
        let mut tools = self.discovery_tools(discovered);
        tools.extend(self.list_tools_where(|info| discovered.is_listed(info.name)));
        tools
    }

    /// Those that are listed first: the tools of discovery, and endpoints without their schemas.
    pub(super) fn discovery_tools(&self, discovered: &Discovered) -> Vec<ListedTool> {
        let Discovered {
            mode,
            names,
            catalogue,
            schema_format,
        } = discovered;
        let parts = discovered.listed_parts().iter();
        let mut tools: Vec<ListedTool> = parts
            .map(|part| to_mcp_tool(listed_tool(catalogue, names, *schema_format, *part)))
            .collect();
        if *mode == Mode::Compact {
            let endpoints = catalogue.endpoints().iter();
            tools.extend(endpoints.map(|known| to_mcp_tool(compact_tool(known))));
        }
        tools
    }
}

fn to_mcp_tool(tool: Listed) -> ListedTool {
    ListedTool::new(tool.name, tool.description, tool.input)
        .with_annotations(to_tool_annotations(tool.annotations))
}

impl Server {
    /// A call of a tool of discovery.
    pub(super) async fn call_discovery_tool(
        &self,
        discovered: &Discovered,
        part: DiscoveryTool,
        arguments: JsonObject,
        request: CallRequest<'_>,
    ) -> Result<CallToolResponse, ErrorData> {
        if matches!(part, DiscoveryTool::Executor | DiscoveryTool::Reader) {
            return self
                .call_endpoint(discovered, part, arguments, request)
                .await;
        }
        let call = CallContext::default();
        let info = unlisted_tool_info(discovered.names.name_of(part));
        let mut observed =
            ObservedCall::start_observing(&self.shared.metrics, info.name, &call, request);
        let Discovered {
            names, catalogue, ..
        } = discovered;
        let span = observed.span();
        let mut outcome = span.in_scope(|| match part {
            DiscoveryTool::Lister => {
                lister::list_endpoints(catalogue, names, &arguments, self.max_result_bytes)
            }
            _ => {
                let sources_of = |tool: &str| self.shared.find_allowed_sources(tool);
                let defaults = discovered.provider_defaults(self.max_result_bytes, &sources_of);
                answer_request(catalogue, names, defaults, &arguments)
            }
        });
        self.truncate_answer(&mut outcome, &info);
        observed.end_call(match outcome.is_error {
            true => CallEnd::Invalid,
            false => CallEnd::Done,
        });
        let result = call_tool_result(&info, outcome, request.is_modern());
        Ok(CallToolResponse::Complete(result))
    }

    /// Cuts what is too long, so that it stays JSON.
    fn truncate_answer(&self, outcome: &mut Outcome, info: &ToolInfo) {
        if outcome.is_error || outcome.text.len() <= self.max_result_bytes {
            return;
        }
        outcome.structured = serde_json::from_str(&outcome.text).ok();
        truncate_outcome(outcome, self.max_result_bytes, info, || None);
        outcome.structured = None;
    }

    /// A call of an endpoint: that of its tool, but for what is said of it.
    async fn call_endpoint(
        &self,
        discovered: &Discovered,
        part: DiscoveryTool,
        arguments: JsonObject,
        request: CallRequest<'_>,
    ) -> Result<CallToolResponse, ErrorData> {
        let call = self.call_context(request);
        let own = unlisted_tool_info(discovered.names.name_of(part));
        let mut observed =
            ObservedCall::start_observing(&self.shared.metrics, own.name, &call, request);
        let mut told = RequestedEndpoint::from_arguments(&arguments, own, &self.shared.tools);
        let Discovered {
            names, catalogue, ..
        } = discovered;
        let ready = match prepare_call(catalogue, names, part, arguments) {
            Ok(ready) => ready,
            Err(refused) => {
                let (result, end) = observed
                    .span()
                    .in_scope(|| told.rejection_result(refused, &[]));
                observed.end_call(end);
                return Ok(CallToolResponse::Complete(result));
            }
        };
        told.known = Some(ready.known);
        let name = ready.known.name();
        observed.set_operation(name);
        let found = self.shared.tools.find_tool(name);
        let operation = found.as_ref().map_or(own, |found| found.info);
        let running = pin!(async {
            let Some(mut found) = found else {
                let text = format!("This server has no tool {name}");
                let reason = Reason::Generic;
                let (result, end) = told.rejection_result(RejectedCall { reason, text }, &[]);
                return CallAnswer::from_result(result, end);
            };
            found.validation = ready.validation;
            let PreparedCall {
                known, arguments, ..
            } = ready;
            let read_only = || found.info.read_only_properties();
            let run = self.run_tool(&call, &found, arguments, request);
            let mut outcome = match run.await {
                Ok(outcome) => outcome,
                Err(why) => {
                    return CallAnswer::without_outcome(why, |violations| {
                        let mut refused =
                            reject_violations(catalogue, names, known, &read_only(), &violations);
                        // A form is sent twice, as `conclude` says.
                        let sent_times = 1 + usize::from(self.shared.tools.has_error_form());
                        let limit = self.max_result_bytes / sent_times;
                        let kept = floor_char_boundary(&refused.text, limit);
                        refused.text.truncate(kept);
                        let (result, end) = told.rejection_result(refused, &violations);
                        CallAnswer::from_result(result, end)
                    });
                }
            };
            let schema = || self.shared.input_schema(name);
            if outcome.is_error {
                if is_not_found(&outcome) {
                    outcome.text.push_str(&path_sources(catalogue, known));
                }
                let called = CalledTool {
                    tools: &self.shared.tools,
                    tool: &found.info,
                    violations: &[],
                };
                outcome = limit_outcome(outcome, self.max_result_bytes, called, schema);
            } else {
                // The executor promises nothing of its results, so that a success remains one.
                truncate_outcome(&mut outcome, self.max_result_bytes, &found.info, schema);
            }
            let (result, end) = told.outcome_result(outcome, &found.info, request.is_modern());
            CallAnswer::from_result(result, end)
        });
        self.watch_call(running, &operation, &call, observed, request)
            .await
    }
}

/// The endpoint of a call, as the client has said it.
struct RequestedEndpoint<'c> {
    method: Option<String>,
    path: Option<String>,
    /// The endpoint itself, once it is known: what is logged, since a path may have secret values.
    known: Option<&'c KnownEndpoint>,
    /// The tool that was called.
    info: ToolInfo,
    /// The server's, with the form of its errors.
    tools: &'c Tools,
}

impl<'c> RequestedEndpoint<'c> {
    fn from_arguments(arguments: &JsonObject, info: ToolInfo, tools: &'c Tools) -> Self {
        let text = |name: &str| Some(arguments.get(name)?.as_str()?.trim().to_owned());
        Self {
            method: text("method").map(|method| method.to_uppercase()),
            path: text("endpoint_path"),
            known: None,
            info,
            tools,
        }
    }

    fn with_meta(&self, mut result: CallToolResult, ended: Result<(), Reason>) -> CallToolResult {
        let (method, path) = (self.method.as_deref(), self.path.as_deref());
        result.meta = Some(MetaObject(result_meta(method, path, ended)));
        result
    }

    fn rejection_result(
        &self,
        refused: RejectedCall,
        violations: &[Violation],
    ) -> (CallToolResult, CallEnd) {
        let RejectedCall { reason, text } = refused;
        tracing::warn!(
            target: "toolwright::server",
            method = self.known.map(KnownEndpoint::method),
            path = self.known.map(KnownEndpoint::path),
            reason = reason.as_str(),
            "an endpoint was not called"
        );
        let tool = self.known.map_or(self.info.name, KnownEndpoint::name);
        let failure = self
            .tools
            .shape_error(tool, violations, Outcome::failure(text));
        let result = call_tool_result(&self.info, failure, false);
        (self.with_meta(result, Err(reason)), CallEnd::Invalid)
    }

    fn outcome_result(
        &self,
        outcome: Outcome,
        tool: &ToolInfo,
        is_modern: bool,
    ) -> (CallToolResult, CallEnd) {
        let method = self.known.map(KnownEndpoint::method);
        let path = self.known.map(KnownEndpoint::path);
        let response_bytes = outcome.text.len();
        let (end, ended) = if outcome.is_error {
            tracing::warn!(
                target: "toolwright::server",
                method, path, response_bytes, "the call of an endpoint has failed"
            );
            (CallEnd::Failed, Err(Reason::Api))
        } else {
            tracing::info!(
                target: "toolwright::server",
                method, path, response_bytes, "called an endpoint"
            );
            if tool.output.is_some() && outcome.structured.is_none() {
                tracing::warn!(
                    target: "toolwright::server",
                    method, path, "the response is not the JSON that the spec promises"
                );
            }
            (CallEnd::Done, Ok(()))
        };
        let result = call_tool_result(&self.info, outcome, is_modern);
        (self.with_meta(result, ended), end)
    }
}

/// A tool that promises nothing of its results.
fn unlisted_tool_info(name: &'static str) -> ToolInfo {
    static CALL: CallOptions = CallOptions::DEFAULT;
    static INPUT: InputSchema = InputSchema::new("{\"type\":\"object\"}", Schema::ANY);
    ToolInfo {
        name,
        title: "",
        description: "",
        annotations: Annotations::of(Method::Post),
        call: &CALL,
        input: &INPUT,
        output: None,
        schemas: &Schemas::NONE,
        upstream_operation: None,
    }
}
