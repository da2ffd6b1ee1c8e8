use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::response::Response;
use axum::routing::any;
use rmcp::transport::StreamableHttpService;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;

use super::gate::Gate;
use super::intake;
use super::rejection::Names;
use crate::server::Server;
use crate::server::admission::Admission;

type Service = StreamableHttpService<Server, NeverSessionManager>;

/// `/mcp`: rmcp's service behind the gate.
///
/// It is a handler and no route to a service with a layer around it: those are cloned for each
/// request, and with them all the texts of the service's configuration.
struct Endpoint {
    gate: Arc<Gate>,
    service: Service,
    server: Server,
    max_request_bytes: usize,
    requests: Admission,
}

pub(super) fn routes(
    gate: Arc<Gate>,
    service: Service,
    server: Server,
    max_request_bytes: usize,
) -> Router {
    let endpoint = Arc::new(Endpoint {
        gate,
        service,
        server,
        max_request_bytes,
        requests: Admission::default(),
    });
    Router::new()
        .route("/mcp", any(answer))
        .with_state(endpoint)
}

async fn answer(State(endpoint): State<Arc<Endpoint>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    match endpoint.gate.pass(&head).await {
        Ok(_running) => {
            let names = Names::of_request(&head);
            names.explain(endpoint.serve(head, body).await).await
        }
        Err(refused) => refused,
    }
}

impl Endpoint {
    /// Answers a request that has passed the gate, if there is room and memory for it.
    async fn serve(&self, mut head: Parts, body: Body) -> Response {
        let Some(_admitted) = self.requests.enter(self.server.max_calls) else {
            self.server.shared.metrics.limited();
            return intake::reject_surplus(body, self.server.max_calls).await;
        };
        let memory = &self.server.shared.memory;
        match intake::read(&head, body, self.max_request_bytes, memory).await {
            Ok(intake) => {
                head.extensions.insert(intake.memory.clone());
                let request = Request::from_parts(head, Body::from(intake.body));
                let response = self.service.handle(request).await.map(Body::new);
                drop(intake.memory);
                response
            }
            Err(rejected) => rejected,
        }
    }
}
