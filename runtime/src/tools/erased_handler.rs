//! An rmcp `ServerHandler` of any type, for what MCP has besides tools.
//!
//! `ServerHandler` returns futures of types of its own, so a server cannot keep one behind a pointer.
//! [`ErasedHandler`] has the same methods with boxed futures, but for tools, which toolwright answers
//! itself. Its methods are instantiated for a handler that a program adds, so that programs without
//! one pay nothing.

use std::pin::Pin;

use rmcp::model::{
    CompleteRequestParams, CompleteResult, CustomNotification, CustomRequest, CustomResult,
    GetPromptRequestParams, GetPromptResponse, ListPromptsResult, ListResourceTemplatesResult,
    ListResourcesResult, PaginatedRequestParams, ProgressNotificationParam,
    ReadResourceRequestParams, ReadResourceResponse, ServerConfig, SubscribeRequestParams,
    SubscriptionFilter, UnsubscribeRequestParams,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};

type HandlerFuture<'h, T> = Pin<Box<dyn Future<Output = Result<T, ErrorData>> + Send + 'h>>;
type NotificationFuture<'h> = Pin<Box<dyn Future<Output = ()> + Send + 'h>>;
type Context = RequestContext<RoleServer>;
type Notifier = NotificationContext<RoleServer>;
type Page = Option<PaginatedRequestParams>;

/// The methods of `ServerHandler` that are not about tools.
pub(crate) trait ErasedHandler: Send + Sync {
    fn info(&self) -> ServerConfig;
    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter>;
    fn complete(
        &self,
        request: CompleteRequestParams,
        by: Context,
    ) -> HandlerFuture<'_, CompleteResult>;
    fn list_prompts(&self, page: Page, by: Context) -> HandlerFuture<'_, ListPromptsResult>;
    fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        by: Context,
    ) -> HandlerFuture<'_, GetPromptResponse>;
    fn list_resources(&self, page: Page, by: Context) -> HandlerFuture<'_, ListResourcesResult>;
    fn list_resource_templates(
        &self,
        page: Page,
        by: Context,
    ) -> HandlerFuture<'_, ListResourceTemplatesResult>;
    fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        by: Context,
    ) -> HandlerFuture<'_, ReadResourceResponse>;
    fn subscribe(&self, request: SubscribeRequestParams, by: Context) -> HandlerFuture<'_, ()>;
    fn unsubscribe(&self, request: UnsubscribeRequestParams, by: Context) -> HandlerFuture<'_, ()>;
    fn listen(&self, subscription: SubscriptionContext) -> HandlerFuture<'_, ()>;
    fn on_custom_request(
        &self,
        request: CustomRequest,
        by: Context,
    ) -> HandlerFuture<'_, CustomResult>;
    fn on_custom_notification(
        &self,
        notification: CustomNotification,
        by: Notifier,
    ) -> NotificationFuture<'_>;
    fn on_initialized(&self, by: Notifier) -> NotificationFuture<'_>;
    fn on_progress(
        &self,
        progress: ProgressNotificationParam,
        by: Notifier,
    ) -> NotificationFuture<'_>;
    fn on_roots_list_changed(&self, by: Notifier) -> NotificationFuture<'_>;
}

// rmcp marks `resources/subscribe` as deprecated, since revision 2026-07-28 replaces it. Clients of
// earlier revisions use it.
#[expect(deprecated)]
impl<H: ServerHandler> ErasedHandler for H {
    fn info(&self) -> ServerConfig {
        ServerHandler::get_info(self)
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        ServerHandler::accepted_subscription_filter(self, requested)
    }

    fn complete(
        &self,
        request: CompleteRequestParams,
        by: Context,
    ) -> HandlerFuture<'_, CompleteResult> {
        Box::pin(ServerHandler::complete(self, request, by))
    }

    fn list_prompts(&self, page: Page, by: Context) -> HandlerFuture<'_, ListPromptsResult> {
        Box::pin(ServerHandler::list_prompts(self, page, by))
    }

    fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        by: Context,
    ) -> HandlerFuture<'_, GetPromptResponse> {
        Box::pin(ServerHandler::get_prompt(self, request, by))
    }

    fn list_resources(&self, page: Page, by: Context) -> HandlerFuture<'_, ListResourcesResult> {
        Box::pin(ServerHandler::list_resources(self, page, by))
    }

    fn list_resource_templates(
        &self,
        page: Page,
        by: Context,
    ) -> HandlerFuture<'_, ListResourceTemplatesResult> {
        Box::pin(ServerHandler::list_resource_templates(self, page, by))
    }

    fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        by: Context,
    ) -> HandlerFuture<'_, ReadResourceResponse> {
        Box::pin(ServerHandler::read_resource(self, request, by))
    }

    fn subscribe(&self, request: SubscribeRequestParams, by: Context) -> HandlerFuture<'_, ()> {
        Box::pin(ServerHandler::subscribe(self, request, by))
    }

    fn unsubscribe(&self, request: UnsubscribeRequestParams, by: Context) -> HandlerFuture<'_, ()> {
        Box::pin(ServerHandler::unsubscribe(self, request, by))
    }

    fn listen(&self, subscription: SubscriptionContext) -> HandlerFuture<'_, ()> {
        Box::pin(ServerHandler::listen(self, subscription))
    }

    fn on_custom_request(
        &self,
        request: CustomRequest,
        by: Context,
    ) -> HandlerFuture<'_, CustomResult> {
        Box::pin(ServerHandler::on_custom_request(self, request, by))
    }

    fn on_custom_notification(
        &self,
        notification: CustomNotification,
        by: Notifier,
    ) -> NotificationFuture<'_> {
        Box::pin(ServerHandler::on_custom_notification(
            self,
            notification,
            by,
        ))
    }

    fn on_initialized(&self, by: Notifier) -> NotificationFuture<'_> {
        Box::pin(ServerHandler::on_initialized(self, by))
    }

    fn on_progress(
        &self,
        progress: ProgressNotificationParam,
        by: Notifier,
    ) -> NotificationFuture<'_> {
        Box::pin(ServerHandler::on_progress(self, progress, by))
    }

    fn on_roots_list_changed(&self, by: Notifier) -> NotificationFuture<'_> {
        Box::pin(ServerHandler::on_roots_list_changed(self, by))
    }
}
