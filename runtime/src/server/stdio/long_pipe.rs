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
    /// Short until something long is written: of all pipes of a user, only so many may be long.
    is_long: bool,
}

impl<W, P: PipeEnd> LongPipe<W, P> {
    pub(super) fn new(writer: W, pipe: P) -> Self {
        Self {
            writer,
            pipe,
            is_long: false,
        }
    }

    fn lengthen_for(&mut self, bytes: &[u8]) {
        if !self.is_long && bytes.len() > USUAL_BYTES {
            self.is_long = true;
            // Where it is no pipe, or may not be longer, all is as before.
            #[cfg(target_os = "linux")]
            let _ = rustix::pipe::fcntl_setpipe_size(&self.pipe, LONG_BYTES);
        }
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
        let (reader, pipe) = io::pipe().unwrap();
        let at_first = fcntl_getpipe_size(&reader).unwrap();
        let mut writer = LongPipe::new(tokio::io::sink(), pipe);
        writer.write_all(&[b' '; USUAL_BYTES]).await.unwrap();
        assert_eq!(fcntl_getpipe_size(&reader).unwrap(), at_first);
        writer.write_all(&[b' '; USUAL_BYTES + 1]).await.unwrap();
        // What users may have here, which is less where they have many long pipes.
        let (longest, _other_end) = io::pipe().unwrap();
        let _ = fcntl_setpipe_size(&longest, LONG_BYTES);
        assert_eq!(
            fcntl_getpipe_size(&reader).unwrap(),
            fcntl_getpipe_size(&longest).unwrap()
        );
    }
}
