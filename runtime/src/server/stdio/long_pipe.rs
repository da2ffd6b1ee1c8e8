//! Standard output, whose pipe gets longer when something long is written to it.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::AsyncWrite;

/// How much Linux lets a pipe hold at first.
const USUAL_BYTES: usize = 64 * 1024;

/// How much users may let a pipe hold, unless the system is configured otherwise (`man 7 pipe`). A list of 1.7 MB through a pipe of
/// the usual length wakes its reader 26 times, which takes as long as making a third of the list.
#[cfg(target_os = "linux")]
const LONG_BYTES: usize = 1024 * 1024;

/// A writer to standard output.
pub(super) struct LongPipe<W> {
    writer: W,
    /// Short until something long is written: of all pipes of a user, only so many may be long.
    is_long: bool,
}

impl<W> LongPipe<W> {
    pub(super) fn new(writer: W) -> Self {
        Self {
            writer,
            is_long: false,
        }
    }

    fn lengthen_for(&mut self, bytes: &[u8]) {
        if !self.is_long && bytes.len() > USUAL_BYTES {
            self.is_long = true;
            // Where it is no pipe, or may not be longer, all is as before.
            #[cfg(target_os = "linux")]
            let _ = rustix::pipe::fcntl_setpipe_size(io::stdout(), LONG_BYTES);
        }
    }
}

impl<W: AsyncWrite + Unpin> AsyncWrite for LongPipe<W> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.lengthen_for(bytes);
        Pin::new(&mut self.writer).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.writer).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.writer).poll_shutdown(context)
    }
}
