//! The server over stdio, or over any pair of streams: one client, a JSON-RPC message on each line.
//!
//! rmcp runs the requests; the transport under it is this module's own, since rmcp's drops lines
//! that do not parse without an answer, and gives running calls a fixed time when its input ends.

mod in_flight;
mod lines;
mod long_pipe;
mod transport;

use std::sync::Arc;
use std::time::Duration;

use rmcp::service::{QuitReason, ServerInitializeError};
use tokio::io::{AsyncRead, AsyncWrite};

use super::connection::Connection;
use super::{ServeError, Server, shutdown};
use long_pipe::LongPipe;
use transport::LineTransport;

/// How long calls may go on after the input has ended, unless [set](Server::stdio_drain).
pub(super) const DRAIN: Duration = Duration::from_secs(5);

impl Server {
    /// Serves one client over the process's standard streams until standard input ends or the
    /// process is asked to end. Calls that are running then have the time that is
    /// [configured](Self::stdio_drain) to finish.
    pub async fn serve_stdio(self) -> Result<(), ServeError> {
        let (reader, writer) = rmcp::transport::stdio_pipes();
        let writer = LongPipe::new(writer, std::io::stdout());
        self.serve_until(reader, writer, shutdown::wait_for_end_signal())
            .await
    }

    /// Serves one client over any pair of streams, a JSON-RPC message on each line, until `reader`
    /// ends. Calls that are running then have the time that is [configured](Self::stdio_drain) to
    /// finish; those that do not are answered with an error which says that they may have been
    /// executed.
    ///
    /// A line that is not a message is answered with a JSON-RPC error: `-32700` if it is not JSON,
    /// `-32600` if it is something else or longer than 16 MiB.
    pub async fn serve<R, W>(self, reader: R, writer: W) -> Result<(), ServeError>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        self.serve_until(reader, writer, std::future::pending())
            .await
    }

    async fn serve_until<R, W>(
        mut self,
        reader: R,
        writer: W,
        end_requested: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        // Calls of another client, which a clone of this server may have, go on.
        self.abandon = Default::default();
        self.connection = Arc::new(Connection::with_written_lists());
        let (drain, abandon) = (self.stdio_drain, Arc::clone(&self.abandon));
        let shared = Arc::clone(&self.shared);
        let transport = LineTransport::new(reader, writer, shared, drain, &abandon, end_requested);
        let running = match rmcp::serve_server(self, transport).await {
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

    /// Sets how long calls over stdio may go on after standard input has ended or the process was
    /// asked to end; 5 seconds unless set. What runs longer is answered with an error. Over HTTP,
    /// [`HttpConfig::drain`](super::HttpConfig::drain) is the setting.
    ///
    /// ```
    /// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
    /// use std::time::Duration;
    /// use toolwright::{HttpExecutor, Server};
    ///
    /// let executor = HttpExecutor::builder(&pets::API).build()?;
    /// let server = Server::new(&pets::API, executor).stdio_drain(Duration::from_secs(30));
    /// # Ok::<(), toolwright::ExecutorError>(())
    /// ```
    #[must_use]
    pub fn stdio_drain(mut self, time: Duration) -> Self {
        self.stdio_drain = time;
        self
    }
}
