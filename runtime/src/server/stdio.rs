use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use rmcp::service::{QuitReason, ServerInitializeError};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::scanned_lines::ScannedLines;
use super::{ServeError, Server, shutdown};

impl Server {
    /// Serves one client over the process's standard streams until standard input ends or the
    /// process is asked to end. Calls that are running then have five seconds to finish.
    pub async fn serve_stdio(self) -> Result<(), ServeError> {
        let (reader, writer) = rmcp::transport::stdio_pipes();
        let reader = EndsOn {
            end: Some(Box::pin(shutdown::requested())),
            reader,
        };
        self.serve(reader, writer).await
    }

    /// Serves one client over any pair of streams, a JSON-RPC message on each line, until `reader`
    /// ends. Calls that are running then have five seconds to finish.
    pub async fn serve<R, W>(self, reader: R, writer: W) -> Result<(), ServeError>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let reader = ScannedLines::new(reader);
        let running = match rmcp::serve_server(self, (reader, writer)).await {
            Ok(running) => running,
            Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
            Err(error) => return Err(ServeError::Handshake(error.to_string())),
        };
        match running.waiting().await {
            Ok(QuitReason::JoinError(error)) | Err(error) => {
                Err(ServeError::Task(error.to_string()))
            }
            Ok(_) => Ok(()),
        }
    }
}

/// A reader that ends when `end` resolves. rmcp lets running calls finish when its input ends, and
/// aborts them when it is cancelled; so a signal has to look like the end of the input.
struct EndsOn<F, R> {
    /// `None` once it has resolved.
    end: Option<Pin<Box<F>>>,
    reader: R,
}

impl<F, R> AsyncRead for EndsOn<F, R>
where
    F: Future<Output = ()>,
    R: AsyncRead + Unpin,
{
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let Some(end) = &mut self.end else {
            return Poll::Ready(Ok(()));
        };
        if end.as_mut().poll(context).is_ready() {
            self.end = None;
            return Poll::Ready(Ok(()));
        }
        Pin::new(&mut self.reader).poll_read(context, buffer)
    }
}
