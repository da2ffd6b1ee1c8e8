//! Runs a handler so that a panic ends its call and not the server.

use std::any::Any;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::task::Poll;

use crate::handlers::{RunningHandler, ToolError};
use crate::outcome::Outcome;

/// What `start` comes to, a panic being an error of this call alone. A handler that panicked is
/// never polled again; what it left behind in its own state is for its author to have guarded, as
/// with any thread that panics.
pub(crate) async fn catch_panics<'a>(
    tool: &'static str,
    start: impl FnOnce() -> Option<RunningHandler<'a>>,
) -> Option<Result<Outcome, ToolError>> {
    // Decoding runs here, too: a panic in a user's `Decode` is caught like one of a handler.
    let started = catch_unwind(AssertUnwindSafe(start));
    let mut running = match started {
        Ok(running) => running?,
        Err(panic) => return Some(Err(error_from_panic(tool, &*panic))),
    };
    let ended = poll_fn(move |context| {
        let polled = catch_unwind(AssertUnwindSafe(|| running.as_mut().poll(context)));
        polled.unwrap_or_else(|panic| Poll::Ready(Err(error_from_panic(tool, &*panic))))
    });
    Some(ended.await)
}

/// What it says is for the log: it may tell of more than the client is to know.
#[cold]
fn error_from_panic(tool: &'static str, panic: &(dyn Any + Send)) -> ToolError {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    tracing::error!(tool, panic = text, "the handler panicked");
    ToolError::new(format!(
        "{tool} failed because of a bug in this server; its log has the details. Calling it again in \
         the same way is unlikely to help."
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn panics() -> bool {
        std::hint::black_box(true)
    }

    #[tokio::test]
    async fn panics_are_errors_of_the_call() {
        let text = |ended: Option<Result<Outcome, ToolError>>| {
            let ended = ended.expect("was started");
            ended.expect_err("panicked").to_string()
        };
        let starting = catch_panics("order", || {
            assert!(!panics(), "secret");
            None
        });
        let starting = text(starting.await);
        assert!(starting.starts_with("order failed because of a bug"));
        assert!(!starting.contains("secret"));
        let running = catch_panics("order", || {
            Some(Box::pin(async {
                tokio::task::yield_now().await;
                assert!(!panics());
                Ok(Outcome::success(""))
            }))
        });
        assert_eq!(text(running.await), starting);
        let well = catch_panics("order", || {
            Some(Box::pin(async { Ok(Outcome::success("well")) }))
        });
        let well = well.await.expect("was started").expect("is well");
        assert_eq!(well.text, "well");
    }
}
