//! The built-in upstream as an HTTP server on the loopback interface.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Response, StatusCode, header};
use axum::serve::ListenerExt;
use tokio::net::TcpListener;

use super::mock_responder::{MockReply, MockRequest, Responder};
use crate::api::Api;

/// Largest body of a request.
const MAX_BODY: usize = 16 * 1024 * 1024;

/// An upstream that answers every operation of an API from its examples, and keeps what is created
/// as long as it runs. It listens on the loopback interface alone.
///
/// Tests of a client have an API of their own with it:
///
/// ```
/// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
/// use toolwright::HttpExecutor;
/// use toolwright::upstream::Upstream;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let upstream = Upstream::new(&pets::API).ok_or("it was generated with answers")?;
/// let address = upstream.start().await?;
/// let executor =
///     HttpExecutor::builder(&pets::API).base_url(format!("http://{address}")).build()?;
/// let tool = pets::API.tool("list_pets").ok_or("is in the spec")?;
/// let outcome = toolwright::call(tool, &executor, serde_json::Map::new()).await;
/// assert_eq!(outcome.text, r#"[{"id":7,"name":"Rex"}]"#);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Upstream(Arc<Responder>);

impl Upstream {
    /// An upstream for an [`Api`], or a [`ManualApi`](crate::ManualApi); `None` where it was generated
    /// without answers.
    pub fn new(api: impl Into<&'static Api>) -> Option<Self> {
        let api = api.into();
        let answers = api.mock_responses?.for_tools(api.tools);
        let responder = Responder::new(answers, api.servers);
        Some(Self(Arc::new(responder)))
    }

    /// Serves on a free port, in a task of its own, until the runtime ends. Returns the address.
    pub async fn start(self) -> io::Result<SocketAddr> {
        // Loopback only: mock data has no access control.
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        tokio::spawn(async move {
            if let Err(error) = self.serve(listener).await {
                tracing::error!(%error, "the built-in upstream ended");
            }
        });
        Ok(address)
    }

    /// Serves on `listener`.
    ///
    /// ```no_run
    /// # async fn run(upstream: toolwright::upstream::Upstream) -> std::io::Result<()> {
    /// let listener = tokio::net::TcpListener::bind("127.0.0.1:9000").await?;
    /// upstream.serve(listener).await
    /// # }
    /// ```
    pub async fn serve(self, listener: TcpListener) -> io::Result<()> {
        // A small response would otherwise wait for the client's delayed acknowledgement.
        let listener = listener.tap_io(|stream| {
            let _ = stream.set_nodelay(true);
        });
        let router = Router::new().fallback(serve_request).with_state(self);
        axum::serve(listener, router).await
    }
}

async fn serve_request(State(upstream): State<Upstream>, request: Request) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, MAX_BODY).await else {
        return empty_response(StatusCode::PAYLOAD_TOO_LARGE);
    };
    let content_type = parts.headers.get(header::CONTENT_TYPE);
    let reply = upstream.0.answer_request(MockRequest {
        method: parts.method.as_str(),
        path: parts.uri.path(),
        query: parts.uri.query().unwrap_or_default(),
        content_type: content_type.map_or("", |value| value.to_str().unwrap_or_default()),
        body: &body,
    });
    tracing::debug!(method = %parts.method, uri = %parts.uri, status = reply.status, "answered");
    into_response(reply)
}

fn into_response(reply: MockReply) -> Response<Body> {
    let mut response = empty_response(StatusCode::from_u16(reply.status).unwrap_or_default());
    let headers = response.headers_mut();
    if let Ok(content_type) = HeaderValue::from_str(reply.content_type)
        && !content_type.is_empty()
    {
        headers.insert(header::CONTENT_TYPE, content_type);
    }
    if let Some(allow) = reply.allow.and_then(|allow| allow.parse().ok()) {
        headers.insert(header::ALLOW, allow);
    }
    *response.body_mut() = Body::from(Bytes::from(reply.body));
    response
}

fn empty_response(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}
