//! Reads away the bodies of requests whose answers do not need them.
//!
//! hyper closes a connection whose request it has not read to the end. A client that learns of it
//! only by its next request fails, so a body is read even if the answer is known, or the answer
//! says that the connection closes.

use std::time::Duration;

use axum::body::{Body, HttpBody, to_bytes};
use axum::http::HeaderValue;
use axum::http::header::CONNECTION;
use axum::response::Response;
use tokio::time::timeout;

/// The largest body that is read only to keep a connection.
const SMALL_BODY: usize = 64 * 1024;

/// How long a body may take that is read only to keep a connection.
const SMALL_BODY_TIME: Duration = Duration::from_secs(2);

/// A response to a request whose body nobody wants: the body is read if that is quick, and the
/// connection stays usable; if not, the response says that it closes.
pub(super) async fn respond_early(body: Body, response: Response) -> Response {
    let mut response = response;
    if !discard_body(body).await {
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(CONNECTION, close);
    }
    response
}

/// Reads a small body away. `false` if it is not small, does not come in time, or can't be read.
async fn discard_body(body: Body) -> bool {
    if body.is_end_stream() {
        return true;
    }
    if body.size_hint().lower() > SMALL_BODY as u64 {
        return false;
    }
    let read = timeout(SMALL_BODY_TIME, to_bytes(body, SMALL_BODY)).await;
    matches!(read, Ok(Ok(_)))
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use axum::response::IntoResponse;

    use super::*;

    fn has_close(response: &Response) -> bool {
        response
            .headers()
            .get(CONNECTION)
            .is_some_and(|value| value == "close")
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
