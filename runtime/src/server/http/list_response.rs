//! Answers to `tools/list`: the list is written in the place of its stand-in, from bytes that all clients are sent.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, to_bytes};
#[cfg(feature = "gzip")]
use axum::http::HeaderValue;
use axum::http::header::CONTENT_LENGTH;
#[cfg(feature = "gzip")]
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, VARY};
use axum::http::request;
use axum::response::Response;
use http_body::{Frame, SizeHint};

#[cfg(feature = "gzip")]
use super::accept_encoding::accepts_gzip;
use crate::server::Shared;
use crate::server::listing::{ListAnswer, TitlePlace};

/// What the handler of a request tells the endpoint: that it has answered with the stand-in of a list.
#[derive(Clone, Debug, Default)]
pub(in crate::server) struct ListRequest(Arc<OnceLock<WantedList>>);

/// The list that a client wants.
#[derive(Clone, Copy, Debug)]
pub(super) struct WantedList {
    titles: TitlePlace,
    #[cfg(feature = "gzip")]
    as_gzip: bool,
}

impl ListRequest {
    /// Notes that the answer to a request with this head has the stand-in of a list.
    pub(in crate::server) fn note_titles(
        &self,
        titles: TitlePlace,
        #[cfg_attr(not(feature = "gzip"), expect(unused_variables))] head: &request::Parts,
    ) {
        let wanted = WantedList {
            titles,
            #[cfg(feature = "gzip")]
            as_gzip: accepts_gzip(&head.headers),
        };
        // A request is handled once.
        let _ = self.0.set(wanted);
    }

    /// The list that the answer has a stand-in for.
    pub(super) fn wanted_list(&self) -> Option<WantedList> {
        self.0.get().copied()
    }
}

/// Writes the list in the place of its stand-in, compressed for a client that takes it so.
pub(super) async fn write_list(
    response: Response,
    wanted: WantedList,
    shared: &Shared,
) -> Response {
    let (mut head, body) = response.into_parts();
    // It is in memory, and hardly longer than the id of the request.
    let answer = to_bytes(body, usize::MAX).await.unwrap_or_default();
    head.headers.remove(CONTENT_LENGTH);
    let Some(ends) = ListAnswer::new(&answer, wanted.titles) else {
        // An error has come between.
        return Response::from_parts(head, Body::from(answer));
    };
    #[cfg(feature = "gzip")]
    let parts = match compress_list(wanted, &ends, shared).await {
        Some(parts) => {
            let gzip = HeaderValue::from_static("gzip");
            head.headers.insert(CONTENT_ENCODING, gzip);
            parts
        }
        None => join_list(ends, shared),
    };
    #[cfg(feature = "gzip")]
    head.headers
        .append(VARY, HeaderValue::from(ACCEPT_ENCODING));
    #[cfg(not(feature = "gzip"))]
    let parts = join_list(ends, shared);
    Response::from_parts(head, Body::new(PartedBody::new(parts)))
}

fn join_list(ListAnswer { titles, head, tail }: ListAnswer, shared: &Shared) -> [Bytes; 3] {
    [head, shared.list_text(titles).clone(), tail]
}

#[cfg(feature = "gzip")]
async fn compress_list(
    wanted: WantedList,
    ends: &ListAnswer,
    shared: &Shared,
) -> Option<[Bytes; 3]> {
    if !wanted.as_gzip {
        return None;
    }
    let list = shared.compressed_list(wanted.titles).await?;
    Some(list.frame_list(&ends.head, &ends.tail))
}

/// A body in several parts, which are sent without being copied.
struct PartedBody {
    parts: std::array::IntoIter<Bytes, 3>,
}

impl PartedBody {
    fn new(parts: [Bytes; 3]) -> Self {
        Self {
            parts: parts.into_iter(),
        }
    }
}

impl http_body::Body for PartedBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(self.parts.next().map(|part| Ok(Frame::data(part))))
    }

    fn is_end_stream(&self) -> bool {
        self.parts.len() == 0
    }

    fn size_hint(&self) -> SizeHint {
        let parts = self.parts.as_slice().iter();
        SizeHint::with_exact(parts.map(|part| part.len() as u64).sum())
    }
}
