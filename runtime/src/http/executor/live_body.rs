//! A response body that is read while it arrives, as bytes or as items. It holds the permit of its request until
//! nobody wants the rest. There is no limit to how many items come, only to the size of one.

use std::collections::VecDeque;
use std::time::Duration;

use reqwest::Response;
use tracing::Span;

use crate::http::executor::request_limits::Permit;
use crate::http::executor::send_failure::{self, FailureContext};
use crate::http::upstream_response::{ItemStream, StreamFlow};
use crate::response::{ByteSource, ItemSource, PendingNext, SendError};
use crate::value::Json;

/// A body that is read as it comes.
pub(super) struct LiveBody {
    pub(super) response: Response,
    /// Held until nobody wants the rest of the body.
    #[expect(dead_code, reason = "held, not read")]
    pub(super) permit: Permit,
    pub(super) place: FailureContext,
    /// How long the upstream may say nothing.
    pub(super) patience: Duration,
    pub(super) span: Span,
    pub(super) received: usize,
    pub(super) is_over: bool,
}

impl LiveBody {
    /// The next bytes; none at the end, and after an error.
    async fn next_chunk(&mut self) -> Option<Result<Vec<u8>, SendError>> {
        if self.is_over {
            return None;
        }
        let chunk = tokio::time::timeout(self.patience, self.response.chunk()).await;
        let error = match chunk {
            Ok(Ok(Some(chunk))) => {
                self.received += chunk.len();
                return Some(Ok(chunk.into()));
            }
            Ok(Ok(None)) => None,
            Ok(Err(error)) => Some(send_failure::describe_send_error(error, &self.place)),
            Err(_) => Some(send_failure::describe_timeout(&self.place)),
        };
        self.is_over = true;
        error.map(Err)
    }
}

impl Drop for LiveBody {
    fn drop(&mut self) {
        self.span.record("http.response.body.size", self.received);
    }
}

impl ByteSource for LiveBody {
    fn next(&mut self) -> PendingNext<'_, Vec<u8>> {
        Box::pin(self.next_chunk())
    }
}

/// The items of a body that is read as it comes.
pub(super) struct LiveItems {
    live: LiveBody,
    stream: ItemStream,
    ready: VecDeque<Json>,
    /// How many bytes an item may have.
    most_bytes: usize,
    /// How many have come since the last item.
    unread: usize,
}

impl LiveItems {
    pub(super) fn new(live: LiveBody, stream: ItemStream, most_bytes: usize) -> Self {
        Self {
            live,
            stream,
            ready: VecDeque::new(),
            most_bytes,
            unread: 0,
        }
    }

    async fn next_item(&mut self) -> Option<Result<Json, SendError>> {
        loop {
            if let Some(item) = self.ready.pop_front() {
                return Some(Ok(item));
            }
            if self.live.is_over {
                return None;
            }
            match self.live.next_chunk().await {
                Some(Ok(chunk)) => {
                    self.unread += chunk.len();
                    // A stream of a model ends with `[DONE]`; the connection may stay open after it.
                    self.live.is_over = self.stream.push_chunk(&chunk) == StreamFlow::Over;
                }
                Some(Err(error)) => return Some(Err(error)),
                // A last line without its end is an item all the same.
                None => self.stream.finish_stream(),
            }
            self.ready.extend(self.stream.take_items());
            if !self.ready.is_empty() {
                self.unread = 0;
            // Checked only while no item is complete: a chunk may hold many small ones.
            } else if self.unread > self.most_bytes {
                self.live.is_over = true;
                return Some(Err(self.item_too_large()));
            }
        }
    }

    fn item_too_large(&self) -> SendError {
        SendError::Unreadable {
            status: self.live.response.status().as_u16(),
            message: format!(
                "{}: an item of the stream is larger than the limit of {} bytes.",
                self.live.place.call, self.most_bytes
            ),
        }
    }
}

impl ItemSource for LiveItems {
    fn next(&mut self) -> PendingNext<'_, Json> {
        Box::pin(self.next_item())
    }

    fn request_and_status(&self) -> (&str, u16) {
        let status = self.live.response.status().as_u16();
        (&self.live.place.call, status)
    }
}
