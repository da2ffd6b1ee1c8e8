//! Resources, prompts, completion and subscriptions: what MCP has besides tools.

use std::sync::Arc;

use serde_json::json;
use toolwright::rmcp::model::*;
use toolwright::rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use toolwright::rmcp::{ErrorData, RoleServer, ServerHandler};

use crate::changes::Changes;
use crate::{forms, samples};

const TEXT: &str = "test://static-text";
const BINARY: &str = "test://static-binary";
const WATCHED: &str = "test://watched-resource";
const TEMPLATE: &str = "test://template/{id}/data";

/// How long clients may keep what they have got, in milliseconds.
const TTL_MS: u64 = 60_000;

/// What answers requests that are not about tools.
pub struct Features {
    changes: Arc<Changes>,
}

impl Features {
    /// Subscriptions are told of these changes.
    pub fn new(changes: Arc<Changes>) -> Self {
        Self { changes }
    }
}

impl ServerHandler for Features {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_tool_list_changed()
            .enable_prompts()
            .enable_prompts_list_changed()
            .enable_resources()
            .enable_resources_subscribe()
            .enable_completions()
            .build();
        ServerConfig::new(capabilities)
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let resources = [
            (TEXT, "A text", "text/plain"),
            (BINARY, "An image", "image/png"),
            (WATCHED, "A text that can be watched", "text/plain"),
        ];
        let resources = resources.map(|(uri, description, media_type)| {
            Resource::new(uri, uri.trim_start_matches("test://"))
                .with_description(description)
                .with_mime_type(media_type)
        });
        Ok(ListResourcesResult::with_all_items(resources.to_vec())
            .with_ttl_ms(TTL_MS)
            .with_cache_scope(CacheScope::Public))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let template = ResourceTemplate::new(TEMPLATE, "template")
            .with_description("Data for an id")
            .with_mime_type("application/json");
        Ok(ListResourceTemplatesResult::with_all_items(vec![template])
            .with_ttl_ms(TTL_MS)
            .with_cache_scope(CacheScope::Public))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let contents = read(&request.uri)?;
        Ok(ReadResourceResult::new(vec![contents])
            .with_ttl_ms(TTL_MS)
            .with_cache_scope(CacheScope::Public)
            .into())
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        // Nothing here changes, so that there is nothing to remember.
        read(&request.uri).map(|_| ())
    }

    async fn unsubscribe(
        &self,
        _: UnsubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let required = |name: &str| PromptArgument::new(name).with_required(true);
        let prompts = vec![
            Prompt::new("test_simple_prompt", Some("A text"), None),
            Prompt::new(
                "test_prompt_with_arguments",
                Some("A text with two arguments"),
                Some(vec![
                    required("arg1").with_description("First test argument"),
                    required("arg2").with_description("Second test argument"),
                ]),
            ),
            Prompt::new(
                "test_prompt_with_embedded_resource",
                Some("A resource and a text"),
                Some(vec![
                    required("resourceUri").with_description("URI of the resource"),
                ]),
            ),
            Prompt::new("test_prompt_with_image", Some("An image and a text"), None),
            Prompt::new(
                "test_input_required_result_prompt",
                Some("A text about something that the user is asked for"),
                None,
            ),
        ];
        Ok(ListPromptsResult::with_all_items(prompts)
            .with_ttl_ms(TTL_MS)
            .with_cache_scope(CacheScope::Public))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let argument = |name: &str| {
            let arguments = request.arguments.as_ref();
            let value = arguments.and_then(|arguments| arguments.get(name)?.as_str());
            value.ok_or_else(|| {
                ErrorData::invalid_params(format!("the argument `{name}` is missing"), None)
            })
        };
        let messages = match request.name.as_str() {
            "test_simple_prompt" => vec![user_text("This is a simple prompt for testing.")],
            "test_prompt_with_arguments" => {
                let (first, second) = (argument("arg1")?, argument("arg2")?);
                vec![user_text(&format!(
                    "Prompt with arguments: arg1='{first}', arg2='{second}'"
                ))]
            }
            "test_prompt_with_embedded_resource" => {
                let text = "Embedded resource content for testing.";
                let resource = ResourceContents::text(text, argument("resourceUri")?);
                let resource = ContentBlock::resource(resource.with_mime_type("text/plain"));
                vec![
                    PromptMessage::new(Role::User, resource),
                    user_text("Please process the embedded resource above."),
                ]
            }
            "test_prompt_with_image" => {
                let image = ContentBlock::image(samples::image_as_base64(), "image/png");
                vec![
                    PromptMessage::new(Role::User, image),
                    user_text("Please analyze the image above."),
                ]
            }
            "test_input_required_result_prompt" => match context_of(&request) {
                Some(context) => vec![user_text(&format!("Use this context: {context}"))],
                None => return Ok(ask_for_context().into()),
            },
            unknown => {
                let message = format!("unknown prompt: {unknown}");
                return Err(ErrorData::invalid_params(message, None));
            }
        };
        Ok(GetPromptResult::new(messages).into())
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let begun = request.argument.value;
        let values = ["paris", "park", "party"].map(str::to_owned);
        let values: Vec<String> = values
            .into_iter()
            .filter(|it| it.starts_with(&begun))
            .collect();
        let completion = CompletionInfo::with_all_values(values);
        let completion = completion.map_err(|error| ErrorData::internal_error(error, None))?;
        Ok(CompleteResult::new(completion))
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, subscription: SubscriptionContext) -> Result<(), ErrorData> {
        self.changes.follow(&subscription).await;
        Ok(())
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        self.changes.add_connection(context.peer);
    }
}

/// The contents of a resource.
fn read(uri: &str) -> Result<ResourceContents, ErrorData> {
    let text =
        |text: &str, media_type: &str| ResourceContents::text(text, uri).with_mime_type(media_type);
    let id = uri.strip_prefix("test://template/");
    let id = id.and_then(|rest| rest.strip_suffix("/data"));
    Ok(match (uri, id) {
        (TEXT, _) => text(
            "This is the content of the static text resource.",
            "text/plain",
        ),
        (WATCHED, _) => text("Watched resource content", "text/plain"),
        (BINARY, _) => {
            ResourceContents::blob(samples::image_as_base64(), uri).with_mime_type("image/png")
        }
        (_, Some(id)) => {
            let data = format!("Data for ID: {id}");
            let content = json!({"id": id, "templateTest": true, "data": data});
            text(&content.to_string(), "application/json")
        }
        _ => {
            let uri = json!({"uri": uri});
            return Err(ErrorData::invalid_params("Resource not found", Some(uri)));
        }
    })
}

fn user_text(text: &str) -> PromptMessage {
    PromptMessage::new_text(Role::User, text)
}

/// What the user has entered.
fn context_of(request: &GetPromptRequestParams) -> Option<String> {
    let responses = request.input_responses.as_ref()?;
    let content = responses.get("user_context")?.get("content")?;
    Some(content.get("context")?.as_str()?.to_owned())
}

fn ask_for_context() -> InputRequiredResult {
    let params = ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: "What context should the prompt use?".to_owned(),
        requested_schema: forms::one_text("context"),
    };
    let request = InputRequest::Elicitation(ElicitRequest::new(params));
    InputRequiredResult::from_input_requests([("user_context".to_owned(), request)].into())
}
