//! A stand-in for the UTL-X daemon, for a first start and for tests. It speaks both dialects, told apart by the
//! members of a request: schemas are parsed (`schemas`), transformations are validated as far as header and brackets
//! go (`validate`), and a part of the language is run (`evaluate`) and inferred (`infer`). What it cannot do it says.

mod answer;
mod evaluate;
mod infer;
mod output;
mod requests;
mod schemas;
mod seed;
mod utlx1;
mod validate;

use std::net::SocketAddr;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use answer::Answer;

/// Requests have sample data.
const MAX_BODY_BYTES: usize = 16 << 20;

/// The stand-in, which listens.
///
/// ```
/// use utlx_mcp::StandIn;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> std::io::Result<()> {
/// let stand_in = StandIn::bind("127.0.0.1:0".parse().expect("is an address")).await?;
/// println!("http://{}", stand_in.address()?);
/// tokio::spawn(stand_in.serve());
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct StandIn {
    listener: TcpListener,
}

impl StandIn {
    /// A stand-in at that address.
    ///
    /// # Errors
    ///
    /// The address cannot be listened on.
    pub async fn bind(address: SocketAddr) -> std::io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        Ok(Self { listener })
    }

    /// Where it listens.
    ///
    /// # Errors
    ///
    /// The system does not say.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers requests, without end.
    ///
    /// # Errors
    ///
    /// No more connections can be accepted.
    pub async fn serve(self) -> std::io::Result<()> {
        axum::serve(self.listener, router()).await
    }
}

/// When the stand-in was started.
#[derive(Clone, Copy)]
struct Started(Instant);

fn router() -> Router {
    Router::new()
        .route("/api/ping", get(ping))
        .route("/api/health", get(show_health))
        .route("/api/{operation}", post(run_operation))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .with_state(Started(Instant::now()))
}

async fn ping() -> Response {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let now = u64::try_from(now.as_millis()).unwrap_or(u64::MAX);
    respond(
        StatusCode::OK,
        &json!({"status": "ok", "service": "utlx-stand-in", "timestamp": now}),
    )
}

async fn show_health(State(Started(started)): State<Started>) -> Response {
    let uptime = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    let version = concat!(env!("CARGO_PKG_VERSION"), "-stand-in");
    respond(
        StatusCode::OK,
        &json!({"status": "ok", "version": version, "uptime": uptime}),
    )
}

async fn run_operation(Path(operation): Path<String>, body: Bytes) -> Response {
    let Ok(request) = serde_json::from_slice::<Value>(&body) else {
        let problem =
            json!({"error": {"code": "INVALID_REQUEST", "message": "The body is not JSON."}});
        return respond(StatusCode::BAD_REQUEST, &problem);
    };
    // Transformations and schemas take processor time, bounded by the limits of the modules that read them.
    let answered = tokio::task::spawn_blocking(move || answer_operation(&operation, request)).await;
    let answer =
        answered.unwrap_or_else(|_| Answer::seed_problem(500, "INTERNAL", "The stand-in failed."));
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    respond(status, &answer.body)
}

/// Only the dialect `seed` has these members in its requests.
fn is_seed(request: &Value) -> bool {
    let members = ["content", "transformation", "data"];
    members.iter().any(|name| request.get(*name).is_some())
}

fn answer_operation(operation: &str, request: Value) -> Answer {
    match is_seed(&request) {
        true => seed::answer(operation, request),
        false => utlx1::answer(operation, request),
    }
}

fn respond(status: StatusCode, body: &Value) -> Response {
    let headers = [("content-type", "application/json")];
    (status, headers, body.to_string()).into_response()
}
