//! The tools for the prompts of the server under test.

use rmcp::ErrorData;
use rmcp::model::{ClientRequest, ErrorCode, GetPromptRequest, GetPromptRequestParams};
use serde_json::Value;
use toolwright::{Call, Json, Map, ToolError};

use super::classify::{answered, find_listed, is_unknown_method, with_answer};
use super::{describe_connection, to_count, to_map, to_object};
use crate::Probe;
use crate::api::types::{
    AdvertisedArgument, AdvertisedPrompt, GetPromptResponse, ListPromptsResponse, PromptMessage,
    PromptsMetadata, RetrievalMetadata, RetrievedPrompt,
};
use crate::api::{self, handlers};
use crate::arguments::reject_unknown_arguments;
use crate::clock::{Stopwatch, format_now};
use crate::connection::{Connection, ListKind, Listing, RequestError};
use crate::failure::{Failure, FailureKind};

impl handlers::ListPrompts for Probe {
    async fn list_prompts(
        &self,
        _: api::ListPrompts,
        _: &Call<'_>,
    ) -> Result<ListPromptsResponse, ToolError> {
        let stopwatch = Stopwatch::start();
        let listing = async {
            let connection = self.connection()?;
            let is_declared = connection.server_info().capabilities.prompts.is_some();
            match connection.fetch_list(ListKind::Prompts).await {
                Ok(listing) => Ok((connection, listing, None)),
                Err(RequestError::Answered(error)) if is_unknown_method(&error) && !is_declared => {
                    let note = "the server declares no prompts, and has no method prompts/list";
                    Ok((connection, Listing::default(), Some(note.to_owned())))
                }
                Err(RequestError::Answered(error)) => Err(answered("prompts/list", &error)),
                Err(RequestError::Failed(failure)) => Err(failure),
            }
        };
        let (connection, listing, note) = listing
            .await
            .map_err(|failure| self.report(failure, stopwatch))?;
        Ok(ListPromptsResponse {
            success: true,
            connection: describe_connection(&connection),
            metadata: PromptsMetadata {
                total_prompts: to_count(listing.items.len()),
                retrieved_at: format_now(),
                request_time_ms: stopwatch.elapsed_ms(),
                note,
            },
            prompts: listing.items.iter().map(describe_prompt).collect(),
            problems: Some(listing.problems).filter(|problems| !problems.is_empty()),
        })
    }
}

impl handlers::GetPrompt for Probe {
    async fn get_prompt(
        &self,
        request: api::GetPrompt,
        _: &Call<'_>,
    ) -> Result<GetPromptResponse, ToolError> {
        let stopwatch = Stopwatch::start();
        let body = request.body;
        let retrieving = async {
            reject_unknown_arguments(
                "get_prompt",
                &body.additional_properties,
                &["name", "arguments"],
            )?;
            let connection = self.connection()?;
            let prompt = retrieve(&connection, &body.name, body.arguments.as_ref()).await?;
            Ok((connection, prompt))
        };
        let (connection, prompt) = retrieving
            .await
            .map_err(|failure| self.report(failure, stopwatch))?;
        Ok(GetPromptResponse {
            success: true,
            connection: describe_connection(&connection),
            prompt,
            metadata: RetrievalMetadata {
                retrieved_at: format_now(),
                request_time_ms: stopwatch.elapsed_ms(),
            },
        })
    }
}

fn describe_prompt(prompt: &Value) -> AdvertisedPrompt {
    let member = |name: &str| prompt.get(name).cloned();
    let arguments = prompt.get("arguments").and_then(Value::as_array);
    AdvertisedPrompt {
        name: member("name"),
        description: member("description"),
        title: member("title"),
        arguments: Some(
            arguments
                .into_iter()
                .flatten()
                .map(describe_argument)
                .collect(),
        ),
    }
}

fn describe_argument(argument: &Value) -> AdvertisedArgument {
    let member = |name: &str| argument.get(name).cloned();
    AdvertisedArgument {
        name: member("name"),
        description: member("description"),
        // An argument that does not say so is optional.
        required: Some(
            argument
                .get("required")
                .and_then(Value::as_bool)
                .unwrap_or(false),
        ),
        title: member("title"),
    }
}

async fn retrieve(
    connection: &Connection,
    name: &str,
    arguments: Option<&Map<Json>>,
) -> Result<RetrievedPrompt, Failure> {
    Connection::count_one(&connection.prompts_retrieved);
    let mut parameters = GetPromptRequestParams::new(name);
    if let Some(arguments) = arguments {
        parameters = parameters.with_arguments(to_object(arguments));
    }
    let request = ClientRequest::GetPromptRequest(GetPromptRequest::new(parameters));
    let result = match connection.request(request).await {
        Ok(result) => serde_json::to_value(result).unwrap_or_default(),
        Err(RequestError::Answered(error)) => {
            return Err(explain_refusal(connection, name, arguments, &error).await);
        }
        Err(RequestError::Failed(failure)) => return Err(failure),
    };
    let Some(messages) = result.get("messages").and_then(Value::as_array) else {
        let what = "the answer to prompts/get has no array `messages`";
        return Err(connection.malformed(what, &result));
    };
    let text = |name: &str| Some(result.get(name)?.as_str()?.to_owned());
    Ok(RetrievedPrompt {
        name: name.to_owned(),
        description: text("description"),
        messages: messages.iter().map(describe_message).collect(),
    })
}

fn describe_message(message: &Value) -> PromptMessage {
    let role = message.get("role").and_then(Value::as_str);
    let content = message.get("content").and_then(Value::as_object);
    PromptMessage {
        role: role.map(str::to_owned),
        content: content.map(to_map),
    }
}

/// Why a server does not give a prompt.
async fn explain_refusal(
    connection: &Connection,
    name: &str,
    arguments: Option<&Map<Json>>,
    error: &ErrorData,
) -> Failure {
    let listed = find_listed(connection, ListKind::Prompts, "name", name).await;
    let is_missing = is_unknown_method(error) || listed.as_ref().is_some_and(Vec::is_empty);
    if is_missing {
        let why = match is_unknown_method(error) {
            true => "it has no method prompts/get",
            false => &*error.message,
        };
        let message = format!("the server has no prompt `{name}`: {why}");
        let failure = Failure::new(FailureKind::PromptNotFound, message);
        return with_answer(failure, error)
            .with_detail("name", name)
            .with_suggestion("call list_prompts for the names");
    }
    let prompt = listed.and_then(|listed| listed.into_iter().next());
    let missing = missing_arguments(&prompt.unwrap_or_default(), arguments);
    if missing.is_empty() && error.code != ErrorCode::INVALID_PARAMS {
        return answered("prompts/get", error).with_detail("name", name);
    }
    let why = match missing.is_empty() {
        true => error.message.to_string(),
        false => format!("{} is required", missing.join(", ")),
    };
    let failure = Failure::new(
        FailureKind::InvalidArguments,
        format!("the arguments of the prompt `{name}` are not valid: {why}"),
    );
    with_answer(failure, error)
        .with_detail("name", name)
        .with_suggestion("look at the prompt's arguments in list_prompts")
}

/// The arguments that a prompt requires and that were not given.
fn missing_arguments(prompt: &Value, given: Option<&Map<Json>>) -> Vec<String> {
    let arguments = prompt.get("arguments").and_then(Value::as_array);
    let required = arguments.into_iter().flatten().filter(|argument| {
        argument
            .get("required")
            .and_then(Value::as_bool)
            .unwrap_or(false)
    });
    let names = required.filter_map(|argument| argument.get("name")?.as_str());
    names
        .filter(|name| given.is_none_or(|given| given.get(name).is_none()))
        .map(str::to_owned)
        .collect()
}
