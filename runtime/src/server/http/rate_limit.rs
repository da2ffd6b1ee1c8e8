//! Rate limits per client, by the generic cell rate algorithm (GCRA).
//!
//! See <https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm>. The table of clients is bounded; clients beyond it
//! share one allowance.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::client_identity::ClientIdentity;

/// How many requests each client may send: so many in a minute, at once or one after another, and
/// then as many as come back with time.
#[derive(Debug)]
pub(super) struct RateLimiter {
    /// The time that a request costs.
    cost: Duration,
    /// When the client will have all of its requests back (GCRA's theoretical arrival time). A
    /// client that has them all is not in it.
    spent: Mutex<HashMap<ClientIdentity, Instant>>,
}

const MINUTE: Duration = Duration::from_secs(60);
/// So many clients are counted one by one; any more at the same time are counted as one.
const MAX_CLIENTS: usize = 10_000;

impl RateLimiter {
    pub(super) fn new(per_minute: NonZeroU32) -> Self {
        Self {
            cost: MINUTE / per_minute.get(),
            spent: Mutex::default(),
        }
    }

    /// Takes a request of the client's, or says how long it has to wait for one.
    pub(super) fn take_request(
        &self,
        client: &ClientIdentity,
        now: Instant,
    ) -> Result<(), Duration> {
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        // Clients that have all their requests back need no entry.
        if !spent.contains_key(client) && spent.len() >= MAX_CLIENTS {
            spent.retain(|_, back| *back > now);
        }
        let client = match spent.contains_key(client) || spent.len() < MAX_CLIENTS {
            true => client,
            false => &ClientIdentity::Unknown,
        };
        let back = spent.get(client).map_or(now, |back| (*back).max(now)) + self.cost;
        match back.saturating_duration_since(now).checked_sub(MINUTE) {
            Some(wait) if !wait.is_zero() => Err(wait),
            _ => {
                spent.insert(client.clone(), back);
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::http::client_identity::TokenDigest;

    fn token_client(number: usize) -> ClientIdentity {
        ClientIdentity::Token(TokenDigest::from_token(&number.to_be_bytes()))
    }

    fn rate_limiter(per_minute: u32) -> RateLimiter {
        RateLimiter::new(NonZeroU32::new(per_minute).expect("is above zero"))
    }

    #[test]
    fn each_client_has_its_own() {
        let (rates, now) = (rate_limiter(3), Instant::now());
        let (ada, bob) = (token_client(0), token_client(1));
        for _ in 0..3 {
            assert_eq!(rates.take_request(&ada, now), Ok(()));
        }
        assert_eq!(rates.take_request(&ada, now), Err(Duration::from_secs(20)));
        assert_eq!(rates.take_request(&bob, now), Ok(()));
        let later = now + Duration::from_secs(15);
        assert_eq!(rates.take_request(&ada, later), Err(Duration::from_secs(5)));
        let later = now + Duration::from_secs(20);
        assert_eq!(rates.take_request(&ada, later), Ok(()));
        assert!(rates.take_request(&ada, later).is_err());
        let rested = now + 3 * MINUTE;
        let taken = (0..5).filter(|_| rates.take_request(&ada, rested).is_ok());
        assert_eq!(taken.count(), 3, "no more is saved up than a minute's");
    }

    #[test]
    fn the_table_has_an_end() {
        let (rates, now) = (rate_limiter(1), Instant::now());
        for number in 0..MAX_CLIENTS {
            assert_eq!(rates.take_request(&token_client(number), now), Ok(()));
        }
        assert_eq!(rates.take_request(&token_client(MAX_CLIENTS), now), Ok(()));
        assert!(
            rates
                .take_request(&token_client(MAX_CLIENTS + 1), now)
                .is_err(),
            "is one of many"
        );
        assert!(rates.spent.lock().unwrap().len() <= MAX_CLIENTS + 1);
        let rested = now + MINUTE;
        assert_eq!(
            rates.take_request(&token_client(MAX_CLIENTS + 1), rested),
            Ok(())
        );
        assert_eq!(rates.spent.lock().unwrap().len(), 1);
    }
}
