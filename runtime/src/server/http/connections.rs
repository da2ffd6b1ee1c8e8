//! Accepts connections and serves HTTP/1.1 on them, as `axum::serve` does, with limits: of their
//! number, of the time for the head of a request, and of the time between requests.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Bytes, HttpBody};
use axum::extract::ConnectInfo;
use axum::http::Request;
use axum::response::Response;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::{Service, ServiceExt};

use super::HttpConfig;
use super::timed_stream::{Phase, TimedStream};

/// How long nothing is accepted after that has failed.
const BACKOFF: Duration = Duration::from_millis(100);

/// How often the same trouble is logged.
const LOG_INTERVAL: Duration = Duration::from_secs(60);

/// How many surplus connections are told so at a time; any more wait to be accepted.
const MAX_REJECTIONS: usize = 128;

const REJECTION_TIME: Duration = Duration::from_secs(1);

const REJECTION: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\
    Retry-After: 1\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 39\r\n\r\n\
    This server has too many connections.\r\n";

/// Serves `routes` until `stop` is cancelled, and then until the last response is written. Dropping
/// the future closes all connections.
pub(super) async fn serve_connections(
    listener: TcpListener,
    routes: Router,
    config: &HttpConfig,
    stop: CancellationToken,
) {
    // A semaphore panics above its largest number.
    let max = config.max_connections.min(Semaphore::MAX_PERMITS);
    let abort = CancellationToken::new();
    let _abort_on_drop = abort.clone().drop_guard();
    let mut connections = Connections {
        routes,
        header_timeout: config.header_timeout,
        idle_timeout: config.idle_timeout,
        max,
        free: Arc::new(Semaphore::new(max)),
        free_rejections: Arc::new(Semaphore::new(MAX_REJECTIONS)),
        open: TaskTracker::new(),
        stop: stop.clone(),
        abort,
        surplus_log: LogLimit::default(),
        failure_log: LogLimit::default(),
    };
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stop.cancelled() => break,
        };
        match accepted {
            Ok((stream, peer)) => tokio::select! {
                biased;
                place = connections.reserve_place() => connections.use_place(place, stream, peer),
                () = stop.cancelled() => break,
            },
            Err(error) if concerns_one_connection(&error) => {
                tracing::debug!(%error, "a connection ended before it was accepted");
            }
            // Most often the process is out of file descriptors: a loop without a pause would use a whole core.
            Err(error) => {
                connections.log_failure(&error);
                sleep(BACKOFF).await;
            }
        }
    }
    drop(listener);
    connections.open.close();
    connections.open.wait().await;
}

struct Connections {
    routes: Router,
    header_timeout: Duration,
    idle_timeout: Duration,
    max: usize,
    free: Arc<Semaphore>,
    free_rejections: Arc<Semaphore>,
    open: TaskTracker,
    stop: CancellationToken,
    abort: CancellationToken,
    surplus_log: LogLimit,
    failure_log: LogLimit,
}

/// What there is for a connection.
enum Place {
    Served(OwnedSemaphorePermit),
    Rejected(OwnedSemaphorePermit),
}

impl Connections {
    /// A place among those that are served, else among those that are rejected. Where neither is free, nothing
    /// more is accepted until one is: a connection that is closed without a word leaves its caller without an
    /// answer.
    async fn reserve_place(&self) -> Place {
        let (free, free_rejections) = (Arc::clone(&self.free), Arc::clone(&self.free_rejections));
        // Neither semaphore is ever closed, so neither branch is ever disabled.
        tokio::select! {
            biased;
            Ok(permit) = free.acquire_owned() => Place::Served(permit),
            Ok(permit) = free_rejections.acquire_owned() => Place::Rejected(permit),
            else => std::future::pending().await,
        }
    }

    fn use_place(&mut self, place: Place, stream: TcpStream, peer: SocketAddr) {
        match place {
            Place::Served(permit) => self.serve_connection(permit, stream, peer),
            Place::Rejected(permit) => self.reject_connection(permit, stream),
        }
    }

    fn serve_connection(
        &mut self,
        permit: OwnedSemaphorePermit,
        stream: TcpStream,
        peer: SocketAddr,
    ) {
        // Without it a small response waits for the client's delayed acknowledgement: 40 ms.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "cannot set TCP_NODELAY");
        }
        let phase = Phase::default();
        let stream = TimedStream::new(
            stream,
            phase.clone(),
            self.header_timeout,
            self.idle_timeout,
        );
        let service = ConnectionService {
            routes: self.routes.clone(),
            peer,
            phase,
        };
        // A server serves HTTP/1.1 alone, also if another crate of the build has HTTP/2 compiled in.
        let mut builder = Builder::new(TokioExecutor::new()).http1_only();
        builder
            .http1()
            .timer(TokioTimer::new())
            .header_read_timeout(self.idle_timeout.max(self.header_timeout));
        let stop = self.stop.clone();
        let serving = async move {
            let _permit: OwnedSemaphorePermit = permit;
            let service = TowerToHyperService::new(service);
            let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
            let served = tokio::select! {
                served = connection.as_mut() => served,
                () = stop.cancelled() => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = served {
                tracing::debug!(error = &*error, "a connection ended with an error");
            }
        };
        let abort = self.abort.clone();
        self.open.spawn(async move {
            abort.run_until_cancelled(serving).await;
        });
    }

    /// Answers a connection beyond the limit with 503, without reading what it asks.
    fn reject_connection(&mut self, permit: OwnedSemaphorePermit, mut stream: TcpStream) {
        if self.surplus_log.is_due() {
            tracing::warn!(
                connections = self.max,
                "no more connections are accepted: new ones get 503 (see --max-connections)"
            );
        }
        let rejecting = async move {
            let _permit = permit;
            stream.write_all(REJECTION).await?;
            stream.shutdown().await?;
            // A socket that is closed with unread bytes is reset, and the answer may be lost.
            let mut unread = [0; 1024];
            while stream.read(&mut unread).await? > 0 {}
            io::Result::Ok(())
        };
        let abort = self.abort.clone();
        self.open.spawn(async move {
            let rejecting = timeout(REJECTION_TIME, rejecting);
            abort.run_until_cancelled(rejecting).await;
        });
    }

    fn log_failure(&mut self, error: &io::Error) {
        if !self.failure_log.is_due() {
            return;
        }
        if is_out_of_descriptors(error) {
            tracing::error!(
                %error,
                connections = self.max - self.free.available_permits(),
                "out of file descriptors: no connection can be accepted; raise the limit \
                 (ulimit -n) or lower --max-connections"
            );
        } else {
            tracing::error!(%error, "cannot accept connections");
        }
    }
}

/// Whether an error of `accept` says nothing of the next connection.
fn concerns_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
    )
}

/// Whether the process (EMFILE) or the system (ENFILE) has no file descriptor left.
fn is_out_of_descriptors(error: &io::Error) -> bool {
    const ENFILE: i32 = 23;
    const EMFILE: i32 = 24;
    cfg!(unix) && matches!(error.raw_os_error(), Some(ENFILE | EMFILE))
}

/// Lets a message through once in a while.
#[derive(Debug, Default)]
struct LogLimit(Option<Instant>);

impl LogLimit {
    fn is_due(&mut self) -> bool {
        let is_due = self.0.is_none_or(|last| last.elapsed() >= LOG_INTERVAL);
        if is_due {
            self.0 = Some(Instant::now());
        }
        is_due
    }
}

/// The routes, for the requests of one connection.
#[derive(Clone)]
struct ConnectionService {
    routes: Router,
    peer: SocketAddr,
    phase: Phase,
}

impl<B> Service<Request<B>> for ConnectionService
where
    B: HttpBody<Data = Bytes> + Send + 'static,
    B::Error: Into<axum::BoxError>,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, mut request: Request<B>) -> Self::Future {
        let (routes, phase) = (self.routes.clone(), self.phase.clone());
        request.extensions_mut().insert(ConnectInfo(self.peer));
        phase.advance_phase();
        Box::pin(async move {
            let response = routes.oneshot(request).await;
            phase.advance_phase();
            response
        })
    }
}

/// How many connections a server accepts by default: three quarters of the files that the process
/// may open, as calls need connections to the upstream and files, and at most 1,000.
pub(super) fn default_max_connections() -> usize {
    const MOST: usize = 1_000;
    // What macOS lets a process open, of which the standard library does not tell.
    const USUAL_LIMIT: usize = 256;
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let limit = match parse_open_file_limit(&limits) {
        Some(limit) => limit,
        None if cfg!(unix) && !cfg!(target_os = "linux") => USUAL_LIMIT,
        None => usize::MAX,
    };
    (limit / 4 * 3).clamp(1, MOST)
}

/// The soft limit of open files, as Linux has it in `/proc/self/limits` (proc(5)).
fn parse_open_file_limit(limits: &str) -> Option<usize> {
    let line = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests;
