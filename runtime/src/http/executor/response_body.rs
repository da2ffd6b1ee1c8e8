//! Reads the body of a response within the limits of size, time and shared memory: whole, or item by item for a
//! stream. What was received of a stream before it breaks is kept.

use std::time::Instant;

use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE};
use reqwest::{Response, StatusCode};

use crate::http::executor::request_trace::RequestTrace;
use crate::http::executor::{Limits, header_text, send_failure};
use crate::http::upstream_response::{Body, ItemStream, StreamCut, StreamFlow, WholeBody};
use crate::json_scan::{JsonScan, MAX_RESPONSE_VALUES};
use crate::memory::{FREE_RESPONSE, MEDIUM_RESPONSE, Reservation};
use crate::request::Method;

/// Why a body could not be read.
pub(super) enum BodyError {
    /// It has more bytes than are read.
    TooLarge,
    /// It is encoded in a way that was not asked for.
    Encoded(String),
    Failed(reqwest::Error),
    /// The time of the call was over.
    Late,
    /// Other calls had all of the memory for answers.
    NoMemory,
}

/// What an answer takes of the memory that calls share.
pub(super) struct ResponseMemory<'t, 'c> {
    trace: &'t RequestTrace<'c>,
    /// Until when to wait for memory.
    deadline: Instant,
    reserved: Vec<Reservation>,
}

impl<'t, 'c> ResponseMemory<'t, 'c> {
    pub(super) fn new(trace: &'t RequestTrace<'c>, deadline: Instant) -> Self {
        // What the answer to an earlier request of the same call took is the handler's by now.
        trace.context().keep_reserved(Vec::new());
        Self {
            trace,
            deadline,
            reserved: Vec::new(),
        }
    }

    /// Keeps the memory until the call is over.
    pub(super) fn keep_until_call_ends(self) {
        self.trace.context().keep_reserved(self.reserved);
    }

    /// What was reserved, to be kept for as long as the response is in use.
    pub(super) fn into_reserved(self) -> Vec<Reservation> {
        self.reserved
    }

    async fn reserve_body(&mut self, bytes: usize, deadline: Instant) -> Result<(), BodyError> {
        if let Some(memory) = self.trace.context().memory() {
            let part = memory.reserve_response_body(bytes, deadline).await;
            self.reserved.push(part.map_err(|_| BodyError::NoMemory)?);
        }
        Ok(())
    }

    /// The body has come, and is this large: the last part that was reserved is enough for it.
    fn shrink_to(&mut self, bytes: usize) {
        if let Some(mut last) = self.reserved.pop() {
            last.shrink_to(bytes);
            self.reserved = vec![last];
        }
    }

    async fn reserve_values(&mut self, values: usize, deadline: Instant) -> Result<(), BodyError> {
        if let Some(memory) = self.trace.context().memory() {
            let part = memory.reserve_response_values(values, deadline).await;
            self.reserved.push(part.map_err(|_| BodyError::NoMemory)?);
        }
        Ok(())
    }

    /// Memory for the values of a body, unless it has too many to be parsed.
    async fn reserve_for_parsing(&mut self, body: &WholeBody) -> Result<(), BodyError> {
        // A file becomes base64, a text is copied: both take two to three times their size.
        let copied = body.bytes.len() / BYTES_PER_COPIED_VALUE;
        let parsed = body.scan().map_or(0, JsonScan::value_count);
        let values = match parsed > MAX_RESPONSE_VALUES {
            true => copied,
            false => copied.max(parsed),
        };
        self.reserve_values(values, self.deadline).await
    }

    /// Memory for the values of a body that becomes a type, however many they are.
    pub(super) async fn reserve_for_decoding(&mut self, body: &WholeBody) -> Result<(), BodyError> {
        let values = body.scan().map_or(0, JsonScan::value_count);
        self.reserve_values(values, self.deadline).await
    }
}

/// Reads the body of a response to a request of `method`. What comes item by item is told as
/// progress, and has been read even if its end was not waited for.
pub(super) async fn read_body(
    response: &mut Response,
    method: Method,
    limits: &Limits,
    seconds: f64,
    intake: &mut ResponseMemory<'_, '_>,
) -> Result<Body, BodyError> {
    match open_item_stream(response, method, limits.stream_items)? {
        Some(stream) => read_items(response, stream, limits, seconds, intake).await,
        None => {
            let body = WholeBody::default();
            let body = read_whole_body(response, body, limits.response_bytes, intake).await?;
            intake.reserve_for_parsing(&body).await?;
            Ok(Body::Whole(body))
        }
    }
}

/// An empty stream of at most so many items, where the response is one.
pub(super) fn open_item_stream(
    response: &Response,
    method: Method,
    most: usize,
) -> Result<Option<ItemStream>, BodyError> {
    let content_type = header_text(response.headers(), &CONTENT_TYPE);
    let stream = ItemStream::for_content_type(content_type.as_deref(), most);
    let status = response.status();
    let has_items = status.is_success()
        && method != Method::Head
        && ![StatusCode::NO_CONTENT, StatusCode::RESET_CONTENT].contains(&status);
    // What is understood was undone, and its header taken away, by the client.
    let encoding = header_text(response.headers(), &CONTENT_ENCODING);
    if let Some(encoding) = encoding.filter(|encoding| !encoding.eq_ignore_ascii_case("identity"))
        && has_items
    {
        return Err(BodyError::Encoded(encoding.into_owned()));
    }
    Ok(stream.filter(|_| has_items))
}

/// Reads a body to its end, into an empty one.
pub(super) async fn read_whole_body(
    response: &mut Response,
    mut body: WholeBody,
    limit: usize,
    intake: &mut ResponseMemory<'_, '_>,
) -> Result<WholeBody, BodyError> {
    let length = response.content_length();
    // `None` is less than any number, so an unknown length passes.
    if length > u64::try_from(limit).ok() {
        return Err(BodyError::TooLarge);
    }
    let expected = length.and_then(|length| usize::try_from(length).ok());
    let mut reserved = FREE_RESPONSE;
    while let Some(chunk) = response.chunk().await.map_err(BodyError::Failed)? {
        intake.trace.record_received(chunk.len());
        let length = body.bytes.len() + chunk.len();
        if length > limit {
            return Err(BodyError::TooLarge);
        }
        if length > reserved {
            // At once for all that may come: calls that each hold a part of a pool and wait for the
            // rest would wait for each other. An answer of unknown length (a compressed one) is taken
            // for one of medium size first.
            reserved = match expected {
                Some(expected) => expected,
                None if length <= MEDIUM_RESPONSE => MEDIUM_RESPONSE.min(limit),
                None => limit,
            };
            intake.reserve_body(reserved, intake.deadline).await?;
            // While a vector grows, what it has is there twice. Most systems give room when it is written to, so what an
            // upstream announces and does not send costs its share of the pool alone.
            let room = expected.unwrap_or(MEDIUM_RESPONSE).min(reserved);
            let room = room.saturating_sub(body.bytes.len());
            let given = body.bytes.try_reserve_exact(room);
            given.map_err(|_| BodyError::NoMemory)?;
        }
        body.push_chunk(&chunk);
    }
    intake.shrink_to(body.bytes.len());
    Ok(body)
}

/// A body that is not parsed takes as much memory beside itself as if it had a value in so many bytes.
const BYTES_PER_COPIED_VALUE: usize = 100;

/// Streams reserve memory for so many bytes and values at a time.
const STREAM_BYTES: usize = 256 * 1024;
const STREAM_VALUES: usize = 2_000;

async fn read_items(
    response: &mut Response,
    mut stream: ItemStream,
    limits: &Limits,
    seconds: f64,
    intake: &mut ResponseMemory<'_, '_>,
) -> Result<Body, BodyError> {
    let trace = intake.trace;
    let mut bytes = 0;
    let mut scan = JsonScan::default();
    let mut reserved_bytes = FREE_RESPONSE;
    let mut reserved_values = 0;
    let cut = loop {
        let chunk = match response.chunk().await {
            Ok(Some(chunk)) => chunk,
            Ok(None) => {
                stream.finish_stream();
                break None;
            }
            // What arrived before the timeout is a result: event streams may never end.
            Err(error) if error.is_timeout() => break Some(StreamCut::Time(seconds)),
            Err(error) if stream.len() == 0 => return Err(BodyError::Failed(error)),
            Err(error) => {
                let why = format!(
                    "{}.",
                    send_failure::describe_error_chain(&error.without_url())
                );
                break Some(StreamCut::Broken(why));
            }
        };
        trace.record_received(chunk.len());
        bytes += chunk.len();
        scan.scan_lines(&chunk);
        if scan.value_count() > MAX_RESPONSE_VALUES {
            break Some(StreamCut::Values(MAX_RESPONSE_VALUES));
        }
        // A stream may last, so it takes its memory in steps. Nobody may wait for a part of a pool who
        // holds another part of it, so it takes only what is free.
        let now = Instant::now();
        if bytes > reserved_bytes {
            let step = STREAM_BYTES.max(bytes - reserved_bytes);
            if intake.reserve_body(step, now).await.is_err() {
                break Some(StreamCut::Memory);
            }
            reserved_bytes += step;
        }
        if scan.value_count() > reserved_values {
            let step = STREAM_VALUES.max(scan.value_count() - reserved_values);
            if intake.reserve_values(step, now).await.is_err() {
                break Some(StreamCut::Memory);
            }
            reserved_values += step;
        }
        match stream.push_chunk(&chunk) {
            StreamFlow::Open if bytes > limits.response_bytes => {
                break Some(StreamCut::Bytes(limits.response_bytes));
            }
            StreamFlow::Open => {}
            StreamFlow::Over => break None,
            StreamFlow::Full => break Some(StreamCut::Items(limits.stream_items)),
        }
        match stream.len() {
            0 => {}
            1 => trace.context().report("1 item so far"),
            items => trace.context().report(format!("{items} items so far")),
        }
    };
    Ok(Body::Stream(stream, cut))
}
