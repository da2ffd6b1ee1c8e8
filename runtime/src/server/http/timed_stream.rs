//! A stream that gives up on a client which does not go on.
//!
//! hyper has one timer for the time between requests and for the head of a request. The first has
//! to be long, since proxies keep connections, and the second short. So hyper's timer is the first,
//! and this stream's the second. It also ends a connection whose client does not read its response.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

/// How many times a connection began or ended to handle a request: odd while it handles one.
#[derive(Clone, Debug, Default)]
pub(super) struct Phase(Arc<AtomicU64>);

impl Phase {
    /// Notes that a request is being handled, or is not any more.
    pub(super) fn advance_phase(&self) {
        self.0.fetch_add(1, Ordering::Release);
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Acquire)
    }
}

#[derive(Debug)]
pub(super) struct TimedStream<S> {
    stream: S,
    phase: Phase,
    /// The phase when `head` was set.
    seen: u64,
    header_timeout: Duration,
    write_timeout: Duration,
    /// Since the connection was accepted, or the first byte of the head came.
    head: Deadline,
    /// Since the client has not taken what was written.
    write: Deadline,
}

/// A time at which something has to have happened.
#[derive(Debug, Default)]
struct Deadline {
    at: Option<Instant>,
    timer: Option<Pin<Box<Sleep>>>,
}

impl Deadline {
    fn start_timer(&mut self, time: Duration) {
        // Set once: a client that sends a byte now and then must not move the deadline.
        self.at.get_or_insert_with(|| Instant::now() + time);
    }

    fn cancel_timer(&mut self) {
        self.at = None;
        self.timer = None;
    }

    /// Whether it is over; wakes the task when it will be.
    fn is_over(&mut self, context: &mut Context<'_>) -> bool {
        let Some(at) = self.at else {
            return false;
        };
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep_until(at)));
        timer.as_mut().poll(context).is_ready()
    }
}

impl<S> TimedStream<S> {
    pub(super) fn new(
        stream: S,
        phase: Phase,
        header_timeout: Duration,
        write_timeout: Duration,
    ) -> Self {
        let mut head = Deadline::default();
        head.start_timer(header_timeout);
        Self {
            stream,
            seen: phase.get(),
            phase,
            header_timeout,
            write_timeout,
            head,
            write: Deadline::default(),
        }
    }

    fn after_write<T>(
        &mut self,
        written: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.write.cancel_timer();
            return written;
        }
        self.write.start_timer(self.write_timeout);
        match self.write.is_over(context) {
            true => Poll::Ready(Err(timed_out("the client does not read"))),
            false => Poll::Pending,
        }
    }
}

fn timed_out(message: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, message)
}

impl<S: AsyncRead + Unpin> AsyncRead for TimedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let phase = this.phase.get();
        if phase != this.seen {
            this.seen = phase;
            this.head.cancel_timer();
        }
        let read = Pin::new(&mut this.stream).poll_read(context, buffer);
        // While a request is handled, what comes is its body, which has a time of its own.
        let is_handling = phase % 2 == 1;
        if is_handling {
            return read;
        }
        if read.is_ready() {
            this.head.start_timer(this.header_timeout);
            return read;
        }
        match this.head.is_over(context) {
            true => Poll::Ready(Err(timed_out("the headers of a request take too long"))),
            false => Poll::Pending,
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for TimedStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.after_write(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.after_write(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
