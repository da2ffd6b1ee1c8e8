//! `/mcp`: rmcp's service behind the gate.
//!
//! A request is let in by its head, and then its body is read. [Plain calls](super::direct_call) are answered without
//! rmcp. What rmcp can't read as a message is answered here with a JSON-RPC error, and a notification that cancels a call
//! is acted on here: rmcp keeps nothing between two stateless requests.

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use rmcp::model::{ClientJsonRpcMessage, ClientNotification, ClientRequest};
use rmcp::transport::StreamableHttpService;

#[cfg(feature = "bridge")]
use super::HttpConfig;
use super::direct_call::PlainCall;
use super::early_response::respond_early;
use super::gate::{Admitted, Gate};
use super::host_rejection::RequestNames;
#[cfg(feature = "bridge")]
use super::intake::Rejected;
use super::intake::{self, Intake};
use super::list_response::{ListRequest, write_list};
use super::running_calls::{Caller, Cancellation};
use super::sessions::{SessionKeeper, Sessions};
use crate::handlers::InSession;
use crate::memory::RequestMemory;
use crate::server::Server;
use crate::server::admission::Admission;
#[cfg(feature = "bridge")]
use crate::server::admission::AdmissionPermit as AdmittedRequest;
use crate::server::message::parse_message;

type Service = StreamableHttpService<Server, SessionKeeper>;

/// Notifications are shorter than this many bytes; parsing so few costs next to nothing.
const MAX_NOTIFICATION_BYTES: usize = 4_096;

/// The service and what is before it.
///
/// It is a handler and no route to a service with a layer around it: those are cloned for each
/// request, and with them all the texts of the service's configuration.
pub(super) struct Endpoint {
    gate: Arc<Gate>,
    service: Service,
    sessions: Arc<Sessions>,
    server: Server,
    requests: Admission,
}

pub(super) fn mcp_routes(endpoint: Arc<Endpoint>) -> Router {
    Router::new()
        .route("/mcp", any(answer_request))
        .with_state(endpoint)
}

async fn answer_request(State(endpoint): State<Arc<Endpoint>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    match endpoint.gate.admit_request(&head).await {
        Ok(admitted) => {
            let names = RequestNames::from_head(&head);
            names
                .explain_rejection(endpoint.serve_request(head, body, admitted).await)
                .await
        }
        Err(refused) => respond_early(body, refused).await,
    }
}

impl Endpoint {
    pub(super) fn new(
        gate: Arc<Gate>,
        service: Service,
        sessions: Arc<Sessions>,
        server: Server,
    ) -> Self {
        Self {
            gate,
            service,
            sessions,
            server,
            requests: Admission::default(),
        }
    }

    /// Answers a request that has passed the gate, if there is room and memory for it.
    async fn serve_request(&self, mut head: Parts, body: Body, admitted: Admitted) -> Response {
        // 404 as for a session that does not exist: a client must not find out which sessions
        // others have.
        if !self.sessions.is_open_to(&admitted.client, &head.headers) {
            return respond_early(body, StatusCode::NOT_FOUND.into_response()).await;
        }
        // What is boxed is rarer than calls. Each connection has room for all that is not, for as long as a request runs.
        if self.sessions.takes_without_body(&head.method) {
            return Box::pin(self.listen_or_end(head)).await;
        }
        let session = self.sessions.session_of_request(&head.headers);
        let is_in_session = session.is_some();
        if let Some(name) = session {
            head.extensions.insert(InSession(name));
        }
        let Some(_entered) = self.requests.admit_call(self.server.max_calls) else {
            return Box::pin(self.answer_surplus(head, body, admitted)).await;
        };
        let memory = &self.server.shared.memory;
        let intake = match intake::read_body(&head, body, self.gate.config(), memory).await {
            Ok(intake) => intake,
            Err(rejected) => return rejected.into_json_rpc(),
        };
        let plain = match is_in_session {
            true => None,
            false => self.read_plain_call(&head, &intake.body),
        };
        if let Some(call) = plain {
            return self
                .answer_without_rmcp(head, call, intake.memory, admitted)
                .await;
        }
        let is_json = has_json(&head.headers);
        let (body, caller) = (intake.body.clone(), admitted.caller.clone());
        let client = admitted.client.clone();
        if !is_in_session && self.sessions.is_greedy(&client) && is_initialize(&body) {
            return reject_session();
        }
        let response = Box::pin(self.ask_rmcp(head, intake, admitted)).await;
        self.sessions.claim(&client, response.headers());
        match response.status() {
            StatusCode::INTERNAL_SERVER_ERROR if !is_in_session && self.sessions.are_full() => {
                reject_session()
            }
            // rmcp answers 415 to any body that it cannot parse. A client that sent JSON would look
            // for the mistake in its headers.
            StatusCode::UNSUPPORTED_MEDIA_TYPE if is_json => reject_body(&body).unwrap_or(response),
            // Within a session, rmcp acts on notifications.
            StatusCode::ACCEPTED if !is_in_session => {
                if let Some(caller) = caller {
                    self.cancel_call(&caller, &body);
                }
                response
            }
            _ => response,
        }
    }

    /// Answers a GET, which listens to a session, or a DELETE, which ends it.
    async fn listen_or_end(&self, head: Parts) -> Response {
        let is_end = head.method == Method::DELETE;
        let request = Request::from_parts(head, Body::empty());
        let mut response = self.service.handle(request).await.map(Body::new);
        // The official SDK for Python takes 202 for a failure.
        if is_end && response.status() == StatusCode::ACCEPTED {
            *response.status_mut() = StatusCode::NO_CONTENT;
        }
        response
    }

    /// Reads a request that needs nothing of rmcp; none if rmcp must answer it, or reject it.
    fn read_plain_call(&self, head: &Parts, body: &[u8]) -> Option<PlainCall> {
        let has_sessions = self.sessions.are_kept();
        let call = self.server.read_plain_call(head, body, has_sessions)?;
        self.gate.check_names(head).is_ok().then_some(call)
    }

    /// Answers a call that needs nothing of rmcp.
    async fn answer_without_rmcp(
        &self,
        mut head: Parts,
        call: PlainCall,
        memory: RequestMemory,
        admitted: Admitted,
    ) -> Response {
        let Admitted {
            caller, running, ..
        } = admitted;
        head.extensions.insert(memory);
        if let Some(caller) = caller {
            head.extensions.insert(caller);
        }
        let response = self.server.answer_plain_call(&head, call).await;
        drop(running);
        response
    }

    /// Asks rmcp for its answer to a request that was read.
    async fn ask_rmcp(&self, mut head: Parts, intake: Intake, admitted: Admitted) -> Response {
        let Admitted {
            caller, running, ..
        } = admitted;
        head.extensions.insert(intake.memory);
        if let Some(caller) = caller {
            head.extensions.insert(caller);
        }
        let list = ListRequest::default();
        // The responses of a session are events of a stream.
        if head.extensions.get::<InSession>().is_none() {
            head.extensions.insert(list.clone());
        }
        let request = Request::from_parts(head, Body::from(intake.body));
        let response = self.service.handle(request).await.map(Body::new);
        drop(running);
        match list.wanted_list() {
            Some(wanted) => write_list(response, wanted, &self.server.shared).await,
            None => response,
        }
    }

    /// Answers a request that is one too many. What is no request takes no place: to cancel a call matters
    /// most when there is no room for another one, and a response ends a call that waits for it.
    async fn answer_surplus(&self, head: Parts, body: Body, admitted: Admitted) -> Response {
        let read = intake::read_surplus(body).await;
        let is_in_session = head.extensions.get::<InSession>().is_some();
        // Outside of a session only cancellations matter, and those are short. Parsing a large body
        // here would be free work for a flood.
        let longest = if is_in_session {
            usize::MAX
        } else {
            MAX_NOTIFICATION_BYTES
        };
        let parsed = match &read {
            Some(text) if text.len() <= longest => parse_message(text).ok(),
            _ => None,
        };
        match (parsed, read) {
            (Some(ClientJsonRpcMessage::Request(_)) | None, read) => {
                self.server.shared.metrics.count_rate_limited();
                intake::reject_surplus(read.as_ref(), self.server.max_calls).into_json_rpc()
            }
            (Some(_), Some(text)) if is_in_session => {
                let request = Request::from_parts(head, Body::from(text));
                self.service.handle(request).await.map(Body::new)
            }
            (Some(ClientJsonRpcMessage::Notification(_)), Some(text)) => {
                if let Some(caller) = &admitted.caller {
                    self.cancel_call(caller, &text);
                }
                StatusCode::ACCEPTED.into_response()
            }
            _ => StatusCode::SERVICE_UNAVAILABLE.into_response(),
        }
    }

    /// Cancels the call that a notification names.
    fn cancel_call(&self, caller: &Caller, body: &[u8]) {
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
            .cancel_call(caller, &id, Instant::now())
        {
            Cancellation::Done => tracing::info!(%id, "a client cancels a call"),
            Cancellation::Unknown => tracing::debug!(%id, "the call to cancel is not running here"),
            Cancellation::Ambiguous => tracing::info!(
                %id,
                "a cancellation is ignored: it may mean the call of another client"
            ),
        }
    }
}

/// What the bridge shares with `/mcp`.
#[cfg(feature = "bridge")]
impl Endpoint {
    pub(super) fn gate(&self) -> &Gate {
        &self.gate
    }

    pub(super) fn config(&self) -> &HttpConfig {
        self.gate.config()
    }

    pub(super) fn server(&self) -> &Server {
        &self.server
    }

    /// Counts a request, unless as many run already as may.
    pub(super) fn admit_request(&self) -> Option<AdmittedRequest<'_>> {
        self.requests.admit_call(self.server.max_calls)
    }

    /// Rejects a request that is one too many.
    pub(super) async fn reject_surplus(&self, body: Body) -> Rejected {
        let read = intake::read_surplus(body).await;
        self.server.shared.metrics.count_rate_limited();
        intake::reject_surplus(read.as_ref(), self.server.max_calls)
    }
}

/// Whether a body asks for a session.
fn is_initialize(body: &[u8]) -> bool {
    let message = parse_message(body);
    matches!(
        message,
        Ok(ClientJsonRpcMessage::Request(request))
            if matches!(request.request, ClientRequest::InitializeRequest(_))
    )
}

/// The answer to a client that wants a session when as many are open as may be.
#[cold]
fn reject_session() -> Response {
    tracing::warn!(
        "a session was rejected: the limit of open sessions is reached (`SessionLimits`)"
    );
    let headers = [(RETRY_AFTER, "10")];
    let message = "This server has as many sessions as it may have. Try again in a few seconds.\n";
    (StatusCode::SERVICE_UNAVAILABLE, headers, message).into_response()
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
pub(super) fn has_json(headers: &HeaderMap) -> bool {
    let value = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let essence = value.and_then(|value| value.split(';').next());
    essence.is_some_and(|essence| essence.trim().eq_ignore_ascii_case("application/json"))
}
