//! The tools for the tools of the server under test.

use chrono::Utc;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResult, ClientRequest, ErrorCode, ServerResult,
};
use serde_json::{Map, Value, json};
use toolwright::{Call, ToolError};

use super::classify::{answered, is_unknown_method, violations, with_answer, with_names};
use super::{describe_connection, to_count, to_object};
use crate::Probe;
use crate::api::types::{
    AdvertisedTool, CallToolResponse, Execution, ListToolsResponse, Metadata, ToolCall,
    ToolsMetadata,
};
use crate::api::{self, handlers};
use crate::arguments::reject_unknown_arguments;
use crate::clock::{Stopwatch, format_now, format_time, milliseconds};
use crate::connection::{Connection, ListKind, Listing, RequestError};
use crate::failure::{Failure, FailureKind};

impl handlers::ListTools for Probe {
    async fn list_tools(
        &self,
        _: api::ListTools,
        _: &Call<'_>,
    ) -> Result<ListToolsResponse, ToolError> {
        let stopwatch = Stopwatch::start();
        let listing = async {
            let connection = self.connection()?;
            let listing = list_tools_of(&connection).await?;
            Ok((connection, listing))
        };
        let (connection, listing) = listing
            .await
            .map_err(|failure| self.report(failure, stopwatch))?;
        connection.take_changed_tools();
        Ok(ListToolsResponse {
            success: true,
            connection: describe_connection(&connection),
            metadata: tools_metadata(&connection, listing.items.len(), stopwatch),
            tools: listing.items.iter().map(describe_tool).collect(),
            problems: Some(listing.problems).filter(|problems| !problems.is_empty()),
        })
    }
}

impl handlers::CallTool for Probe {
    async fn call_tool(
        &self,
        request: api::CallTool,
        call: &Call<'_>,
    ) -> Result<CallToolResponse, ToolError> {
        let stopwatch = Stopwatch::start();
        let body = request.body;
        let calling = async {
            reject_unknown_arguments(
                "call_tool",
                &body.additional_properties,
                &["name", "arguments"],
            )?;
            let connection = self.connection()?;
            call.report(format!("calling {}", body.name));
            let made = ToolCalled {
                name: &body.name,
                arguments: to_object(&body.arguments),
            };
            let (result, execution) = made.send(&connection).await?;
            Ok((connection, result, execution))
        };
        let (connection, result, execution) = calling
            .await
            .map_err(|failure| self.report(failure, stopwatch))?;
        Ok(CallToolResponse {
            success: true,
            connection: describe_connection(&connection),
            tool_call: ToolCall {
                tool_name: body.name,
                arguments: body.arguments,
                result,
                execution,
            },
            metadata: Metadata {
                request_time_ms: stopwatch.elapsed_ms(),
            },
        })
    }
}

/// The tools of a server. A server that knows no such method has none, and says so.
pub(super) async fn list_tools_of(connection: &Connection) -> Result<Listing, Failure> {
    match connection.fetch_list(ListKind::Tools).await {
        Ok(listing) => Ok(listing),
        // A server without the capability need not know the method, so its error is the answer
        // "none". One that declares tools must know it.
        Err(RequestError::Answered(error))
            if is_unknown_method(&error)
                && connection.server_info().capabilities.tools.is_none() =>
        {
            Ok(Listing::default())
        }
        Err(RequestError::Answered(error)) => Err(answered("tools/list", &error)),
        Err(RequestError::Failed(failure)) => Err(failure),
    }
}

pub(super) fn tools_metadata(
    connection: &Connection,
    tools: usize,
    stopwatch: Stopwatch,
) -> ToolsMetadata {
    let [server_name, server_version] = connection.server_name_and_version();
    ToolsMetadata {
        total_tools: to_count(tools),
        server_name,
        server_version,
        retrieved_at: format_now(),
        request_time_ms: stopwatch.elapsed_ms(),
    }
}

fn describe_tool(tool: &Value) -> AdvertisedTool {
    let member = |name: &str| tool.get(name).cloned();
    AdvertisedTool {
        name: member("name"),
        description: member("description"),
        input_schema: member("inputSchema"),
        title: member("title"),
        output_schema: member("outputSchema"),
        annotations: member("annotations"),
        meta: member("_meta"),
    }
}

/// A call, as it was sent.
struct ToolCalled<'a> {
    name: &'a str,
    arguments: Map<String, Value>,
}

impl ToolCalled<'_> {
    async fn send(&self, connection: &Connection) -> Result<(Value, Execution), Failure> {
        Connection::count_one(&connection.tools_called);
        let parameters =
            CallToolRequestParams::new(self.name.to_owned()).with_arguments(self.arguments.clone());
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(parameters));
        let (started_at, started) = (Utc::now(), std::time::Instant::now());
        let answer = connection.request(request).await;
        let execution = |success: bool| Execution {
            started_at: format_time(started_at),
            completed_at: format_now(),
            duration_ms: milliseconds(started.elapsed()),
            success,
        };
        match answer {
            Ok(ServerResult::CallToolResult(result)) if result.is_error != Some(true) => {
                Ok((to_value(&result), execution(true)))
            }
            Ok(ServerResult::CallToolResult(result)) => {
                let execution = execution(false);
                Err(self.failed(connection, &result, execution).await)
            }
            Ok(ServerResult::InputRequiredResult(result)) => Err(self.unfinished(
                "the tool asks for input, which this probe does not give",
                serde_json::to_value(result).unwrap_or_default(),
                execution(false),
            )),
            Ok(ServerResult::CreateTaskResult(result)) => Err(self.unfinished(
                "the server has made a task of the call, whose result comes later",
                serde_json::to_value(result).unwrap_or_default(),
                execution(false),
            )),
            // What is not a tool's result looks like other results to rmcp. It is shown as it is.
            Ok(other) => {
                let value = serde_json::to_value(other).unwrap_or_default();
                Err(connection.malformed(problem_of_result(&value), &value))
            }
            Err(RequestError::Answered(error)) => Err(self
                .explain_refusal(connection, &error, execution(false))
                .await),
            Err(RequestError::Failed(failure)) => {
                Err(self.describe(failure, None, execution(false)))
            }
        }
    }

    /// Why a tool has ended in an error.
    async fn failed(
        &self,
        connection: &Connection,
        result: &CallToolResult,
        execution: Execution,
    ) -> Failure {
        let text = first_text(result);
        let failure = match self.find_reason(connection).await {
            Some(reason) => reason.with_detail("server_message", text),
            None => Failure::new(
                FailureKind::ExecutionError,
                format!("{} has ended in an error: {text}", self.name),
            )
            .with_suggestion("read the tool's own message in error.details.result"),
        };
        self.describe(failure, Some(to_value(result)), execution)
    }

    /// Why a server has refused to call a tool.
    async fn explain_refusal(
        &self,
        connection: &Connection,
        error: &rmcp::ErrorData,
        execution: Execution,
    ) -> Failure {
        let failure = match self.find_reason(connection).await {
            Some(reason) => with_answer(reason, error),
            None if error.code == ErrorCode::INVALID_PARAMS => {
                let message = format!(
                    "the server does not take the arguments of {}: {}",
                    self.name, error.message
                );
                with_answer(Failure::new(FailureKind::InvalidArguments, message), error)
                    .with_suggestion("look at the tool's input_schema in list_tools")
            }
            None => answered("tools/call", error),
        };
        self.describe(failure, None, execution)
    }

    /// The reason that the server's own list gives for a failed call, if any.
    async fn find_reason(&self, connection: &Connection) -> Option<Failure> {
        let listing = connection.fetch_list(ListKind::Tools).await.ok()?;
        let name_of = |tool: &Value| Some(tool.get("name")?.as_str()?.to_owned());
        let tool = listing
            .items
            .iter()
            .find(|tool| name_of(tool).as_deref() == Some(self.name));
        let Some(tool) = tool else {
            let names: Vec<String> = listing.items.iter().filter_map(name_of).collect();
            let changed = match connection.take_changed_tools() {
                true => "; the server has changed its list of tools since it was last asked for",
                false => "",
            };
            let message = format!("the server has no tool `{}`{changed}", self.name);
            let failure = Failure::new(FailureKind::ToolNotFound, message);
            return Some(
                with_names(failure, &names).with_suggestion("call list_tools for the names"),
            );
        };
        let wrong = match violations(tool.get("inputSchema")?, &self.arguments).await {
            Ok(wrong) => wrong,
            Err(why) => {
                let message = format!(
                    "the call of {} has failed; its arguments were not compared with its input schema: {why}",
                    self.name
                );
                return Some(Failure::new(FailureKind::ExecutionError, message));
            }
        };
        if wrong.is_empty() {
            return None;
        }
        let message = format!(
            "the arguments of {} do not match its input schema: {}",
            self.name,
            wrong.join("; ")
        );
        Some(
            Failure::new(FailureKind::InvalidArguments, message)
                .with_detail("violations", wrong)
                .with_suggestion("look at the tool's input_schema in list_tools"),
        )
    }

    fn unfinished(&self, message: &str, result: Value, execution: Execution) -> Failure {
        let failure = Failure::new(FailureKind::ExecutionError, message);
        self.describe(failure, Some(result), execution)
    }

    /// A failure with what the result of a success has beside it.
    fn describe(&self, failure: Failure, result: Option<Value>, execution: Execution) -> Failure {
        failure
            .with_detail("tool_name", self.name)
            .with_detail("arguments", Value::Object(self.arguments.clone()))
            .with_detail("result", result.unwrap_or(Value::Null))
            .with_detail(
                "execution",
                json!({
                    "started_at": execution.started_at,
                    "completed_at": execution.completed_at,
                    "duration_ms": execution.duration_ms,
                    "success": execution.success,
                }),
            )
    }
}

/// Why an answer to a call is not a tool's result.
fn problem_of_result(answer: &Value) -> &'static str {
    match answer.get("content") {
        Some(Value::Array(_)) => {
            "the answer to tools/call is not a tool's result: a part of it does not have the form of MCP, such as a \
             content block of another type"
        }
        _ => "the answer to tools/call is not a tool's result: it has no array `content`",
    }
}

fn to_value(result: &CallToolResult) -> Value {
    serde_json::to_value(result).unwrap_or_default()
}

/// What a result says in words.
fn first_text(result: &CallToolResult) -> String {
    let value = to_value(result);
    let blocks = value.get("content").and_then(Value::as_array);
    let texts = blocks
        .into_iter()
        .flatten()
        .filter_map(|block| block.get("text")?.as_str());
    let texts: Vec<&str> = texts.collect();
    crate::connection::excerpt(&texts.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_content_block_of_an_unknown_type_is_not_called_missing_content() {
        let answer = json!({"content": [{"type": "hologram"}]});
        assert!(problem_of_result(&answer).contains("content block of another type"));
        assert!(problem_of_result(&json!({})).contains("no array `content`"));
    }
}
