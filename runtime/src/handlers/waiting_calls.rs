//! How many calls may wait for their clients at once.
//!
//! A call that waits for a person keeps its place among the calls that may run, for minutes, and its client may
//! have left. So there is a limit for a server, which leaves room for calls that do not wait, and one for a
//! session, so that one client does not take all of it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many calls of a session may wait, and of all clients without one together.
const MAX_PER_SESSION: usize = 10;

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
    pub(crate) fn add_call(&self, session: &str, most: usize) -> Option<WaitingCall<'_>> {
        let mut waiting = self.lock_sessions();
        if waiting.values().sum::<usize>() >= most {
            return None;
        }
        let own = waiting.entry(session.to_owned()).or_default();
        if *own >= MAX_PER_SESSION {
            return None;
        }
        *own += 1;
        Some(WaitingCall {
            all: self,
            session: session.to_owned(),
        })
    }

    fn lock_sessions(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for WaitingCall<'_> {
    fn drop(&mut self) {
        let mut waiting = self.all.lock_sessions();
        if let Some(own) = waiting.get_mut(&self.session) {
            *own = own.saturating_sub(1);
            // Removed, or the map would keep an entry for each session that ever waited.
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
        let of_ada: Vec<_> = (0..12).map_while(|_| calls.add_call("ada", 15)).collect();
        assert_eq!(of_ada.len(), MAX_PER_SESSION);
        let of_eve: Vec<_> = (0..12).map_while(|_| calls.add_call("eve", 15)).collect();
        assert_eq!(of_eve.len(), 5);
        drop(of_ada);
        assert!(calls.add_call("eve", 15).is_some());
        drop(of_eve);
        assert!(calls.lock_sessions().is_empty());
    }
}
