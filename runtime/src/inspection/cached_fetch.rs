//! A value that is fetched once for all callers who wait, and cached for a time. A failure is shared, but not cached.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::Instant;

/// When a value that is kept so long is no longer current; never if that is beyond the clock.
pub(super) fn expiry_after(ttl: Duration) -> Option<Instant> {
    Instant::now().checked_add(ttl)
}

/// Whether that time has not come.
pub(super) fn is_current(until: Option<Instant>) -> bool {
    until.is_none_or(|until| Instant::now() < until)
}

/// A value that one call fetches for all that wait for it, and that is kept for a time.
#[derive(Debug)]
pub(super) struct CachedFetch<T, E> {
    last: Mutex<Option<Last<T, E>>>,
    /// How many fetches have ended.
    fetches: AtomicU64,
}

#[derive(Debug)]
enum Last<T, E> {
    Value(T, Option<Instant>),
    Failure(E),
}

impl<T: Clone, E: Clone> CachedFetch<T, E> {
    pub(super) fn new() -> Self {
        Self {
            last: Mutex::new(None),
            fetches: AtomicU64::new(0),
        }
    }

    /// The value, if it is current; else what is fetched. Whoever waited for a fetch gets what came
    /// of it, a failure too. Where the call that fetches is dropped, the next one fetches.
    pub(super) async fn get_or_fetch(
        &self,
        ttl: Duration,
        fetch: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        // Read before the lock is taken: a fetch that ends while this call waits was made for it, too.
        let seen = self.fetches.load(Ordering::Acquire);
        let mut last = self.last.lock().await;
        let is_new = seen != self.fetches.load(Ordering::Acquire);
        match &*last {
            Some(Last::Value(value, until)) if is_new || is_current(*until) => {
                return Ok(value.clone());
            }
            Some(Last::Failure(error)) if is_new => return Err(error.clone()),
            _ => {}
        }
        let fetched = fetch.await;
        *last = Some(match fetched.clone() {
            Ok(value) => Last::Value(value, expiry_after(ttl)),
            Err(error) => Last::Failure(error),
        });
        self.fetches.fetch_add(1, Ordering::Release);
        fetched
    }

    /// The next call fetches.
    pub(super) async fn clear_cache(&self) {
        *self.last.lock().await = None;
    }
}
