//! How many calls may wait for their clients at once.
//!
//! A call that waits for a person keeps its place among the calls that may run, for minutes, and its client may
//! have left. So there is a limit for a server, which leaves room for calls that do not wait, and one for a
//! session, so that one client does not take all of it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many calls of a session may wait, and of all clients without one together.
const MOST_OF_A_SESSION: usize = 10;

/// The calls that wait, by their sessions.
#[derive(Debug, Default)]
pub(crate) struct WaitingCalls(Mutex<HashMap<String, usize>>);

/// A call that waits, until it is dropped.
#[derive(Debug)]
pub(crate) struct WaitingCall<'w> {
    all: &'w WaitingCalls,
    session: String,
}

impl WaitingCalls {
    /// Counts a call that begins to wait, unless `most` wait already or too many of its session.
    pub(crate) fn enter(&self, session: &str, most: usize) -> Option<WaitingCall<'_>> {
        let mut waiting = self.lock();
        if waiting.values().sum::<usize>() >= most {
            return None;
        }
        let own = waiting.entry(session.to_owned()).or_default();
        if *own >= MOST_OF_A_SESSION {
            return None;
        }
        *own += 1;
        Some(WaitingCall {
            all: self,
            session: session.to_owned(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for WaitingCall<'_> {
    fn drop(&mut self) {
        let mut waiting = self.all.lock();
        if let Some(own) = waiting.get_mut(&self.session) {
            *own = own.saturating_sub(1);
            if *own == 0 {
                waiting.remove(&self.session);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neither_a_server_nor_a_session_has_more_than_may_wait() {
        let calls = WaitingCalls::default();
        let of_ada: Vec<_> = (0..12).map_while(|_| calls.enter("ada", 15)).collect();
        assert_eq!(of_ada.len(), MOST_OF_A_SESSION);
        let of_eve: Vec<_> = (0..12).map_while(|_| calls.enter("eve", 15)).collect();
        assert_eq!(of_eve.len(), 5);
        drop(of_ada);
        assert!(calls.enter("eve", 15).is_some());
        drop(of_eve);
        assert!(calls.lock().is_empty());
    }
}
