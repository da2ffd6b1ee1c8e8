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
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

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

/// How long an operation may take. A thread cannot be stopped: it goes on, and counts as running until it ends.
const TIME_LIMIT: Duration = Duration::from_secs(20);

/// Transformations and schemas are walked by functions that call themselves, for each of some hundred levels. The
/// threads of tokio have 2 MB, which a debug build needs for a hundred.
const STACK_BYTES: usize = 16 << 20;

/// Operations that run at once, each with a thread and with its memory.
const MAX_RUNNING: usize = 32;

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

/// What the routes share.
#[derive(Clone)]
struct Service {
    started: Instant,
    /// How many operations run.
    running: Arc<AtomicUsize>,
}

fn router() -> Router {
    Router::new()
        .route("/api/ping", get(ping))
        .route("/api/health", get(show_health))
        .route("/api/{operation}", post(run_operation))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .with_state(Service {
            started: Instant::now(),
            running: Arc::new(AtomicUsize::new(0)),
        })
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

async fn show_health(State(service): State<Service>) -> Response {
    let uptime = u64::try_from(service.started.elapsed().as_millis()).unwrap_or(u64::MAX);
    let version = concat!(env!("CARGO_PKG_VERSION"), "-stand-in");
    respond(
        StatusCode::OK,
        &json!({"status": "ok", "version": version, "uptime": uptime}),
    )
}

async fn run_operation(
    State(service): State<Service>,
    Path(operation): Path<String>,
    body: Bytes,
) -> Response {
    let Ok(request) = serde_json::from_slice::<Value>(&body) else {
        let problem =
            json!({"error": {"code": "INVALID_REQUEST", "message": "The body is not JSON."}});
        return respond(StatusCode::BAD_REQUEST, &problem);
    };
    let work = move || answer_operation(&operation, request);
    let answer = run_within(TIME_LIMIT, &service.running, work).await;
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    respond(status, &answer.body)
}

/// Runs what takes processor time on a thread of its own, so that others are answered meanwhile. The modules that read
/// transformations and schemas have limits as well; this one holds for what they miss.
async fn run_within(
    limit: Duration,
    running: &Arc<AtomicUsize>,
    work: impl FnOnce() -> Answer + Send + 'static,
) -> Answer {
    let counted = Counted::begin(running);
    if counted.number > MAX_RUNNING {
        return Answer::busy();
    }
    // The count goes down when the thread ends, even if nobody waits for it any more.
    let work = move || {
        let _counted = counted;
        work()
    };
    let thread = tokio::task::spawn_blocking(|| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
        thread.spawn(work).ok()?.join().ok()
    });
    match tokio::time::timeout(limit, thread).await {
        Ok(Ok(Some(answer))) => answer,
        Ok(_) => Answer::seed_problem(500, "INTERNAL", "The stand-in failed."),
        Err(_) => Answer::late(limit),
    }
}

/// An operation that is counted until this is dropped, also by a panic.
struct Counted {
    running: Arc<AtomicUsize>,
    /// How many run with this one.
    number: usize,
}

impl Counted {
    fn begin(running: &Arc<AtomicUsize>) -> Self {
        Self {
            number: running.fetch_add(1, Ordering::Relaxed) + 1,
            running: Arc::clone(running),
        }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.running.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Only the dialect `seed` has these members in its requests.
fn is_seed(request: &Value) -> bool {
    let members = ["content", "transformation", "data"];
    members.iter().any(|name| request.get(*name).is_some())
}

fn answer_operation(operation: &str, request: Value) -> Answer {
    match is_seed(&request) {
        true => seed::answer_operation(operation, request),
        false => utlx1::answer_operation(operation, request),
    }
}

fn respond(status: StatusCode, body: &Value) -> Response {
    let headers = [("content-type", "application/json")];
    (status, headers, body.to_string()).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_operation_that_does_not_end_is_answered_and_goes_on_counting() {
        let running = Arc::new(AtomicUsize::new(0));
        let (sender, receiver) = std::sync::mpsc::channel::<()>();
        let endless = move || {
            let _ = receiver.recv();
            Answer::busy()
        };
        let answer = run_within(Duration::from_millis(20), &running, endless).await;
        assert_eq!(answer.status, 504);
        assert_eq!(running.load(Ordering::Relaxed), 1);
        let quick = || Answer::seed_problem(418, "TEAPOT", "");
        let other = run_within(TIME_LIMIT, &running, quick).await;
        assert_eq!(other.status, 418);
        running.store(MAX_RUNNING, Ordering::Relaxed);
        assert_eq!(run_within(TIME_LIMIT, &running, quick).await.status, 503);
        drop(sender);
    }
}
