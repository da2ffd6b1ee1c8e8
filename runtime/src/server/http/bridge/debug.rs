//! Finding the tool that a request names, and validating a call without making it.

use axum::body::Body;
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::Response;
use serde_json::json;

use super::Bridge;
use super::answers::{JsonAnswer, query_parameter};
use super::bridged_tools::BridgedTool;
use crate::server::http::intake;
use crate::value::Json;

impl Bridge {
    /// The tool whose name stands in that parameter of the query.
    ///
    /// # Errors
    ///
    /// The answer if there is no such parameter or no such tool.
    pub(super) fn named_tool(
        &self,
        head: &Parts,
        parameter_name: &str,
    ) -> Result<&BridgedTool, Box<Response>> {
        let Some(name) = query_parameter(head, parameter_name) else {
            let message = format!("the query parameter {parameter_name} is missing");
            return Err(JsonAnswer::bad_request(&message).into());
        };
        let tool = self.tools.find_tool(&name);
        tool.ok_or_else(|| self.no_tool(&name).into())
    }

    /// The answer where a request names a tool that there is not.
    pub(super) fn no_tool(&self, name: &str) -> Response {
        let body = json!({
            "error": format!("Tool '{name}' not found"),
            "available_tools": self.tools.tool_names().collect::<Vec<_>>(),
        });
        JsonAnswer::with_status(StatusCode::NOT_FOUND, &body)
    }

    /// Says whether a call with these arguments would be made.
    pub(super) async fn validate_call(&self, head: &Parts, body: Body) -> Response {
        let tool = match self.named_tool(head, "tool_name") {
            Ok(tool) => tool,
            Err(refused) => return super::respond_early(body, *refused).await,
        };
        // A validation holds its arguments in memory as a call does, and takes no less time than one that is rejected.
        let Some(_entered) = self.endpoint.admit_request() else {
            let rejected = self.endpoint.reject_surplus(body).await;
            return rejected.into_response_with(JsonAnswer::error_body);
        };
        let server = self.endpoint.server();
        let intake =
            intake::read_body(head, body, self.endpoint.config(), &server.shared.memory).await;
        let intake = match intake {
            Ok(intake) => intake,
            Err(rejected) => {
                return rejected.into_response_with(JsonAnswer::error_body);
            }
        };
        let arguments: Json = match super::bridge_call::parse_arguments(&intake.body) {
            Ok(arguments) => arguments,
            Err(message) => return JsonAnswer::bad_request(&message),
        };
        let answer = match self.find_violation(&tool.name, &arguments) {
            None => format!(
                "{{\"valid\":true,\"tool_name\":{name},\"params_provided\":{arguments},\"message\":\"Validation \
                 passed - call would be accepted by tool_dispatch\"}}",
                name = json!(tool.name),
            ),
            // The schema is most of it, and is not made into a text for every keystroke of somebody.
            Some(violation) => format!(
                "{{\"valid\":false,\"tool_name\":{name},\"errors\":[{error}],{pointers}\"params_provided\":{arguments},\
                 \"schema\":{schema},\"hint\":\"Fix the errors above to make the call valid\"}}",
                name = json!(tool.name),
                error = json!(violation.text),
                // Names may have dots, so that the page cannot tell the way from the text.
                pointers = match query_parameter(head, "pointers").as_deref() {
                    Some("true") => format!("\"pointers\":[{}],", json!(violation.pointer)),
                    _ => String::new(),
                },
                schema = tool.schema_text(),
            ),
        };
        intake.memory.release_values();
        JsonAnswer::ok_text_within(answer, intake.memory)
    }
}
