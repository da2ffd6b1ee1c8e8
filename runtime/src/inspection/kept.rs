use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::Instant;

/// When a value that is kept so long is no longer current; never if that is beyond the clock.
pub(super) fn until(ttl: Duration) -> Option<Instant> {
    Instant::now().checked_add(ttl)
}

/// Whether that time has not come.
pub(super) fn is_ahead(until: Option<Instant>) -> bool {
    until.is_none_or(|until| Instant::now() < until)
}

/// A value that one call fetches for all that wait for it, and that is kept for a time.
#[derive(Debug)]
pub(super) struct Kept<T, E> {
    last: Mutex<Option<Last<T, E>>>,
    /// How many fetches have ended.
    fetches: AtomicU64,
}

#[derive(Debug)]
enum Last<T, E> {
    Value(T, Option<Instant>),
    Failure(E),
}

impl<T: Clone, E: Clone> Kept<T, E> {
    pub(super) fn new() -> Self {
        Self {
            last: Mutex::new(None),
            fetches: AtomicU64::new(0),
        }
    }

    /// The value, if it is current; else what is fetched. Whoever waited for a fetch gets what came
    /// of it, a failure too. Where the call that fetches is dropped, the next one fetches.
    pub(super) async fn get(
        &self,
        ttl: Duration,
        fetch: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        let seen = self.fetches.load(Ordering::Acquire);
        let mut last = self.last.lock().await;
        let is_new = seen != self.fetches.load(Ordering::Acquire);
        match &*last {
            Some(Last::Value(value, until)) if is_new || is_ahead(*until) => {
                return Ok(value.clone());
            }
            Some(Last::Failure(error)) if is_new => return Err(error.clone()),
            _ => {}
        }
        let fetched = fetch.await;
        *last = Some(match fetched.clone() {
            Ok(value) => Last::Value(value, until(ttl)),
            Err(error) => Last::Failure(error),
        });
        self.fetches.fetch_add(1, Ordering::Release);
        fetched
    }

    /// The next call fetches.
    pub(super) async fn forget(&self) {
        *self.last.lock().await = None;
    }
}
