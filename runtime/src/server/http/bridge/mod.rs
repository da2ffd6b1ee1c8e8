//! The tools over plain HTTP, for programs and people that do not speak MCP.
//!
//! Each tool is a `POST /tools/{name}`, described by an OpenAPI document; a call can be validated without being made;
//! there is a page for people, and Swagger UI. A call goes the way of every MCP call: through the same gate and limits,
//! and to the same function as `tools/call`. The bridge translates bodies and results, and knows nothing of how a tool
//! is run. What does not change while the server runs is made once ([`texts`]).

mod answers;
mod bridge_call;
mod bridged_tools;
mod compare;
mod debug;
mod describe;
mod files;
mod history;
mod texts;
mod validation;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use super::drain::Drain;
use super::early_response::respond_early;
use super::endpoint::Endpoint;
use super::gate::Admitted;
use answers::{JsonAnswer, health_response};
use bridged_tools::BridgedTools;
use files::Files;
use history::History;
use texts::Texts;

/// What the routes of the bridge share.
struct Bridge {
    endpoint: Arc<Endpoint>,
    tools: BridgedTools,
    texts: Texts,
    history: History,
    files: Files,
    drain: Drain,
}

/// The routes of the bridge.
pub(super) fn bridge_routes(endpoint: Arc<Endpoint>, drain: Drain) -> Router {
    let tools = BridgedTools::new(endpoint.server());
    tracing::info!("found {} tools", tools.all().len());
    let bridge = Arc::new(Bridge {
        texts: Texts::new(endpoint.server(), endpoint.config()),
        history: History::new(endpoint.server().shared.tools.apis(), &tools),
        files: Files::new(),
        tools,
        endpoint,
        drain,
    });
    Router::new()
        .route("/", get(show_page))
        .route("/page/{file}", get(show_page_file))
        .route("/docs", get(show_swagger_ui))
        .route("/docs/{file}", get(show_swagger_ui_file))
        .route("/health", get(show_health))
        .route("/tools", get(list_tools))
        .route("/tools/{name}", post(call_tool))
        .route("/tools/{name}/versions", get(list_versions))
        .route("/mcp/tools/{name}", post(call_tool))
        .route("/mcp/openapi.json", get(show_document))
        .route("/debug/tools/schema", get(show_schema))
        .route("/debug/tools/history", get(show_history))
        .route("/debug/tools/diff", post(compare_tools).get(compare_tools))
        .route("/debug/validate-call", post(validate_call))
        .with_state(bridge)
}

type Shared = State<Arc<Bridge>>;

impl Bridge {
    /// Answers a request without a body that is of use, if it is let in.
    async fn show_if_admitted(
        &self,
        request: Request,
        answer: impl FnOnce(&Parts) -> Response,
    ) -> Response {
        let (head, body) = request.into_parts();
        match self.admit_request(&head).await {
            Ok(_admitted) => respond_early(body, answer(&head)).await,
            Err(rejected) => reject_request(body, *rejected).await,
        }
    }

    /// Answers with a file that anyone may have: a browser that opens a page cannot send a token, and there is
    /// nothing of the server's in it.
    async fn show_file(
        &self,
        request: Request,
        answer: impl FnOnce(&Files, &Parts) -> Response,
    ) -> Response {
        let (head, body) = request.into_parts();
        match self.endpoint.gate().check_names(&head) {
            Ok(()) => respond_early(body, answer(&self.files, &head)).await,
            Err(rejected) => reject_request(body, *rejected).await,
        }
    }

    /// Lets in what MCP would let in.
    async fn admit_request(&self, head: &Parts) -> Result<Admitted, Box<Response>> {
        let gate = self.endpoint.gate();
        // `Host` and `Origin` first: they protect against DNS rebinding even if the server is open
        // to everyone.
        gate.check_names(head)?;
        gate.admit_request(head).await.map_err(Box::new)
    }
}

/// Rejects a request in which no tool is called.
async fn reject_request(body: Body, rejected: Response) -> Response {
    let answer = JsonAnswer::from_rejection(rejected, JsonAnswer::error_body).await;
    respond_early(body, answer).await
}

async fn show_health(State(bridge): Shared, body: Body) -> Response {
    respond_early(body, health_response(bridge.drain.has_begun())).await
}

/// The page for a browser, and a short status for any other program.
async fn show_page(State(bridge): Shared, request: Request) -> Response {
    if files::wants_html(request.headers()) {
        return bridge.show_file(request, Files::page).await;
    }
    let status = |head: &Parts| {
        bridge
            .texts
            .status_text(&bridge.tools)
            .respond_with_body(&head.headers)
    };
    bridge.show_if_admitted(request, status).await
}

async fn show_page_file(
    State(bridge): Shared,
    Path(file): Path<String>,
    request: Request,
) -> Response {
    // The only file of the page that says something about the server, so it needs a token.
    if file == "tools.json" {
        let list = |head: &Parts| {
            bridge
                .texts
                .page_tools(&bridge.tools)
                .respond_with_body(&head.headers)
        };
        return bridge.show_if_admitted(request, list).await;
    }
    let answer = |files: &Files, head: &Parts| files.page_file(&file, head);
    bridge.show_file(request, answer).await
}

async fn show_swagger_ui(State(bridge): Shared, request: Request) -> Response {
    bridge.show_file(request, Files::swagger_ui).await
}

async fn show_swagger_ui_file(
    State(bridge): Shared,
    Path(file): Path<String>,
    request: Request,
) -> Response {
    let answer = |files: &Files, head: &Parts| files.swagger_ui_file(&file, head);
    bridge.show_file(request, answer).await
}

async fn list_tools(State(bridge): Shared, request: Request) -> Response {
    let answer = |head: &Parts| {
        let stored = match answers::query_parameter(head, "format").as_deref() {
            None | Some("") => bridge.texts.tool_list(&bridge.tools),
            Some("openapi") => bridge.texts.openapi_tools(&bridge.tools),
            Some(other) => {
                let message =
                    format!("format '{other}' is not one of openapi; leave it out for JSON Schema");
                return JsonAnswer::bad_request(&message);
            }
        };
        stored.respond_with_body(&head.headers)
    };
    bridge.show_if_admitted(request, answer).await
}

async fn show_document(State(bridge): Shared, request: Request) -> Response {
    let answer = |head: &Parts| {
        bridge
            .texts
            .openapi_document(&bridge.tools)
            .respond_with_body(&head.headers)
    };
    bridge.show_if_admitted(request, answer).await
}

async fn show_schema(State(bridge): Shared, request: Request) -> Response {
    let answer = |head: &Parts| match bridge.named_tool(head, "tool_name") {
        Ok(tool) => JsonAnswer::ok(&describe::describe_schema(tool)),
        Err(refused) => *refused,
    };
    bridge.show_if_admitted(request, answer).await
}

async fn list_versions(
    State(bridge): Shared,
    name: Result<Path<String>, PathRejection>,
    request: Request,
) -> Response {
    let Path(name) = match name {
        Ok(name) => name,
        Err(unreadable) => {
            return reject_request(request.into_body(), unreadable.into_response()).await;
        }
    };
    let answer = |_: &Parts| {
        if bridge.history.knows_tool(&name) || bridge.tools.find_tool(&name).is_some() {
            JsonAnswer::ok_text(bridge.history.describe_tool(&name))
        } else {
            bridge.no_tool(&name)
        }
    };
    bridge.show_if_admitted(request, answer).await
}

async fn show_history(State(bridge): Shared, request: Request) -> Response {
    let answer = |head: &Parts| {
        bridge
            .texts
            .history_list(&bridge.history)
            .respond_with_body(&head.headers)
    };
    bridge.show_if_admitted(request, answer).await
}

async fn compare_tools(State(bridge): Shared, request: Request) -> Response {
    let compare = |head: &Parts| {
        let first = bridge.named_tool(head, "tool1")?;
        let second = bridge.named_tool(head, "tool2")?;
        Ok::<_, Box<Response>>(JsonAnswer::ok(&compare::compare_parameters(first, second)))
    };
    let answer = |head: &Parts| compare(head).unwrap_or_else(|refused| *refused);
    bridge.show_if_admitted(request, answer).await
}

async fn validate_call(State(bridge): Shared, request: Request) -> Response {
    let (head, body) = request.into_parts();
    match bridge.admit_request(&head).await {
        Ok(_admitted) => bridge.validate_call(&head, body).await,
        Err(rejected) => reject_request(body, *rejected).await,
    }
}

async fn call_tool(
    State(bridge): Shared,
    name: Result<Path<String>, PathRejection>,
    request: Request,
) -> Response {
    let (head, body) = request.into_parts();
    let admitted = bridge.admit_request(&head).await;
    let (name, rejected) = match (name, admitted) {
        (Ok(Path(name)), Ok(admitted)) => {
            return bridge.call_tool(head, body, &name, admitted).await;
        }
        (Ok(Path(name)), Err(rejected)) => (name, *rejected),
        (Err(_), Err(rejected)) => (String::new(), *rejected),
        // The name is not UTF-8, so it can't be that of a tool.
        (Err(unreadable), Ok(_)) => (String::new(), unreadable.into_response()),
    };
    let answer = JsonAnswer::from_rejection(rejected, |message| {
        bridge_call::failure_body(&name, message)
    })
    .await;
    respond_early(body, answer).await
}
