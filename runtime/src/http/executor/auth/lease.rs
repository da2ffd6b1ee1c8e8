//! A token that is fetched when it is first needed and shared by all calls until it expires. Concurrent calls wait
//! for one fetch and share its result. It does not know how a token is fetched.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::Mutex;

use crate::http::executor::auth::secret::Secret;
use crate::http::executor::auth::token::Token;

/// A token that is fetched when it is needed, by one call for all that wait for it.
#[derive(Debug, Default)]
pub(super) struct Lease {
    state: Arc<Mutex<LeaseState>>,
    /// How many fetches have ended.
    fetches: Arc<AtomicU64>,
}

#[derive(Debug, Default)]
struct LeaseState {
    token: Option<Token>,
    failure: Option<String>,
}

/// A token for one call.
#[derive(Clone, Debug)]
pub(super) struct LeasedToken {
    pub(super) secret: Secret,
    /// It was fetched for this very call: another one would be no better.
    pub(super) is_fresh: bool,
}

impl Lease {
    /// The token, if it is current and not `rejected`; else what `fetch` makes of the one that was
    /// there. Whoever waited while a fetch failed gets the same failure.
    pub(super) async fn get_or_fetch<F>(
        &self,
        rejected: &[Secret],
        fetch: impl FnOnce(Option<Token>) -> F,
    ) -> Result<LeasedToken, String>
    where
        F: Future<Output = Result<Token, String>> + Send + 'static,
    {
        // Read before the lock: a fetch that ends while this call waits for the lock counts as one it has waited
        // for.
        let seen = self.fetches.load(Ordering::Acquire);
        let mut state = self.state.clone().lock_owned().await;
        let usable = state
            .token
            .clone()
            .filter(|token| !rejected.contains(&token.access));
        if let Some(token) = usable.as_ref().filter(|token| token.is_current()) {
            return Ok(LeasedToken {
                secret: token.access.clone(),
                is_fresh: false,
            });
        }
        if let Some(failure) = &state.failure
            && seen != self.fetches.load(Ordering::Acquire)
        {
            return Err(failure.clone());
        }
        let fetching = fetch(state.token.clone());
        let fetches = self.fetches.clone();
        // A task of its own: were it dropped with a call that is cancelled, the only copy of a new
        // refresh token would be, too.
        let fetched = tokio::spawn(async move {
            let fetched = fetching.await;
            fetches.fetch_add(1, Ordering::Release);
            state.failure = fetched.as_ref().err().cloned();
            match (fetched, usable) {
                (Ok(token), _) => {
                    let secret = token.access.clone();
                    state.token = Some(token);
                    Ok(LeasedToken {
                        secret,
                        is_fresh: true,
                    })
                }
                // The renewal failed early; the old token still works until it expires.
                (Err(_), Some(token)) if !token.is_expired() => Ok(LeasedToken {
                    secret: token.access,
                    is_fresh: false,
                }),
                (Err(why), _) => Err(why),
            }
        });
        fetched
            .await
            .unwrap_or_else(|_| Err("Fetching it ended early.".to_owned()))
    }
}
