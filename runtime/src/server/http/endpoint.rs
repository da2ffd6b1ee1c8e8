//! `/mcp`: rmcp's service behind the gate.
//!
//! A request is let in by its head, and then its body is read. What rmcp can't read as a message is
//! answered here with a JSON-RPC error, and a notification that cancels a call is acted on here:
//! rmcp keeps nothing between two stateless requests.

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use rmcp::model::{ClientJsonRpcMessage, ClientNotification};
use rmcp::transport::StreamableHttpService;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;

use super::body::{read_body, respond_early};
use super::gate::{Admitted, Gate};
use super::running_calls::{Caller, Cancellation};
use crate::server::Server;
use crate::server::message::parse_message;

type Service = StreamableHttpService<Server, NeverSessionManager>;

/// The service and what is before it.
///
/// It is a handler and no route to a service with a layer around it: those are cloned for each
/// request, and with them all the texts of the service's configuration.
struct Endpoint {
    gate: Arc<Gate>,
    service: Service,
}

pub(super) fn routes(gate: Arc<Gate>, service: Service) -> Router {
    let endpoint = Arc::new(Endpoint { gate, service });
    Router::new()
        .route("/mcp", any(answer))
        .with_state(endpoint)
}

async fn answer(State(endpoint): State<Arc<Endpoint>>, request: Request) -> Response {
    let (mut head, body) = request.into_parts();
    let Admitted { caller, running } = match endpoint.gate.pass(&head).await {
        Ok(admitted) => admitted,
        Err(refused) => return respond_early(body, refused).await,
    };
    let config = endpoint.gate.config();
    let body = match read_body(body, config.max_request_bytes, config.body_timeout).await {
        Ok(body) => Bytes::from(body),
        Err(refused) => return refused,
    };
    let is_json = has_json(&head.headers);
    if let Some(caller) = caller.clone() {
        head.extensions.insert(caller);
    }
    let request = Request::from_parts(head, Body::from(body.clone()));
    let response = endpoint.service.handle(request).await.map(Body::new);
    drop(running);
    match response.status() {
        StatusCode::UNSUPPORTED_MEDIA_TYPE if is_json => reject_body(&body).unwrap_or(response),
        StatusCode::ACCEPTED => {
            if let Some(caller) = caller {
                endpoint.cancel(&caller, &body);
            }
            response
        }
        _ => response,
    }
}

impl Endpoint {
    /// Cancels the call that a notification names.
    fn cancel(&self, caller: &Caller, body: &[u8]) {
        let Ok(ClientJsonRpcMessage::Notification(notification)) = parse_message(body) else {
            return;
        };
        let ClientNotification::CancelledNotification(cancelled) = notification.notification else {
            return;
        };
        let Some(id) = cancelled.params.request_id else {
            return;
        };
        match self
            .gate
            .running_calls()
            .cancel(caller, &id, Instant::now())
        {
            Cancellation::Done => tracing::info!(%id, "a client cancels a call"),
            Cancellation::Unknown => tracing::debug!(%id, "no such call to cancel is running here"),
            Cancellation::Ambiguous => tracing::info!(
                %id,
                "a cancellation is ignored: it may mean the call of another client"
            ),
        }
    }
}

/// The answer to a body that is not a message: 400 and a JSON-RPC error, where rmcp has 415.
fn reject_body(body: &[u8]) -> Option<Response> {
    let rejection = parse_message(body).err()?;
    tracing::warn!(reason = rejection.message(), "a request was rejected");
    let headers = [(CONTENT_TYPE, "application/json")];
    let response = rejection.to_response().to_string();
    Some((StatusCode::BAD_REQUEST, headers, response).into_response())
}

/// Whether the body is meant to be JSON, by the rule that rmcp has.
fn has_json(headers: &HeaderMap) -> bool {
    let value = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let essence = value.and_then(|value| value.split(';').next());
    essence.is_some_and(|essence| essence.trim().eq_ignore_ascii_case("application/json"))
}
