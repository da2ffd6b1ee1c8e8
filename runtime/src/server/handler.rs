//! MCP's methods: which of them a server answers, and by whom.
//!
//! Tools are answered here. All else that MCP has (resources, prompts, completion, subscriptions) is passed
//! on to the `ServerHandler` that the program may have added ([`Tools::with_server_handler`]); without one,
//! those methods do not exist.
//!
//! [`Tools::with_server_handler`]: crate::Tools::with_server_handler

// rmcp marks logging and subscriptions of single resources as deprecated, since revision 2026-07-28 does
// without them. Clients of earlier revisions use both.
#![expect(deprecated)]

use std::borrow::Cow;
use std::time::Duration;

use axum::http::request::Parts;
use rmcp::ErrorData;
use rmcp::RoleServer;
use rmcp::ServerHandler;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CompleteRequestMethod,
    CompleteRequestParams, CompleteResult, CustomNotification, CustomRequest, CustomResult,
    DiscoverResult, ErrorCode, GetPromptRequestMethod, GetPromptRequestParams, GetPromptResponse,
    Implementation, ListPromptsRequestMethod, ListPromptsResult,
    ListResourceTemplatesRequestMethod, ListResourceTemplatesResult, ListResourcesRequestMethod,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, ProgressNotificationParam,
    ReadResourceRequestMethod, ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities,
    ServerConfig, SetLevelRequestMethod, SetLevelRequestParams, SubscribeRequestMethod,
    SubscribeRequestParams, SubscriptionFilter, UnsubscribeRequestMethod, UnsubscribeRequestParams,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};

use super::Server;
use super::call_request::CallRequest;
use super::call_result::describe_malformed_params;
use super::http::ListRequest;
use super::listing::{TitlePlace, stand_in};
use super::tool_call::{MAX_ECHO, truncate_str};
use crate::api::Api;
#[cfg(feature = "discovery")]
use crate::discovery::Discovered;
use crate::handlers::{ClientReplies, LogLevel, is_modern};
use crate::tools::ErasedHandler;

/// How long a client may reuse the list: it changes only when the server is replaced.
const LIST_TTL: Duration = Duration::from_secs(300);

/// Longest `instructions`, in bytes: a client puts them into every conversation.
const MAX_INSTRUCTIONS: usize = 1000;

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let api = self.api();
        let mut implementation = Implementation::new(api.name, api.version);
        if !api.title.is_empty() {
            implementation = implementation.with_title(api.title);
        }
        let config = ServerConfig::new(self.capabilities()).with_server_info(implementation);
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
        let titles = TitlePlace::for_revision(context.protocol_version().as_ref());
        let tools = match self.is_list_written(&context, titles) {
            true => vec![stand_in(titles)],
            false => {
                let mut tools = self.shared.shown_tools().to_vec();
                tools.iter_mut().for_each(|tool| titles.place_title(tool));
                tools
            }
        };
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
        let replies = ClientReplies {
            responses: request.input_responses.unwrap_or_default(),
            request_state: request.request_state,
        };
        let asked_by = CallRequest::Mcp {
            context: &context,
            replies: &replies,
        };
        self.call_by_name(&request.name, arguments, asked_by).await
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
            "logging/setLevel" => self.shared.tools.has_logging() && !is_modern(&context),
            "resources/subscribe" | "resources/unsubscribe" => {
                self.program_handler().is_some() && !is_modern(&context)
            }
            "completion/complete"
            | "prompts/list"
            | "prompts/get"
            | "resources/list"
            | "resources/templates/list"
            | "resources/read"
            | "subscriptions/listen" => self.program_handler().is_some(),
            _ => false,
        };
        if !is_known {
            if let Some(handler) = self.program_handler() {
                return handler.on_custom_request(request, context).await;
            }
            let method = truncate_str(&request.method, MAX_ECHO);
            let message = format!("method not found: {method}");
            return Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, message, None));
        }
        let message = describe_malformed_params(&request.method, request.params.as_ref());
        Err(ErrorData::invalid_params(message, None))
    }

    async fn set_level(
        &self,
        request: SetLevelRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        if !self.shared.tools.has_logging() || is_modern(&context) {
            return Err(ErrorData::method_not_found::<SetLevelRequestMethod>());
        }
        self.connection
            .log_threshold
            .set_level(LogLevel::from_mcp(request.level));
        Ok(())
    }

    // Without a handler, rmcp's defaults would answer some of these with an empty list although no such
    // capability is declared.

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        match self.program_handler() {
            Some(handler) => handler.complete(request, context).await,
            None => Err(ErrorData::method_not_found::<CompleteRequestMethod>()),
        }
    }

    async fn list_prompts(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        match self.program_handler() {
            Some(handler) => handler.list_prompts(page, context).await,
            None => Err(ErrorData::method_not_found::<ListPromptsRequestMethod>()),
        }
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        match self.program_handler() {
            Some(handler) => handler.get_prompt(request, context).await,
            None => Err(ErrorData::method_not_found::<GetPromptRequestMethod>()),
        }
    }

    async fn list_resources(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        match self.program_handler() {
            Some(handler) => handler.list_resources(page, context).await,
            None => Err(ErrorData::method_not_found::<ListResourcesRequestMethod>()),
        }
    }

    async fn list_resource_templates(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        match self.program_handler() {
            Some(handler) => handler.list_resource_templates(page, context).await,
            None => Err(ErrorData::method_not_found::<
                ListResourceTemplatesRequestMethod,
            >()),
        }
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        match self.program_handler() {
            Some(handler) => handler.read_resource(request, context).await,
            None => Err(ErrorData::method_not_found::<ReadResourceRequestMethod>()),
        }
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        match self.program_handler() {
            Some(handler) => handler.subscribe(request, context).await,
            None => Err(ErrorData::method_not_found::<SubscribeRequestMethod>()),
        }
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        match self.program_handler() {
            Some(handler) => handler.unsubscribe(request, context).await,
            None => Err(ErrorData::method_not_found::<UnsubscribeRequestMethod>()),
        }
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        self.program_handler()?
            .accepted_subscription_filter(requested)
    }

    async fn listen(&self, subscription: SubscriptionContext) -> Result<(), ErrorData> {
        let Some(handler) = self.program_handler() else {
            return Ok(());
        };
        tokio::select! {
            ended = handler.listen(subscription) => ended,
            // A subscription has no end of its own, and must not outlive the server.
            () = self.abandon.cancelled() => Ok(()),
        }
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        // A client that says so again and again must not become many clients to the handler.
        if let Some(handler) = self.program_handler()
            && self.connection.mark_initialized()
        {
            handler.on_initialized(context).await;
        }
    }

    async fn on_progress(
        &self,
        progress: ProgressNotificationParam,
        context: NotificationContext<RoleServer>,
    ) {
        if let Some(handler) = self.program_handler() {
            handler.on_progress(progress, context).await;
        }
    }

    async fn on_roots_list_changed(&self, context: NotificationContext<RoleServer>) {
        if let Some(handler) = self.program_handler() {
            handler.on_roots_list_changed(context).await;
        }
    }

    async fn on_custom_notification(
        &self,
        notification: CustomNotification,
        context: NotificationContext<RoleServer>,
    ) {
        if let Some(handler) = self.program_handler() {
            handler.on_custom_notification(notification, context).await;
        }
    }
}

impl Server {
    /// Whether the transport writes the list of tools in the place of its stand-in. Those of others do not.
    fn is_list_written(&self, context: &RequestContext<RoleServer>, titles: TitlePlace) -> bool {
        let head = context.extensions.get::<Parts>();
        match head.and_then(|head| head.extensions.get::<ListRequest>().zip(Some(head))) {
            Some((request, head)) => {
                request.note_titles(titles, head);
                true
            }
            None => self.connection.writes_lists,
        }
    }

    /// What answers requests that are not about tools.
    fn program_handler(&self) -> Option<&dyn ErasedHandler> {
        self.shared.tools.server_handler()
    }

    /// What the server can do: tools, and what the program has added.
    fn capabilities(&self) -> ServerCapabilities {
        let tools = ServerCapabilities::builder().enable_tools().build();
        let mut capabilities = match self.program_handler() {
            None => tools,
            Some(handler) => {
                let mut others = handler.info().capabilities;
                // It may say that the list of tools changes, and send the notifications.
                others.tools = others.tools.or(tools.tools);
                others
            }
        };
        let logging = self.shared.tools.has_logging();
        capabilities.logging = logging.then(Default::default);
        capabilities
    }

    /// What a client puts into every conversation: what the API is for, and how its tools are found
    /// that are not listed.
    fn instructions(&self, api: &'static Api) -> Cow<'static, str> {
        let tools = self.tool_instructions(api);
        let others = self.program_handler();
        match others.and_then(|handler| handler.info().instructions) {
            None => tools,
            Some(others) if tools.is_empty() => others.into(),
            Some(others) => format!("{tools}\n\n{others}").into(),
        }
    }

    fn tool_instructions(&self, api: &'static Api) -> Cow<'static, str> {
        let purpose = first_paragraph(api);
        #[cfg(feature = "discovery")]
        if let Some(way) = self
            .shared
            .discovered
            .as_ref()
            .and_then(Discovered::find_instructions)
        {
            return match purpose {
                "" => way.into(),
                purpose => format!("{purpose}\n\n{way}").into(),
            };
        }
        purpose.into()
    }
}

fn ttl_ms() -> u64 {
    LIST_TTL.as_millis().try_into().unwrap_or(u64::MAX)
}

/// The first paragraph of the API's description.
fn first_paragraph(api: &Api) -> &'static str {
    let description = api.description.trim();
    let paragraph = description.split("\n\n").next().unwrap_or_default();
    truncate_str(paragraph, MAX_INSTRUCTIONS)
}
