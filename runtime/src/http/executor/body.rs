use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE};
use reqwest::{Response, StatusCode};

use crate::http::answer::{Body, Cut, Flow, Stream};
use crate::http::executor::trace::Trace;
use crate::http::executor::{Limits, failure, header};
use crate::tool::Method;

/// Why a body could not be read.
pub(super) enum Unread {
    /// It has more bytes than are read.
    TooLarge,
    /// It is encoded in a way that was not asked for.
    Encoded(String),
    Failed(reqwest::Error),
    /// The time of the call was over.
    Late,
}

/// Reads the body of a response to a request of `method`. What comes item by item is told as
/// progress, and has been read even if its end was not waited for.
pub(super) async fn read(
    response: &mut Response,
    method: Method,
    limits: &Limits,
    seconds: f64,
    trace: &Trace<'_>,
) -> Result<Body, Unread> {
    match stream(response, method, limits.stream_items)? {
        Some(stream) => items(response, stream, limits, seconds, trace).await,
        None => {
            let body = whole(response, limits.response_bytes, trace).await?;
            Ok(Body::Whole(body))
        }
    }
}

/// An empty stream of at most so many items, where the response is one.
pub(super) fn stream(
    response: &Response,
    method: Method,
    most: usize,
) -> Result<Option<Stream>, Unread> {
    let content_type = header(response.headers(), &CONTENT_TYPE);
    let stream = Stream::of(content_type.as_deref(), most);
    let status = response.status();
    let has_items = status.is_success()
        && method != Method::Head
        && ![StatusCode::NO_CONTENT, StatusCode::RESET_CONTENT].contains(&status);
    // What is understood was undone, and its header taken away, by the client.
    let encoding = header(response.headers(), &CONTENT_ENCODING);
    if let Some(encoding) = encoding.filter(|encoding| !encoding.eq_ignore_ascii_case("identity"))
        && has_items
    {
        return Err(Unread::Encoded(encoding.into_owned()));
    }
    Ok(stream.filter(|_| has_items))
}

/// Reads a body to its end.
pub(super) async fn whole(
    response: &mut Response,
    limit: usize,
    trace: &Trace<'_>,
) -> Result<Vec<u8>, Unread> {
    if response.content_length() > u64::try_from(limit).ok() {
        return Err(Unread::TooLarge);
    }
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(Unread::Failed)? {
        trace.receives(chunk.len());
        if body.len() + chunk.len() > limit {
            return Err(Unread::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

async fn items(
    response: &mut Response,
    mut stream: Stream,
    limits: &Limits,
    seconds: f64,
    trace: &Trace<'_>,
) -> Result<Body, Unread> {
    let mut bytes = 0;
    let cut = loop {
        let chunk = match response.chunk().await {
            Ok(Some(chunk)) => chunk,
            Ok(None) => {
                stream.finish();
                break None;
            }
            Err(error) if error.is_timeout() => break Some(Cut::Time(seconds)),
            Err(error) if stream.len() == 0 => return Err(Unread::Failed(error)),
            Err(error) => {
                let why = format!("{}.", failure::chain(&error.without_url()));
                break Some(Cut::Broken(why));
            }
        };
        trace.receives(chunk.len());
        bytes += chunk.len();
        match stream.push(&chunk) {
            Flow::Open if bytes > limits.response_bytes => {
                break Some(Cut::Bytes(limits.response_bytes));
            }
            Flow::Open => {}
            Flow::Over => break None,
            Flow::Full => break Some(Cut::Items(limits.stream_items)),
        }
        match stream.len() {
            0 => {}
            1 => trace.context().report("1 item so far"),
            items => trace.context().report(format!("{items} items so far")),
        }
    };
    Ok(Body::Stream(stream, cut))
}
