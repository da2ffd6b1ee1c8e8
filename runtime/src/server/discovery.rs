//! Calls of the tools of discovery.

use std::pin::pin;

use rmcp::ErrorData;
use rmcp::model::{CallToolResponse, CallToolResult, JsonObject, MetaObject, Tool as ListedTool};

use super::call_request::CallRequest;
use super::listing::hints;
use super::observed::{End, Observed};
use super::result::call_tool_result;
use super::shorten::{Called, at_character, conclude, shorten};
use super::tool_call::Answered;
use super::{Server, Shared};
use crate::call_options::CallOptions;
use crate::context::CallContext;
use crate::discovery::executor::{Ready, Reason, Refused, metadata, ready, refused};
use crate::discovery::tools::{Listed, compact, listed};
use crate::discovery::{Discovered, Known, Mode, Part, lister, provide};
use crate::outcome::Outcome;
use crate::schema::Schema;
use crate::text::{SchemaText, Schemas};
use crate::tool::{Annotations, InputSchema, Method};
use crate::tool_info::ToolInfo;
use crate::tools::Tools;
use crate::value::Violation;

impl Shared {
    /// The tools that clients are shown, in the order in which they are listed.
    pub(super) fn discoverable(&self, discovered: &Discovered) -> Vec<ListedTool> {
        let Discovered {
            mode,
            names,
            catalogue,
        } = discovered;
        let parts = discovered.parts().iter();
        let mut tools: Vec<ListedTool> = parts
            .map(|part| as_listed(listed(catalogue, names, *part)))
            .collect();
        match mode {
            Mode::All | Mode::Both => tools.extend(self.listed_of(|_| true)),
            Mode::Discovery => {
                tools.extend(self.listed_of(|info| catalogue.named(info.name).is_none()));
            }
            Mode::Compact => {
                let endpoints = catalogue.endpoints().iter();
                tools.extend(endpoints.map(|known| as_listed(compact(known))));
                tools.extend(self.listed_of(|info| catalogue.named(info.name).is_none()));
            }
        }
        tools
    }
}

fn as_listed(tool: Listed) -> ListedTool {
    ListedTool::new(tool.name, tool.description, tool.input)
        .with_annotations(hints(tool.annotations))
}

impl Server {
    /// A call of a tool of discovery.
    pub(super) async fn discover(
        &self,
        discovered: &Discovered,
        part: Part,
        arguments: JsonObject,
        request: CallRequest<'_>,
    ) -> Result<CallToolResponse, ErrorData> {
        if matches!(part, Part::Executor | Part::Reader) {
            return self.execute(discovered, part, arguments, request).await;
        }
        let call = CallContext::default();
        let info = unlisted_tool_info(discovered.names.of(part));
        let mut observed = Observed::begin(&self.shared.metrics, info.name, &call, request);
        let Discovered {
            names, catalogue, ..
        } = discovered;
        let span = observed.span();
        let mut outcome = span.in_scope(|| match part {
            Part::Lister => lister::list(catalogue, names, &arguments, self.max_result_bytes),
            _ => provide(catalogue, names, &arguments),
        });
        self.cut(&mut outcome, &info);
        observed.end(match outcome.is_error {
            true => End::Invalid,
            false => End::Done,
        });
        let result = call_tool_result(&info, outcome, request.is_modern());
        Ok(CallToolResponse::Complete(result))
    }

    /// Cuts what is too long, so that it stays JSON.
    fn cut(&self, outcome: &mut Outcome, info: &ToolInfo) {
        if outcome.is_error || outcome.text.len() <= self.max_result_bytes {
            return;
        }
        outcome.structured = serde_json::from_str(&outcome.text).ok();
        shorten(outcome, self.max_result_bytes, info, || None);
        outcome.structured = None;
    }

    /// A call of an endpoint: that of its tool, but for what is said of it.
    async fn execute(
        &self,
        discovered: &Discovered,
        part: Part,
        arguments: JsonObject,
        request: CallRequest<'_>,
    ) -> Result<CallToolResponse, ErrorData> {
        let call = self.call_context(request);
        let own = unlisted_tool_info(discovered.names.of(part));
        let mut observed = Observed::begin(&self.shared.metrics, own.name, &call, request);
        let mut told = Told::of(&arguments, own, &self.shared.tools);
        let Discovered {
            names, catalogue, ..
        } = discovered;
        let ready = match ready(catalogue, names, part, arguments) {
            Ok(ready) => ready,
            Err(refused) => {
                let (result, end) = observed.span().in_scope(|| told.refusal(refused, &[]));
                observed.end(end);
                return Ok(CallToolResponse::Complete(result));
            }
        };
        told.known = Some(ready.known);
        let name = ready.known.name();
        observed.calls(name);
        let found = self.shared.tools.find_tool(name);
        let operation = found.as_ref().map_or(own, |found| found.info);
        let running = pin!(async {
            let Some(mut found) = found else {
                let text = format!("This server has no tool {name}");
                let reason = Reason::Generic;
                let (result, end) = told.refusal(Refused { reason, text }, &[]);
                return Answered::complete(result, end);
            };
            found.validation = ready.validation;
            let Ready {
                known, arguments, ..
            } = ready;
            let sent: Vec<String> = arguments.keys().cloned().collect();
            let run = self.run(&call, &found, arguments, request);
            let mut outcome = match run.await {
                Ok(outcome) => outcome,
                Err(why) => {
                    return Answered::without_outcome(why, |violations| {
                        let mut refused = refused(catalogue, names, known, &sent, &violations);
                        // A form is sent twice, as `conclude` says.
                        let sent_times = 1 + usize::from(self.shared.tools.has_error_form());
                        let limit = self.max_result_bytes / sent_times;
                        let kept = at_character(&refused.text, limit);
                        refused.text.truncate(kept);
                        let (result, end) = told.refusal(refused, &violations);
                        Answered::complete(result, end)
                    });
                }
            };
            let schema = || self.shared.input_schema(name);
            if outcome.is_error {
                let called = Called {
                    tools: &self.shared.tools,
                    tool: &found.info,
                    violations: &[],
                };
                outcome = conclude(outcome, self.max_result_bytes, called, schema);
            } else {
                // The executor promises nothing of its results, so that a success remains one.
                shorten(&mut outcome, self.max_result_bytes, &found.info, schema);
            }
            let (result, end) = told.outcome(outcome, &found.info, request.is_modern());
            Answered::complete(result, end)
        });
        self.watch(running, &operation, &call, observed, request)
            .await
    }
}

/// The endpoint of a call, as the client has said it.
struct Told<'c> {
    method: Option<String>,
    path: Option<String>,
    /// The endpoint itself, once it is known: what is logged, since a path may have secret values.
    known: Option<&'c Known>,
    /// The tool that was called.
    info: ToolInfo,
    /// The server's, with the form of its errors.
    tools: &'c Tools,
}

impl<'c> Told<'c> {
    fn of(arguments: &JsonObject, info: ToolInfo, tools: &'c Tools) -> Self {
        let text = |name: &str| Some(arguments.get(name)?.as_str()?.trim().to_owned());
        Self {
            method: text("method").map(|method| method.to_uppercase()),
            path: text("endpoint_path"),
            known: None,
            info,
            tools,
        }
    }

    fn result(&self, mut result: CallToolResult, ended: Result<(), Reason>) -> CallToolResult {
        let (method, path) = (self.method.as_deref(), self.path.as_deref());
        result.meta = Some(MetaObject(metadata(method, path, ended)));
        result
    }

    fn refusal(&self, refused: Refused, violations: &[Violation]) -> (CallToolResult, End) {
        let Refused { reason, text } = refused;
        tracing::warn!(
            target: "toolwright::server",
            method = self.known.map(Known::method),
            path = self.known.map(Known::path),
            reason = reason.as_str(),
            "an endpoint was not called"
        );
        let tool = self.known.map_or(self.info.name, Known::name);
        let failure = self
            .tools
            .shape_error(tool, violations, Outcome::failure(text));
        let result = call_tool_result(&self.info, failure, false);
        (self.result(result, Err(reason)), End::Invalid)
    }

    fn outcome(&self, outcome: Outcome, tool: &ToolInfo, is_modern: bool) -> (CallToolResult, End) {
        let method = self.known.map(Known::method);
        let path = self.known.map(Known::path);
        let response_bytes = outcome.text.len();
        let (end, ended) = if outcome.is_error {
            tracing::warn!(
                target: "toolwright::server",
                method, path, response_bytes, "the call of an endpoint has failed"
            );
            (End::Failed, Err(Reason::Api))
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
            (End::Done, Ok(()))
        };
        let result = call_tool_result(&self.info, outcome, is_modern);
        (self.result(result, ended), end)
    }
}

/// A tool that promises nothing of its results.
fn unlisted_tool_info(name: &'static str) -> ToolInfo {
    static CALL: CallOptions = CallOptions::DEFAULT;
    static INPUT: InputSchema = InputSchema {
        faithful: SchemaText("{\"type\":\"object\"}"),
        portable: None,
        referenced: &[],
        check: Schema::ANY,
    };
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
