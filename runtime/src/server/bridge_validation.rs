//! What the bridge asks before a call: whether it would be accepted.

use rmcp::model::JsonObject;

use super::Shared;
use crate::bridge::BridgeTool;
use crate::context::CallContext;
use crate::handlers::{Call, CallOrigin, Rounds};
use crate::prepare_call::{best_violation, decoding_violations, encode_request};
use crate::tools::{FoundTool, ToolRunner};
use crate::value::{Fields, Json, Violation};

impl Shared {
    /// What the compiler has said of a tool for the bridge. It does not know the ways to name a file that the operator
    /// allows, so there is nothing where these change what clients are shown.
    pub(super) fn compiled_tool(&self, tool: &str) -> Option<BridgeTool> {
        let (home, compiled) = self.tools.bridge_tool(tool)?;
        let sources = self.executors.get(home)?.allowed_sources();
        sources.is_empty().then_some(compiled)
    }

    /// What is most wrong with the arguments of a call. Nothing is known of a tool that validates for itself.
    pub(super) fn best_violation(&self, tool: &str, arguments: &Json) -> Option<Violation> {
        let found = self.tools.find_tool(tool)?;
        let variable = |name: &str| self.executors.get(found.api_index)?.variable(name);
        let (call, schema) = (found.info.call, found.info.input.check);
        let mut completed = arguments.clone();
        let violation = best_violation(call, schema, &mut completed, &variable);
        match completed {
            _ if violation.is_some() => violation,
            Json::Object(completed) => self.decoding_violation(&found, completed),
            _ => None,
        }
    }

    /// What is wrong with arguments that the schema of a tool takes, and that its types or its request do not. Where
    /// arguments may name files, the schema has the last word: files are read for a call alone.
    fn decoding_violation(
        &self,
        found: &FoundTool<'_>,
        arguments: JsonObject,
    ) -> Option<Violation> {
        let executor = self.executors.get(found.api_index)?;
        if !executor.allowed_sources().is_empty() {
            return None;
        }
        let context = CallContext::default();
        let call = Call::from_origin(CallOrigin {
            context: &context,
            executors: &self.executors,
            api_index: found.api_index,
            client: None,
            rounds: Rounds::default(),
            waiting_calls: None,
        });
        let options = found.info.call;
        let wrong = match found.runner {
            ToolRunner::Upstream(tool) if tool.handler.is_manual() => return None,
            ToolRunner::Upstream(tool) => match encode_request(tool, arguments) {
                Ok(request) => return executor.find_problem(request),
                Err(wrong) => wrong,
            },
            ToolRunner::Manual(tool, handlers) => {
                let start = |fields: &mut Fields<'_>| handlers.start(tool, fields, &call).is_some();
                decoding_violations(options, arguments, start)
            }
            ToolRunner::Own(tools, index) => {
                let start =
                    |fields: &mut Fields<'_>| tools.start_tool(index, fields, &call).is_some();
                decoding_violations(options, arguments, start)
            }
        };
        wrong.into_iter().next()
    }
}
