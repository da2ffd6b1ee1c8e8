//! A writer to standard output, whose pipe gets longer when something long is written to it.

use std::io;
#[cfg(unix)]
use std::os::fd::AsFd as PipeEnd;
#[cfg(windows)]
use std::os::windows::io::AsHandle as PipeEnd;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::AsyncWrite;

/// How much Linux lets a pipe hold at first.
const USUAL_BYTES: usize = 64 * 1024;

/// How much users may let a pipe hold, unless the system is configured otherwise (`man 7 pipe`). A list of 1.7 MB through a pipe of
/// the usual length wakes its reader 26 times, which takes as long as making a third of the list.
#[cfg(target_os = "linux")]
const LONG_BYTES: usize = 1024 * 1024;

/// A writer to a pipe.
pub(super) struct LongPipe<W, P> {
    writer: W,
    /// What the writer writes to.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code))]
    pipe: P,
    /// Not before something long is written: of all pipes of a user, only so many may be long.
    was_lengthened: bool,
}

impl<W, P: PipeEnd> LongPipe<W, P> {
    pub(super) fn new(writer: W, pipe: P) -> Self {
        Self {
            writer,
            pipe,
            was_lengthened: false,
        }
    }

    fn lengthen_for(&mut self, bytes: &[u8]) {
        if !self.was_lengthened && bytes.len() > USUAL_BYTES {
            self.was_lengthened = true;
            #[cfg(target_os = "linux")]
            lengthen_pipe(&self.pipe);
        }
    }
}

/// Makes a pipe long. Where it is no pipe, may not be longer, or is longer already, all is as before.
#[cfg(target_os = "linux")]
fn lengthen_pipe(pipe: &impl PipeEnd) {
    if rustix::pipe::fcntl_getpipe_size(pipe).is_ok_and(|bytes| bytes < LONG_BYTES) {
        let _ = rustix::pipe::fcntl_setpipe_size(pipe, LONG_BYTES);
    }
}

impl<W: AsyncWrite + Unpin, P: PipeEnd + Unpin> AsyncWrite for LongPipe<W, P> {
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

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use rustix::pipe::{fcntl_getpipe_size, fcntl_setpipe_size};
    use tokio::io::AsyncWriteExt;

    use super::*;

    #[tokio::test]
    async fn a_pipe_is_long_once_something_long_is_written() {
        let (longest, _) = io::pipe().unwrap();
        // Less than that where a user has many pipes, or the system is configured so.
        let _ = fcntl_setpipe_size(&longest, LONG_BYTES);
        let longest = fcntl_getpipe_size(&longest).unwrap();
        let (reader, pipe) = io::pipe().unwrap();
        let length = || fcntl_getpipe_size(&reader).unwrap();
        let at_first = length();
        let mut writer = LongPipe::new(tokio::io::sink(), pipe);
        writer.write_all(&[b' '; USUAL_BYTES]).await.unwrap();
        assert_eq!(length(), at_first);
        writer.write_all(&[b' '; USUAL_BYTES + 1]).await.unwrap();
        assert_eq!(length(), longest);
    }
}
