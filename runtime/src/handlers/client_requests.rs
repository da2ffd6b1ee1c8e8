//! What handlers ask of the client: input of its user, text of its model, its folders.
//!
//! Revisions of MCP before 2026-07-28 let a server send requests while a call runs. Since then a call
//! ends with the requests, and the client calls again with its responses ([`rounds`](super::rounds)).
//! A handler is written once for both: it asks and awaits the response.

// rmcp marks sampling and roots as deprecated, as revision 2026-07-28 does. Clients still have both.
#![expect(deprecated)]

use std::fmt;
use std::time::Duration;

use rmcp::ErrorData;
use rmcp::model::{
    ClientCapabilities, ClientResult, CreateMessageRequest, CreateMessageRequestParams,
    CreateMessageResult, ElicitRequest, ElicitRequestParams, ElicitResult, ElicitationAction,
    ElicitationCapability, ElicitationSchema, InputRequest, InputRequests, InputResponses,
    ListRootsRequest, ListRootsResult, ServerRequest,
};
use rmcp::service::{PeerRequestOptions, ServiceError};

use super::form_content::fit_form;
use super::mcp_client::McpClient;
use super::{Call, ToolError};
use crate::value::Json;

/// How long a client may take to respond while the call waits. People are asked meanwhile.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(10 * 60);

impl Call<'_> {
    /// What the client can be asked for, as it says itself. Nothing where no MCP client made the call.
    ///
    /// ```
    /// use toolwright::{Call, CallContext};
    ///
    /// let context = CallContext::default();
    /// assert!(Call::new(&context, &[]).client_capabilities().elicitation.is_none());
    /// ```
    pub fn client_capabilities(&self) -> ClientCapabilities {
        let client = self.client.and_then(|it| it.context.client_capabilities());
        client.unwrap_or_default()
    }

    /// Asks the client's user to fill in a form (MCP, "Elicitation").
    ///
    /// `id` tells the requests of a handler apart. It must be another one for each of them, and the same
    /// one each time: since revision 2026-07-28 of MCP **the handler runs again from its beginning** when
    /// the response is there. So ask first and act afterwards, or note with [`set_state`](Self::set_state)
    /// what is done. The user may decline: look at the response's `action`. The content of an accepted form
    /// has the required properties, with their types.
    ///
    /// # Errors
    ///
    /// The client cannot be asked: it does not have the capability, did not make the call by MCP, or uses
    /// HTTP without a session before revision 2026-07-28. Or its response is not one, or takes more than
    /// ten minutes. Return the error with `?`: it is also how a round ends.
    ///
    /// ```
    /// use toolwright::rmcp::model::{ElicitationAction, ElicitationSchema};
    /// use toolwright::{Call, ToolError};
    ///
    /// /// In a handler.
    /// async fn release(call: &Call<'_>, pet: &str) -> Result<String, ToolError> {
    ///     let form = ElicitationSchema::builder().required_bool("sure").build_unchecked();
    ///     let response = call.elicit("confirm", format!("Release {pet}?"), form).await?;
    ///     match response.action {
    ///         ElicitationAction::Accept => Ok(format!("{pet} is free.")),
    ///         _ => Ok(format!("{pet} stays.")),
    ///     }
    /// }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// # let context = toolwright::CallContext::default();
    /// # let error = release(&Call::new(&context, &[]), "Rex").await.unwrap_err();
    /// # assert!(error.to_string().contains("cannot be asked"), "{error}");
    /// # }
    /// ```
    pub async fn elicit(
        &self,
        id: &str,
        message: impl Into<String>,
        form: ElicitationSchema,
    ) -> Result<ElicitResult, ToolError> {
        let params = ElicitRequestParams::FormElicitationParams {
            meta: None,
            message: message.into(),
            requested_schema: form,
        };
        let request = InputRequest::Elicitation(ElicitRequest::new(params));
        self.ask_for_one(id, request, serde_json::from_value).await
    }

    /// Asks the client's user to visit a URL, for what must not pass through the client, such as a payment
    /// or a password (MCP 2025-11-25, "Elicitation", URL mode). That the user accepts says that they agreed to
    /// open it, not what they did there.
    ///
    /// # Errors
    ///
    /// As [`elicit`](Self::elicit), where it also says what `id` is.
    ///
    /// ```
    /// use toolwright::{Call, ToolError};
    ///
    /// /// In a handler.
    /// async fn pay(call: &Call<'_>) -> Result<String, ToolError> {
    ///     let response = call.elicit_url("pay", "Pay for Rex", "https://shop.example.com/pay/7").await?;
    ///     Ok(format!("{:?}", response.action))
    /// }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// # let context = toolwright::CallContext::default();
    /// # assert!(pay(&Call::new(&context, &[])).await.is_err());
    /// # }
    /// ```
    pub async fn elicit_url(
        &self,
        id: &str,
        message: impl Into<String>,
        url: impl Into<String>,
    ) -> Result<ElicitResult, ToolError> {
        let params = ElicitRequestParams::UrlElicitationParams {
            meta: None,
            message: message.into(),
            url: url.into(),
            elicitation_id: id.to_owned(),
        };
        let request = InputRequest::Elicitation(ElicitRequest::new(params));
        self.ask_for_one(id, request, serde_json::from_value).await
    }

    /// Asks the client's model for text (MCP, "Sampling").
    ///
    /// # Errors
    ///
    /// As [`elicit`](Self::elicit), where it also says what `id` is.
    ///
    /// ```
    /// use toolwright::rmcp::model::{CreateMessageRequestParams, SamplingMessage};
    /// use toolwright::{Call, ToolError};
    ///
    /// /// In a handler.
    /// async fn name_a_pet(call: &Call<'_>) -> Result<String, ToolError> {
    ///     let question = vec![SamplingMessage::user_text("A name for a parrot?")];
    ///     let response = call.sample("name", CreateMessageRequestParams::new(question, 20)).await?;
    ///     Ok(format!("{} says so.", response.model))
    /// }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// # let context = toolwright::CallContext::default();
    /// # assert!(name_a_pet(&Call::new(&context, &[])).await.is_err());
    /// # }
    /// ```
    pub async fn sample(
        &self,
        id: &str,
        params: CreateMessageRequestParams,
    ) -> Result<CreateMessageResult, ToolError> {
        let request = InputRequest::CreateMessage(CreateMessageRequest::new(params));
        self.ask_for_one(id, request, serde_json::from_value).await
    }

    /// Asks the client for the folders that its user works in (MCP, "Roots").
    ///
    /// # Errors
    ///
    /// As [`elicit`](Self::elicit), where it also says what `id` is.
    ///
    /// ```
    /// use toolwright::{Call, ToolError};
    ///
    /// /// In a handler.
    /// async fn first_folder(call: &Call<'_>) -> Result<Option<String>, ToolError> {
    ///     let roots = call.list_roots("folders").await?.roots;
    ///     Ok(roots.into_iter().next().map(|root| root.uri))
    /// }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// # let context = toolwright::CallContext::default();
    /// # assert!(first_folder(&Call::new(&context, &[])).await.is_err());
    /// # }
    /// ```
    pub async fn list_roots(&self, id: &str) -> Result<ListRootsResult, ToolError> {
        let request = InputRequest::ListRoots(ListRootsRequest::default());
        self.ask_for_one(id, request, serde_json::from_value).await
    }

    /// Asks the client for several things at once, under ids of your choice: since revision 2026-07-28 of
    /// MCP in one round instead of several. The responses are JSON; each one is a response to its request.
    ///
    /// # Errors
    ///
    /// As [`elicit`](Self::elicit), where it also says what an id is.
    ///
    /// ```
    /// use toolwright::rmcp::model::{InputRequest, InputRequests, ListRootsRequest};
    /// use toolwright::{Call, ToolError};
    ///
    /// /// In a handler.
    /// async fn folders(call: &Call<'_>) -> Result<usize, ToolError> {
    ///     let roots = InputRequest::ListRoots(ListRootsRequest::default());
    ///     let requests = InputRequests::from([("folders".to_owned(), roots)]);
    ///     let responses = call.ask_client(requests).await?;
    ///     Ok(responses["folders"]["roots"].as_array().map_or(0, Vec::len))
    /// }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// # let context = toolwright::CallContext::default();
    /// # assert!(folders(&Call::new(&context, &[])).await.is_err());
    /// # }
    /// ```
    pub async fn ask_client(&self, requests: InputRequests) -> Result<InputResponses, ToolError> {
        let Some(client) = self.client else {
            return Err(cannot_ask_error(
                "it did not call over MCP. Call this tool over MCP instead.",
            ));
        };
        // First, since nothing is known of such a client's capabilities.
        if !client.is_asked_in_rounds() && !client.can_respond() {
            return Err(cannot_ask_error(
                "it speaks an earlier revision of MCP over HTTP without a session. Use stdio, a client of \
                 revision 2026-07-28, or a server that keeps sessions (`--sessions`).",
            ));
        }
        let capabilities = self.client_capabilities();
        let mut missing = requests
            .values()
            .filter_map(|request| missing_capability(request, &capabilities));
        if let Some(missing) = missing.next() {
            return Err(missing.into_error(&client));
        }
        if client.is_asked_in_rounds() {
            return self.take_round_responses(requests);
        }
        let waiting = self.waiting_calls;
        let _waiting = match waiting.map(|it| it.add_call(client.session_id(), client.max_waiting))
        {
            Some(None) => {
                return Err(ToolError::new(
                    "This tool must ask the client for input, but too many calls are waiting for their \
                     clients. Respond to those, or call again in a few minutes.",
                ));
            }
            Some(entered) => entered,
            None => None,
        };
        let mut responses = InputResponses::new();
        for (id, request) in requests {
            let response = send_request(&client, request).await?;
            responses.insert(id, response);
        }
        Ok(responses)
    }

    /// What an earlier round of this call has [kept](Self::set_state). Nothing in the first round, and
    /// nothing where the client is asked while the call waits, since the handler does not start again then.
    ///
    /// ```
    /// use toolwright::{Call, CallContext, Json};
    ///
    /// let context = CallContext::default();
    /// let call = Call::new(&context, &[]);
    /// assert_eq!(call.state(), None);
    /// call.set_state(Json::from("held"));
    /// assert_eq!(call.state(), Some(Json::from("held")));
    /// ```
    pub fn state(&self) -> Option<Json> {
        self.rounds.state()
    }

    /// Keeps JSON for the next round of this call, if the client is asked for something: what was done
    /// already, and must not be done twice.
    ///
    /// The state travels by way of the client. It is signed and bound to the tool, its arguments and the
    /// client's token, so that it cannot be changed or used for another call within its hour. It can be
    /// read, and sent more than once: do not put secrets in it, and look up what must happen only once.
    pub fn set_state(&self, state: impl Into<Json>) {
        self.rounds.set_state(state.into());
    }

    async fn ask_for_one<T>(
        &self,
        id: &str,
        request: InputRequest,
        read: fn(Json) -> serde_json::Result<T>,
    ) -> Result<T, ToolError> {
        let requests = InputRequests::from([(id.to_owned(), request)]);
        let mut responses = self.ask_client(requests).await?;
        let response = responses.remove(id).unwrap_or_default();
        Ok(read(response)?)
    }

    /// The responses of earlier rounds.
    ///
    /// # Errors
    ///
    /// Some are missing, so that the round ends with a request for those; or one does not fit its request.
    fn take_round_responses(&self, requests: InputRequests) -> Result<InputResponses, ToolError> {
        let mut responses = InputResponses::new();
        let mut missing = InputRequests::new();
        for (id, request) in requests {
            let Some(response) = self.rounds.response(&id) else {
                missing.insert(id, request);
                continue;
            };
            // To ask again without a reason would end in the client's own limit of rounds.
            let Some(response) = accept_response(&request, response) else {
                let message = format!("the response to `{id}` does not match the request");
                return Err(ToolError::protocol(ErrorData::invalid_params(
                    message, None,
                )));
            };
            self.rounds.keep_response(&id, &response);
            responses.insert(id, response);
        }
        match missing.is_empty() {
            true => Ok(responses),
            false => Err(ToolError::input_required(missing)),
        }
    }
}

/// Sends a request while the call waits.
async fn send_request(client: &McpClient<'_>, request: InputRequest) -> Result<Json, ToolError> {
    let sent = match request.clone() {
        InputRequest::Elicitation(request) => ServerRequest::ElicitRequest(request),
        InputRequest::CreateMessage(request) => ServerRequest::CreateMessageRequest(request),
        InputRequest::ListRoots(request) => ServerRequest::ListRootsRequest(request),
        _ => {
            return Err(cannot_ask_error(
                "rmcp knows the request, and toolwright does not.",
            ));
        }
    };
    let options = PeerRequestOptions::with_timeout(RESPONSE_TIMEOUT);
    let peer = &client.context.peer;
    let handle = peer.send_cancellable_request(sent, options).await;
    let response = match handle {
        Ok(handle) => handle.await_response().await,
        Err(error) => Err(error),
    };
    let response = match response.map_err(explain_failure)? {
        ClientResult::ElicitResult(result) => serde_json::to_value(result)?,
        ClientResult::CreateMessageResult(result) => serde_json::to_value(result)?,
        ClientResult::ListRootsResult(result) => serde_json::to_value(result)?,
        _ => Json::Null,
    };
    accept_response(&request, &response)
        .ok_or_else(|| ToolError::new("The client's response does not match the request."))
}

fn explain_failure(error: ServiceError) -> ToolError {
    match error {
        ServiceError::Timeout { timeout } => ToolError::new(format_args!(
            "The client did not respond to a request of this tool within {} seconds.",
            timeout.as_secs()
        )),
        ServiceError::McpError(error) => ToolError::new(format_args!(
            "The client rejected a request of this tool: {}",
            error.message
        )),
        other => ToolError::new(format_args!("The client was not asked: {other}")),
    }
}

/// JSON as a response to a request, without what the request does not ask for. `None` if it is not one.
fn accept_response(request: &InputRequest, response: &Json) -> Option<Json> {
    let response = response.clone();
    let accepted = match request {
        InputRequest::Elicitation(request) => {
            let mut result: ElicitResult = serde_json::from_value(response).ok()?;
            result.content = match (&request.params, &result.action) {
                (
                    ElicitRequestParams::FormElicitationParams {
                        requested_schema, ..
                    },
                    ElicitationAction::Accept,
                ) => Some(fit_form(requested_schema, result.content.take())?),
                // Who declines enters nothing, and what is entered at a URL does not come this way.
                _ => None,
            };
            serde_json::to_value(result)
        }
        InputRequest::CreateMessage(_) => {
            let result: CreateMessageResult = serde_json::from_value(response).ok()?;
            serde_json::to_value(result)
        }
        InputRequest::ListRoots(_) => {
            let result: ListRootsResult = serde_json::from_value(response).ok()?;
            serde_json::to_value(result)
        }
        _ => return None,
    };
    accepted.ok()
}

/// What a client would have to be capable of.
struct MissingCapability {
    name: &'static str,
    required: ClientCapabilities,
}

impl MissingCapability {
    fn into_error(self, client: &McpClient<'_>) -> ToolError {
        match client.is_asked_in_rounds() {
            // Since 2026-07-28 that is an error of the protocol (MCP, "Client capabilities").
            true => {
                let mut error = ErrorData::missing_required_client_capability(self.required);
                error.message = format!("{}: {}", error.message, self.name).into();
                ToolError::protocol(error)
            }
            false => cannot_ask_error(format_args!(
                "it does not declare the capability `{}`.",
                self.name
            )),
        }
    }
}

/// What the client does not have of what a request takes.
fn missing_capability(
    request: &InputRequest,
    client: &ClientCapabilities,
) -> Option<MissingCapability> {
    let mut required = ClientCapabilities::default();
    let (name, has_it) = match request {
        InputRequest::Elicitation(request) => {
            let has_it = match &request.params {
                ElicitRequestParams::UrlElicitationParams { .. } => {
                    required.elicitation =
                        Some(ElicitationCapability::new().with_url(Default::default()));
                    client
                        .elicitation
                        .as_ref()
                        .is_some_and(|it| it.url.is_some())
                }
                _ => {
                    let form = ElicitationCapability::new().with_form(Default::default());
                    required.elicitation = Some(form);
                    // Without a mode, it is forms (MCP 2025-11-25, "Elicitation", capabilities).
                    let elicitation = client.elicitation.as_ref();
                    elicitation.is_some_and(|it| it.form.is_some() || it.url.is_none())
                }
            };
            ("elicitation", has_it)
        }
        InputRequest::CreateMessage(_) => {
            required.sampling = Some(Default::default());
            ("sampling", client.sampling.is_some())
        }
        _ => {
            required.roots = Some(Default::default());
            ("roots", client.roots.is_some())
        }
    };
    (!has_it).then_some(MissingCapability { name, required })
}

#[cold]
fn cannot_ask_error(why: impl fmt::Display) -> ToolError {
    ToolError::new(format_args!(
        "This tool must ask the client for something, and the client cannot be asked: {why}"
    ))
}
