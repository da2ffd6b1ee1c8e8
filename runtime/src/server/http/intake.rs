//! Reads the body of a request within the memory that calls share.
//!
//! rmcp parses bodies itself, so what may be parsed is decided here: the body is read, its values are
//! counted, and only a body with few enough of them goes on. What is rejected is answered with a
//! JSON-RPC error that has the request's id, as far as it can be found.

use std::pin::Pin;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::header::{CONNECTION, CONTENT_LENGTH, RETRY_AFTER};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::json_scan::{JsonScan, MAX_REQUEST_VALUES};
use crate::memory::{FREE_REQUEST, Memory, RequestMemory, Reservation};
use crate::rounded_integer::{describe_rounded_integer, find_rounded_integer};
use crate::server::HttpConfig;
use crate::server::message::{Outline, is_tool_call, json_rpc_call_failure};
use crate::value::Json;

/// How long a request waits for memory.
const PATIENCE: Duration = Duration::from_secs(10);

/// So much of a request that is rejected is read, so that it can be answered by its id, and the
/// connection can be used on.
const MAX_SMALL_BODY_BYTES: usize = 64 * 1024;
/// So long it may take to send that.
const SMALL_BODY_TIME: Duration = Duration::from_secs(5);

/// JSON-RPC's code for an invalid request.
const INVALID_REQUEST: i32 = -32600;
/// One of the codes that JSON-RPC leaves to servers: the request can be sent again later.
const OVERLOADED: i32 = -32000;

/// A body that may be parsed.
pub(super) struct Intake {
    pub(super) body: Bytes,
    /// What it takes of the memory, to be held until the request is answered.
    pub(super) memory: RequestMemory,
}

/// Why a body is not parsed.
enum BodyError {
    TooLarge,
    /// It has so many values.
    TooManyValues(usize),
    /// It has an integer that would be sent as another number.
    RoundedInteger(String),
    NoMemory,
    /// So many bytes have come in so much time.
    TooSlow {
        bytes: usize,
        time: Duration,
    },
    /// The client's connection broke, or what it sent is not HTTP.
    Broken(String),
}

impl BodyError {
    fn status_and_code(&self) -> (StatusCode, i32) {
        match self {
            Self::TooLarge | Self::TooManyValues(_) => {
                (StatusCode::PAYLOAD_TOO_LARGE, INVALID_REQUEST)
            }
            Self::NoMemory => (StatusCode::SERVICE_UNAVAILABLE, OVERLOADED),
            Self::TooSlow { .. } => (StatusCode::REQUEST_TIMEOUT, INVALID_REQUEST),
            Self::Broken(_) | Self::RoundedInteger(_) => (StatusCode::BAD_REQUEST, INVALID_REQUEST),
        }
    }

    fn describe_error(&self, config: &HttpConfig) -> String {
        match self {
            Self::TooLarge => {
                format!(
                    "The request has more than {} bytes.",
                    config.max_request_bytes
                )
            }
            Self::TooSlow { bytes, time } => format!(
                "The body of the request comes too slowly: {bytes} bytes arrived in {:.1} s.",
                time.as_secs_f64()
            ),
            Self::TooManyValues(values) => format!(
                "The request has {values} JSON values, but at most {MAX_REQUEST_VALUES} are allowed. Send \
                 less at once."
            ),
            Self::NoMemory => {
                "Other requests use all of the memory for requests. Nothing was done: send it \
                again in a few seconds."
                    .to_owned()
            }
            Self::RoundedInteger(integer) => {
                format!("Nothing was done: {}.", describe_rounded_integer(integer))
            }
            Self::Broken(why) => format!("The body of the request cannot be read: {why}."),
        }
    }
}

/// Reads a body of limited size, in limited time.
///
/// # Errors
///
/// It is too large, comes too slowly, or has no room in the memory.
pub(super) async fn read_body(
    head: &Parts,
    body: Body,
    config: &HttpConfig,
    memory: &Memory,
) -> Result<Intake, Rejected> {
    let max_bytes = config.max_request_bytes;
    let mut intake = BodyReader {
        read: Vec::new(),
        scan: JsonScan::default(),
        reserved: Vec::new(),
        deadline: Instant::now() + PATIENCE,
        pace: Pace::new(config.body_timeout),
    };
    // `Content-Length` is only a hint for the memory to reserve; the bytes that arrive are counted.
    let expected = content_length(&head.headers);
    let done = match expected {
        Some(expected) if expected > max_bytes => Err(BodyError::TooLarge),
        _ => {
            let expected = expected.unwrap_or(max_bytes);
            intake.read_all(body, expected, max_bytes, memory).await
        }
    };
    // What is left of a body that was not read to its end makes its connection useless.
    let close = match done {
        Ok(()) => Close::No,
        Err(_) => Close::Yes,
    };
    let values = match done {
        Ok(()) => intake.reserve_values(memory).await,
        Err(unread) => Err(unread),
    };
    match values {
        Ok(values) => Ok(Intake {
            body: intake.read.into(),
            memory: RequestMemory::new(intake.reserved, values),
        }),
        Err(unread) => {
            let (status, code) = unread.status_and_code();
            Err(Rejected {
                status,
                code,
                message: unread.describe_error(config),
                id: Outline::from_text(&intake.read).into_id(),
                is_call_result: matches!(unread, BodyError::RoundedInteger(_))
                    && is_tool_call(&intake.read),
                close,
            })
        }
    }
}

/// Reads a request that is one too many, if it is small.
pub(super) async fn read_surplus(body: Body) -> Option<Bytes> {
    let length = body.size_hint().upper();
    let is_small = length.is_some_and(|length| length <= MAX_SMALL_BODY_BYTES as u64);
    if !is_small {
        return None;
    }
    let read = axum::body::to_bytes(body, MAX_SMALL_BODY_BYTES);
    tokio::time::timeout(SMALL_BODY_TIME, read).await.ok()?.ok()
}

/// Rejects a request that is one too many, by its id if it was read.
pub(super) fn reject_surplus(read: Option<&Bytes>, most: usize) -> Rejected {
    let requests = if most == 1 { "request" } else { "requests" };
    let message = format!(
        "This server already runs {most} {requests}, its limit. Nothing was done: send it again in a few \
         seconds, and fewer at the same time."
    );
    let (id, close) = match read {
        Some(bytes) => (Outline::from_text(bytes).into_id(), Close::No),
        None => (None, Close::Yes),
    };
    Rejected {
        status: StatusCode::SERVICE_UNAVAILABLE,
        code: OVERLOADED,
        message,
        id,
        is_call_result: false,
        close,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Close {
    Yes,
    No,
}

/// A request whose body is not parsed, and what its client is told.
#[derive(Debug)]
pub(super) struct Rejected {
    status: StatusCode,
    code: i32,
    message: String,
    id: Option<Json>,
    /// Whether it is the result of a call, which a model reads, rather than an error of the protocol.
    is_call_result: bool,
    close: Close,
}

impl Rejected {
    /// The answer as a JSON-RPC error.
    pub(super) fn into_json_rpc(mut self) -> Response {
        if self.is_call_result {
            self.status = StatusCode::OK;
            let failure = json_rpc_call_failure(self.id.as_ref(), &self.message);
            return self.into_response(&failure);
        }
        let error = json!({
            "jsonrpc": "2.0",
            "id": self.id,
            "error": {"code": self.code, "message": self.message},
        });
        self.into_response(&error)
    }

    /// The answer with a body that says what is wrong in another form.
    #[cfg(feature = "bridge")]
    pub(super) fn into_response_with(self, body: impl FnOnce(&str) -> Json) -> Response {
        let body = body(&self.message);
        self.into_response(&body)
    }

    fn into_response(self, body: &Json) -> Response {
        let (status, message) = (self.status, &self.message);
        tracing::warn!(status = status.as_u16(), message, "a request was rejected");
        let mut headers = HeaderMap::new();
        let mut add =
            |name: HeaderName, value| headers.insert(name, HeaderValue::from_static(value));
        add(axum::http::header::CONTENT_TYPE, "application/json");
        if status == StatusCode::SERVICE_UNAVAILABLE {
            add(RETRY_AFTER, "1");
        }
        if self.close == Close::Yes {
            // What is left of the body is not read, so the connection is of no more use.
            add(CONNECTION, "close");
        }
        (status, headers, body.to_string()).into_response()
    }
}

fn content_length(headers: &HeaderMap) -> Option<usize> {
    let length = headers.get(CONTENT_LENGTH)?;
    length.to_str().ok()?.trim().parse().ok()
}

/// What a client may take to send a body: some seconds, and one more for each [so many](Self::LEAST_BYTES_PER_SECOND) bytes. So a client that sends a byte and
/// waits holds the place of a call for those seconds, and one on a slow line may take all of the time that is configured.
struct Pace {
    longest: Duration,
    /// How long the client was waited for.
    waited: Duration,
}

impl Pace {
    /// Most bodies arrive with their heads.
    const GRACE: Duration = Duration::from_secs(10);
    const LEAST_BYTES_PER_SECOND: usize = 500;

    fn new(longest: Duration) -> Self {
        Self {
            longest,
            waited: Duration::ZERO,
        }
    }

    /// Waits for more of a body of which so many bytes have come.
    async fn wait_for<T>(
        &mut self,
        more: impl Future<Output = T>,
        bytes: usize,
    ) -> Result<T, BodyError> {
        let earned = bytes / Self::LEAST_BYTES_PER_SECOND;
        let earned = Duration::from_secs(u64::try_from(earned).unwrap_or(u64::MAX));
        let allowed = Self::GRACE.saturating_add(earned).min(self.longest);
        let began = tokio::time::Instant::now();
        let more = tokio::time::timeout(allowed.saturating_sub(self.waited), more).await;
        self.waited += began.elapsed();
        more.map_err(|_| BodyError::TooSlow {
            bytes,
            time: self.waited,
        })
    }
}

struct BodyReader {
    read: Vec<u8>,
    scan: JsonScan,
    reserved: Vec<Reservation>,
    deadline: Instant,
    pace: Pace,
}

impl BodyReader {
    /// Memory for the values of a body that was read, unless it has too many.
    async fn reserve_values(&self, memory: &Memory) -> Result<Reservation, BodyError> {
        let values = self.scan.value_count();
        if values > MAX_REQUEST_VALUES {
            return Err(BodyError::TooManyValues(values));
        }
        if self.scan.may_have_rounded_integers()
            && let Some(integer) = find_rounded_integer(&self.read)
        {
            return Err(BodyError::RoundedInteger(integer));
        }
        let waited = memory.reserve_request_values(values, self.deadline);
        waited.await.map_err(|_| BodyError::NoMemory)
    }

    async fn read_all(
        &mut self,
        mut body: Body,
        expected: usize,
        max_bytes: usize,
        memory: &Memory,
    ) -> Result<(), BodyError> {
        loop {
            let frame = std::future::poll_fn(|context| Pin::new(&mut body).poll_frame(context));
            let frame = match self.pace.wait_for(frame, self.read.len()).await? {
                None => {
                    // Without a length, as much was reserved as a body may have.
                    if let Some(part) = self.reserved.first_mut() {
                        part.shrink_to(self.read.len());
                    }
                    return Ok(());
                }
                Some(frame) => frame.map_err(|error| BodyError::Broken(error.to_string()))?,
            };
            let Ok(chunk) = frame.into_data() else {
                continue;
            };
            let length = self.read.len() + chunk.len();
            if length > max_bytes {
                return Err(BodyError::TooLarge);
            }
            if length > FREE_REQUEST && self.reserved.is_empty() {
                // At once for all that may come: requests that each hold a part and wait for the rest
                // would wait for each other.
                let part = memory.reserve_request_body(expected, self.deadline).await;
                self.reserved.push(part.map_err(|_| BodyError::NoMemory)?);
            }
            self.scan.scan_chunk(&chunk);
            self.read.extend_from_slice(&chunk);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_client_earns_time_with_what_it_sends() {
        for (bytes, longest, expected) in [
            (0, 60, 10),
            (5_000, 60, 20),
            (usize::MAX, 60, 60),
            (0, 3, 3),
        ] {
            let mut pace = Pace::new(Duration::from_secs(longest));
            let sleep = tokio::time::sleep(Duration::from_secs(2));
            assert!(pace.wait_for(sleep, bytes).await.is_ok());
            let error = pace.wait_for(pending::<()>(), bytes).await;
            let Err(BodyError::TooSlow { time, .. }) = error else {
                panic!("{bytes} bytes are enough for {longest} s");
            };
            assert_eq!(time.as_secs(), expected, "{bytes} bytes of {longest} s");
        }
    }
}
