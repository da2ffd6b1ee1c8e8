//! The handlers of the six tools. Each returns a result of `tools.yaml` or a `Failure`.

mod execute;
mod functions;
mod get_examples;
mod infer_output;
mod input_schema;
mod validate;

use crate::Assistant;
use crate::api::Handlers;
use crate::failure::Failure;

impl Handlers for Assistant {}

/// Runs what takes time on a thread that may be busy.
///
/// # Errors
///
/// What `work` fails with; or it panicked.
async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(error) => {
            tracing::error!("{error}");
            Err(Failure::internal("This server failed; its log says why."))
        }
    }
}
