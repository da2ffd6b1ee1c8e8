//! A transport for rmcp in which every request is answered.
//!
//! It reads lines and hands on the messages that they hold. It answers lines that hold none by
//! itself, through the same lock as all other answers, so that no two lines mix. When the input
//! ends it waits for the requests that are running before it tells rmcp, which would give them five
//! seconds and then drop them.

use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use rmcp::RoleServer;
use rmcp::model::{ClientJsonRpcMessage, ClientNotification, RequestId, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::sync::Mutex;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use super::in_flight::InFlight;
use super::lines::{Line, LineReader};
use crate::deadline::deadline_after;
use crate::server::Shared;
use crate::server::listing::{ListAnswer, find_stand_in};
use crate::server::message::{Received, Rejection, parse_line};

/// What a client may send in one message. rmcp's own transport has the same limit.
pub(super) const MAX_LINE_BYTES: usize = 16 * 1024 * 1024;

/// How long calls that are abandoned may take to say so, and answers to be written.
const GRACE: Duration = Duration::from_secs(1);

/// How much is written at once. Where standard output is no pipe, as with clients in Node, tokio copies what it is to write and
/// keeps that memory. Shorter pieces cost CPU time, since each goes to another thread.
const PIECE_BYTES: usize = 256 * 1024;

/// `None` once it is closed.
type Output<W> = Arc<Mutex<Option<W>>>;

pub(super) struct LineTransport<R, W> {
    lines: LineReader<R>,
    /// What was read and not handed on yet.
    received: VecDeque<Received>,
    output: Output<W>,
    /// Whose lists of tools it writes.
    shared: Arc<Shared>,
    in_flight: Arc<InFlight>,
    /// The answer to a line that is being written. No other line is read meanwhile, so that a
    /// client which does not read its answers can't make this server keep any number of them.
    replying: Option<JoinHandle<()>>,
    drain: Duration,
    abandon: Arc<CancellationToken>,
    /// When the time to drain is over, once the input has ended or the process was asked to end.
    deadline: Option<Instant>,
    /// Resolves when the process is asked to end; `None` once it has.
    end_requested: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
    has_input_ended: bool,
}

impl<R, W> LineTransport<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    /// A transport that fires `abandon` if requests are still running `drain` after the end of
    /// `reader`, or after `end_requested`: requests that come after that are answered with an error.
    pub(super) fn new(
        reader: R,
        writer: W,
        shared: Arc<Shared>,
        drain: Duration,
        abandon: &Arc<CancellationToken>,
        end_requested: impl Future<Output = ()> + Send + 'static,
    ) -> Self {
        Self {
            lines: LineReader::new(reader, MAX_LINE_BYTES),
            received: VecDeque::new(),
            output: Arc::new(Mutex::new(Some(writer))),
            shared,
            in_flight: Arc::default(),
            replying: None,
            drain,
            abandon: Arc::clone(abandon),
            deadline: None,
            end_requested: Some(Box::pin(end_requested)),
            has_input_ended: false,
        }
    }

    /// Reads a line, or notes that the process is asked to end.
    async fn read_line(&mut self) {
        let limit = self.lines.limit();
        // Both are awaited where they stand: rmcp drops this future whenever it has an answer to send.
        let line = match &mut self.end_requested {
            None => self.lines.next_line().await,
            Some(end_requested) => tokio::select! {
                biased;
                () = end_requested => {
                    self.end_requested = None;
                    return self.start_drain();
                }
                line = self.lines.next_line() => line,
            },
        };
        match line {
            Ok(Line::Whole(line)) => parse_line(line, &mut self.received),
            Ok(Line::TooLong(outline)) => {
                let rejection = Rejection::too_long(limit, outline);
                self.received.push_back(Err(rejection));
            }
            Ok(Line::End) => self.end_input(),
            Err(error) => {
                tracing::error!(%error, "cannot read the input");
                self.end_input();
            }
        }
    }

    fn end_input(&mut self) {
        self.has_input_ended = true;
        self.start_drain();
    }

    fn start_drain(&mut self) {
        let deadline = deadline_after(self.drain).into();
        // The first reason to end sets the deadline; a second one does not extend it.
        self.deadline.get_or_insert(deadline);
    }

    /// Reads a line while the requests that run are waited for.
    async fn read_line_while_draining(&mut self, deadline: Instant) {
        let in_flight = Arc::clone(&self.in_flight);
        tokio::select! {
            biased;
            () = in_flight.wait_until_idle() => self.has_input_ended = true,
            () = sleep_until(deadline) => self.has_input_ended = true,
            () = self.read_line() => {}
        }
    }

    /// Keeps count of a message.
    fn admit_message(&self, message: ClientJsonRpcMessage) -> Received {
        match &message {
            ClientJsonRpcMessage::Request(request) if self.deadline.is_some() => {
                return Err(Rejection::server_ending(request.id.clone()));
            }
            ClientJsonRpcMessage::Request(request) if !self.in_flight.add_request(&request.id) => {
                return Err(Rejection::id_in_use(request.id.clone()));
            }
            ClientJsonRpcMessage::Notification(notification) => {
                // rmcp drops the answer to a request that the client has cancelled.
                if let ClientNotification::CancelledNotification(cancelled) =
                    &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    self.in_flight.remove_request(id);
                }
            }
            _ => {}
        }
        Ok(message)
    }

    fn reject_line(&mut self, rejection: &Rejection) {
        tracing::warn!(reason = rejection.message(), "a line was rejected");
        if rejection.wants_no_answer() {
            return;
        }
        let line = format!("{}\n", rejection.to_response());
        let output = Arc::clone(&self.output);
        self.replying = Some(tokio::spawn(async move {
            if let Err(error) = write_line(&output, &[line.as_bytes()]).await {
                tracing::debug!(%error, "cannot write a rejection");
            }
        }));
    }

    /// Waits until all requests are answered; those that take longer than until `deadline` are
    /// asked to answer that they were abandoned.
    async fn wait_for_requests(&mut self, deadline: Instant) {
        tokio::select! {
            biased;
            () = self.in_flight.wait_until_idle() => return,
            () = sleep_until(deadline) => {}
        }
        if !self.abandon.is_cancelled() {
            tracing::warn!(
                running = self.in_flight.count(),
                "the shutdown time is over: calls that are still running end with an error"
            );
            self.abandon.cancel();
        }
        if timeout(GRACE, self.in_flight.wait_until_idle())
            .await
            .is_err()
        {
            tracing::warn!("ended with requests still running");
        }
    }
}

impl<R, W> Transport<RoleServer> for LineTransport<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let (output, in_flight) = (Arc::clone(&self.output), Arc::clone(&self.in_flight));
        let shared = Arc::clone(&self.shared);
        async move {
            let answered = answered_id(&message).cloned();
            let titles = find_stand_in(&message);
            let written = match serde_json::to_vec(&message) {
                Ok(mut line) => {
                    // Nothing else of the answer is kept while a slow client reads it.
                    drop(message);
                    line.push(b'\n');
                    let line = Bytes::from(line);
                    match titles.and_then(|titles| ListAnswer::new(&line, titles)) {
                        Some(ListAnswer { titles, head, tail }) => {
                            let list = shared.list_text(titles);
                            write_line(&output, &[&head, list, &tail]).await
                        }
                        None => write_line(&output, &[&line]).await,
                    }
                }
                Err(error) => Err(error.into()),
            };
            if let Some(id) = answered {
                in_flight.remove_request(&id);
            }
            written
        }
    }

    /// rmcp polls this beside other work and drops it when that is done, so everything that is
    /// known is in `self` before anything is awaited.
    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            if let Some(reply) = &mut self.replying {
                if let Err(error) = reply.await {
                    tracing::error!(%error, "a rejection was not written");
                }
                self.replying = None;
            }
            if let Some(received) = self.received.pop_front() {
                match received.and_then(|message| self.admit_message(message)) {
                    Ok(message) => return Some(message),
                    Err(rejection) => self.reject_line(&rejection),
                }
                continue;
            }
            match self.deadline {
                Some(deadline) if self.has_input_ended => {
                    self.wait_for_requests(deadline).await;
                    return None;
                }
                Some(deadline) => self.read_line_while_draining(deadline).await,
                None => self.read_line().await,
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.output.lock().await.take();
        Ok(())
    }
}

/// The request that a message answers.
fn answered_id(message: &ServerJsonRpcMessage) -> Option<&RequestId> {
    match message {
        ServerJsonRpcMessage::Response(response) => Some(&response.id),
        ServerJsonRpcMessage::Error(error) => error.id.as_ref(),
        _ => None,
    }
}

async fn write_line<W: AsyncWrite + Unpin>(
    output: &Mutex<Option<W>>,
    parts: &[&[u8]],
) -> io::Result<()> {
    let mut output = output.lock().await;
    let Some(writer) = output.as_mut() else {
        let closed = "the transport is closed";
        return Err(io::Error::new(io::ErrorKind::NotConnected, closed));
    };
    for piece in parts.iter().flat_map(|part| part.chunks(PIECE_BYTES)) {
        writer.write_all(piece).await?;
    }
    writer.flush().await
}

#[cfg(test)]
mod tests {
    use std::task::{Context, Poll};

    use super::*;

    /// Notes how long each thing is that it is given.
    #[derive(Default)]
    struct LengthRecorder {
        lengths: Vec<usize>,
    }

    impl AsyncWrite for LengthRecorder {
        fn poll_write(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
            bytes: &[u8],
        ) -> Poll<io::Result<usize>> {
            self.lengths.push(bytes.len());
            Poll::Ready(Ok(bytes.len()))
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    #[tokio::test]
    async fn a_long_line_is_written_in_pieces() -> io::Result<()> {
        let output = Mutex::new(Some(LengthRecorder::default()));
        let list = vec![b' '; 2 * PIECE_BYTES + 1];
        write_line(&output, &[b"{", &list, b"}\n"]).await?;
        let recorder = output.into_inner().unwrap_or_default();
        assert_eq!(recorder.lengths, [1, PIECE_BYTES, PIECE_BYTES, 1, 2]);
        Ok(())
    }
}
