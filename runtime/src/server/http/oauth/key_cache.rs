//! The issuer's keys, as they were last fetched.
//!
//! One task at a time fetches them, and no lock is held meanwhile. A token whose key is known waits
//! for newer keys for a moment at most (stale-while-revalidate); only a token whose key is not known
//! waits for the issuer. A token is anybody's to make up until it is verified, so what a made-up one
//! can cause is limited: one fetch in a while, and a delay for itself.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

use crate::http::HttpExecutor;
use crate::server::http::oauth::issuer;
use crate::server::http::oauth::jwk::Key;
use crate::server::http::oauth::jwt::Jwt;

/// How old keys may get before newer ones are fetched.
const FRESH: Duration = Duration::from_secs(600);

/// How long keys are used when newer ones can't be had.
const STALE: Duration = Duration::from_secs(24 * 60 * 60);

/// How long nothing is fetched after it was in vain, so that tokens with made-up keys don't become
/// requests to the issuer.
const PAUSE: Duration = Duration::from_secs(10);

/// How long, from the start of a fetch, tokens whose key is known wait for it. An issuer that answers
/// within that time withdraws a key for the next token; one that hangs delays requests once.
const PATIENCE: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub(super) struct KeyCache {
    executor: Arc<HttpExecutor>,
    issuer: String,
    known: Mutex<CachedKeys>,
}

#[derive(Debug)]
struct CachedKeys {
    keys: Arc<[Key]>,
    fetched: Option<Instant>,
    /// When a fetch last failed, or did not bring the key that it was for.
    failed: Option<Instant>,
    fetch: Option<Fetch>,
}

/// A fetch that is running.
#[derive(Clone, Debug)]
struct Fetch {
    started: Instant,
    /// Closed when it is over.
    over: watch::Receiver<()>,
}

/// What to do for a token.
#[derive(Debug)]
enum NextStep {
    Use,
    /// Wait for the fetch, until that time if there is one.
    Wait(Fetch, Option<Instant>),
    Fetch,
}

impl CachedKeys {
    fn new() -> Self {
        Self {
            keys: Arc::new([]),
            fetched: None,
            failed: None,
            fetch: None,
        }
    }

    fn usable_keys(&self, now: Instant) -> Option<Arc<[Key]>> {
        let fetched = self.fetched?;
        (now.duration_since(fetched) < STALE).then(|| Arc::clone(&self.keys))
    }

    /// What to do for a token whose key is among the keys, or is not.
    fn next_step(&self, is_known: bool, now: Instant) -> NextStep {
        let age = self.fetched.map(|fetched| now.duration_since(fetched));
        let is_usable = is_known && age.is_some_and(|age| age < STALE);
        if is_usable && age.is_some_and(|age| age < FRESH) {
            return NextStep::Use;
        }
        if let Some(fetch) = &self.fetch {
            let until = is_usable.then(|| fetch.started + PATIENCE);
            return match until {
                Some(until) if until <= now => NextStep::Use,
                until => NextStep::Wait(fetch.clone(), until),
            };
        }
        // A token with an unknown key id costs its sender nothing. Without the pause, each one
        // would become a request to the issuer.
        let is_paused = self
            .failed
            .is_some_and(|failed| now.duration_since(failed) < PAUSE);
        match is_paused {
            true => NextStep::Use,
            false => NextStep::Fetch,
        }
    }
}

impl KeyCache {
    pub(super) fn new(executor: Arc<HttpExecutor>, issuer: String) -> Self {
        Self {
            executor,
            issuer,
            known: Mutex::new(CachedKeys::new()),
        }
    }

    /// The keys to check the token with; `None` if there are none that can be used.
    pub(super) async fn keys_for(self: &Arc<Self>, token: &Jwt<'_>) -> Option<Arc<[Key]>> {
        let (mut over, until) = {
            let mut known = self.lock_keys();
            let is_known = token.has_candidate(&known.keys);
            let (fetch, until) = match known.next_step(is_known, Instant::now()) {
                NextStep::Use => return known.usable_keys(Instant::now()),
                NextStep::Wait(fetch, until) => (fetch, until),
                NextStep::Fetch => {
                    let fetch = self.start_fetch(&mut known, is_known);
                    let until = fetch.started + PATIENCE;
                    let is_usable = is_known && known.usable_keys(fetch.started).is_some();
                    (fetch, is_usable.then_some(until))
                }
            };
            (fetch.over, until)
        };
        // Nothing is ever sent: the sender is dropped, which ends the wait with an error.
        match until {
            Some(until) => {
                let _ = timeout_at(until, over.changed()).await;
            }
            None => {
                let _ = over.changed().await;
            }
        }
        let mut known = self.lock_keys();
        if token.has_candidate(&known.keys)
            && known.fetch.is_none()
            && known.has_fetched_since_failure()
        {
            known.failed = None;
        }
        known.usable_keys(Instant::now())
    }

    /// Starts a task of its own, so that a client that leaves doesn't end the fetch that others wait
    /// for.
    fn start_fetch(self: &Arc<Self>, known: &mut CachedKeys, is_known: bool) -> Fetch {
        let (sender, over) = watch::channel(());
        let fetch = Fetch {
            started: Instant::now(),
            over,
        };
        known.fetch = Some(fetch.clone());
        // Until the key has turned up it counts as made up; otherwise the next made-up one could
        // start a fetch as soon as this one is over.
        if !is_known {
            known.failed = Some(fetch.started);
        }
        let cache = Arc::clone(self);
        tokio::spawn(async move {
            let fetched = issuer::fetch_keys(&cache.executor, &cache.issuer).await;
            cache.store_keys(fetched);
            // Dropped after the keys are stored, so that waiting calls find them.
            drop(sender);
        });
        fetch
    }

    fn store_keys(&self, fetched: Result<Vec<Key>, String>) {
        let mut known = self.lock_keys();
        known.fetch = None;
        match fetched {
            Ok(keys) => {
                known.keys = keys.into();
                known.fetched = Some(Instant::now());
            }
            Err(error) => {
                known.failed = Some(Instant::now());
                tracing::warn!(%error, "cannot fetch the keys of access tokens");
            }
        }
    }

    fn lock_keys(&self) -> MutexGuard<'_, CachedKeys> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CachedKeys {
    /// Whether the last fetch brought keys.
    fn has_fetched_since_failure(&self) -> bool {
        self.failed
            .zip(self.fetched)
            .is_some_and(|(failed, fetched)| failed <= fetched)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fetch(started: Instant) -> Option<Fetch> {
        let (_, over) = watch::channel(());
        Some(Fetch { started, over })
    }

    fn known(age: Option<Duration>, now: Instant) -> CachedKeys {
        CachedKeys {
            fetched: age.map(|age| now - age),
            ..CachedKeys::new()
        }
    }

    fn describe(next: &NextStep, now: Instant) -> String {
        match next {
            NextStep::Use => "use".to_owned(),
            NextStep::Wait(_, None) => "wait".to_owned(),
            NextStep::Wait(_, Some(until)) => format!("wait {} ms", (*until - now).as_millis()),
            NextStep::Fetch => "fetch".to_owned(),
        }
    }

    #[test]
    fn a_token_waits_no_longer_than_it_has_to() {
        let now = Instant::now() + 2 * STALE;
        let (young, old) = (Duration::from_secs(1), FRESH + Duration::from_secs(1));
        let just = now - Duration::from_millis(300);
        let long_ago = now - PATIENCE;
        // The age of the keys, the fetch that is running, whether the token's key is known.
        for (age, running, is_known, expected) in [
            (Some(young), None, true, "use"),
            (Some(young), fetch(just), true, "use"),
            (Some(young), None, false, "fetch"),
            (Some(young), fetch(long_ago), false, "wait"),
            (Some(old), None, true, "fetch"),
            (Some(old), fetch(just), true, "wait 700 ms"),
            (Some(old), fetch(long_ago), true, "use"),
            (Some(STALE), fetch(long_ago), true, "wait"),
            (Some(STALE), None, true, "fetch"),
            (None, None, false, "fetch"),
            (None, fetch(long_ago), false, "wait"),
        ] {
            let mut known = known(age, now);
            known.fetch = running;
            let next = known.next_step(is_known, now);
            assert_eq!(describe(&next, now), expected, "{age:?}, known: {is_known}");
        }
    }

    #[test]
    fn nothing_is_fetched_for_a_while_after_it_was_in_vain() {
        let now = Instant::now() + 2 * STALE;
        let mut known = known(Some(FRESH), now);
        known.failed = Some(now - PAUSE / 2);
        for is_known in [true, false] {
            let next = known.next_step(is_known, now);
            assert_eq!(describe(&next, now), "use");
        }
        known.failed = Some(now - PAUSE);
        assert_eq!(describe(&known.next_step(false, now), now), "fetch");
    }

    #[test]
    fn keys_are_not_used_for_ever() {
        let now = Instant::now() + 2 * STALE;
        assert!(known(Some(STALE), now).usable_keys(now).is_none());
        assert!(known(Some(STALE / 2), now).usable_keys(now).is_some());
        assert!(known(None, now).usable_keys(now).is_none());
    }
}
