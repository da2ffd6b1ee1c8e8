//! Reads the bodies of requests: of limited size, in limited time, and before an answer that does
//! not need them.
//!
//! hyper closes a connection whose request it has not read to the end. A client that learns of it
//! only by its next request fails, so a body is read even if the answer is known, or the answer
//! says that the connection closes.

use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::http::header::CONNECTION;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;

/// The largest body that is read only to keep a connection.
const SMALL_BODY: usize = 64 * 1024;

/// How long a body may take that is read only to keep a connection.
const SMALL_BODY_TIME: Duration = Duration::from_secs(2);

/// Why a body was not read to its end.
#[derive(Debug)]
enum Unread {
    TooLarge,
    TimedOut,
    /// The client left, or broke HTTP.
    Broken(axum::Error),
}

/// Reads a body.
///
/// # Errors
///
/// The answer if it is larger than `limit` bytes or takes longer than `time`.
pub(super) async fn read_body(
    body: Body,
    limit: usize,
    time: Duration,
) -> Result<Vec<u8>, Response> {
    collect(body, limit, time).await.map_err(|unread| {
        let (status, message) = match unread {
            Unread::TooLarge => (
                StatusCode::PAYLOAD_TOO_LARGE,
                format!("The body is larger than the {limit} bytes that this server accepts.\n"),
            ),
            Unread::TimedOut => (
                StatusCode::REQUEST_TIMEOUT,
                format!("The body did not arrive within {} s.\n", time.as_secs_f64()),
            ),
            Unread::Broken(error) => {
                tracing::debug!(%error, "a body can't be read");
                let message = "The body can't be read.\n".to_owned();
                (StatusCode::BAD_REQUEST, message)
            }
        };
        close_after((status, message).into_response())
    })
}

/// A response to a request whose body nobody wants: the body is read if that is quick, and the
/// connection stays usable; if not, the response says that it closes.
pub(super) async fn respond_early(body: Body, response: Response) -> Response {
    match discard(body).await {
        Ok(()) => response,
        Err(_) => close_after(response),
    }
}

fn close_after(mut response: Response) -> Response {
    let close = HeaderValue::from_static("close");
    response.headers_mut().insert(CONNECTION, close);
    response
}

async fn discard(body: Body) -> Result<(), Unread> {
    if body.is_end_stream() {
        return Ok(());
    }
    if body.size_hint().lower() > SMALL_BODY as u64 {
        return Err(Unread::TooLarge);
    }
    collect(body, SMALL_BODY, SMALL_BODY_TIME).await.map(drop)
}

/// The bytes of a body in memory of their own: those that hyper gives keep its buffer alive.
async fn collect(body: Body, limit: usize, time: Duration) -> Result<Vec<u8>, Unread> {
    let announced = usize::try_from(body.size_hint().lower()).unwrap_or(usize::MAX);
    if announced > limit {
        return Err(Unread::TooLarge);
    }
    // An announced length is only a promise until the bytes have come.
    let mut collected = Vec::with_capacity(announced.min(SMALL_BODY));
    let mut body = std::pin::pin!(body);
    let reading = async {
        while let Some(frame) =
            std::future::poll_fn(|context| body.as_mut().poll_frame(context)).await
        {
            let Ok(data) = frame.map_err(Unread::Broken)?.into_data() else {
                continue;
            };
            if data.len() > limit - collected.len() {
                return Err(Unread::TooLarge);
            }
            collected.extend_from_slice(&data);
        }
        Ok(())
    };
    timeout(time, reading)
        .await
        .unwrap_or(Err(Unread::TimedOut))?;
    Ok(collected)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIME: Duration = Duration::from_secs(60);

    fn has_close(response: &Response) -> bool {
        response
            .headers()
            .get(CONNECTION)
            .is_some_and(|value| value == "close")
    }

    #[tokio::test]
    async fn a_body_has_a_largest_size() {
        let read = read_body(Body::from("12345"), 5, TIME).await;
        assert_eq!(read.expect("is small enough"), b"12345");
        let refused = read_body(Body::from("123456"), 5, TIME).await;
        let refused = refused.expect_err("is too large");
        assert_eq!(refused.status(), StatusCode::PAYLOAD_TOO_LARGE);
        assert!(has_close(&refused));
    }

    #[tokio::test]
    async fn only_a_small_body_is_read_for_the_connection() {
        for (size, closes) in [(0, false), (SMALL_BODY, false), (SMALL_BODY + 1, true)] {
            let body = Body::from(vec![0; size]);
            let response = respond_early(body, StatusCode::UNAUTHORIZED.into_response()).await;
            assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
            assert_eq!(has_close(&response), closes, "{size} bytes");
        }
    }
}
