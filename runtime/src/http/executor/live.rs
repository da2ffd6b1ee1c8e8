use std::collections::VecDeque;
use std::time::Duration;

use reqwest::Response;
use tracing::Span;

use crate::http::answer::{Flow, Stream};
use crate::http::executor::failure::{self, Place};
use crate::http::executor::limits::Turn;
use crate::response::{ByteSource, ItemSource, Pending, SendError};
use crate::value::Json;

/// A body that is read as it comes.
pub(super) struct Live {
    pub(super) response: Response,
    /// Held until nobody wants the rest of the body.
    #[expect(dead_code, reason = "held, not read")]
    pub(super) turn: Turn,
    pub(super) place: Place,
    /// How long the upstream may say nothing.
    pub(super) patience: Duration,
    pub(super) span: Span,
    pub(super) received: usize,
    pub(super) is_over: bool,
}

impl Live {
    /// The next bytes; none at the end, and after an error.
    async fn chunk(&mut self) -> Option<Result<Vec<u8>, SendError>> {
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
            Ok(Err(error)) => Some(failure::describe(error, &self.place)),
            Err(_) => Some(failure::timed_out(&self.place)),
        };
        self.is_over = true;
        error.map(Err)
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.span.record("http.response.body.size", self.received);
    }
}

impl ByteSource for Live {
    fn next(&mut self) -> Pending<'_, Vec<u8>> {
        Box::pin(self.chunk())
    }
}

/// The items of a body that is read as it comes.
pub(super) struct LiveItems {
    live: Live,
    stream: Stream,
    ready: VecDeque<Json>,
    /// How many bytes an item may have.
    most_bytes: usize,
    /// How many have come since the last item.
    unread: usize,
}

impl LiveItems {
    pub(super) fn new(live: Live, stream: Stream, most_bytes: usize) -> Self {
        Self {
            live,
            stream,
            ready: VecDeque::new(),
            most_bytes,
            unread: 0,
        }
    }

    async fn item(&mut self) -> Option<Result<Json, SendError>> {
        loop {
            if let Some(item) = self.ready.pop_front() {
                return Some(Ok(item));
            }
            if self.live.is_over {
                return None;
            }
            match self.live.chunk().await {
                Some(Ok(chunk)) => {
                    self.unread += chunk.len();
                    self.live.is_over = self.stream.push(&chunk) == Flow::Over;
                }
                Some(Err(error)) => return Some(Err(error)),
                None => self.stream.finish(),
            }
            self.ready.extend(self.stream.take_items());
            if !self.ready.is_empty() {
                self.unread = 0;
            } else if self.unread > self.most_bytes {
                self.live.is_over = true;
                return Some(Err(self.too_large()));
            }
        }
    }

    fn too_large(&self) -> SendError {
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
    fn next(&mut self) -> Pending<'_, Json> {
        Box::pin(self.item())
    }

    fn call(&self) -> (&str, u16) {
        let status = self.live.response.status().as_u16();
        (&self.live.place.call, status)
    }
}
