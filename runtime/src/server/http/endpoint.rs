use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::any;
use rmcp::transport::StreamableHttpService;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;

use super::gate::Gate;
use super::rejection::Names;
use crate::server::Server;

type Service = StreamableHttpService<Server, NeverSessionManager>;

/// `/mcp`: rmcp's service behind the gate.
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
    let (head, body) = request.into_parts();
    match endpoint.gate.pass(&head).await {
        Ok(_running) => {
            let names = Names::of_request(&head);
            let request = Request::from_parts(head, body);
            let response = endpoint.service.handle(request).await;
            names.explain(response.map(Body::new)).await
        }
        Err(refused) => refused,
    }
}
