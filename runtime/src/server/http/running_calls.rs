//! The calls that run for clients over HTTP, so that a notification in another request can cancel
//! one.
//!
//! Nothing in stateless HTTP says that two requests are of the same client, and every client counts
//! its requests from 0. So a call is known by its id and by all that is known of its [`Caller`], and
//! a cancellation that may mean another client's call is ignored: a call that runs to its end does
//! less harm than one that is cancelled for somebody else.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, DefaultHasher, Hash, Hasher, RandomState};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::http::HeaderMap;
use axum::http::header::USER_AGENT;
use rmcp::model::RequestId;
use tokio_util::sync::CancellationToken;

use super::client_identity::ClientIdentity;
use super::sessions::SESSION_HEADER;

/// The first revision whose clients cancel a call by closing its response, never by a notification (MCP,
/// "Cancellation"). Revisions are dates, so their names are in order.
const FIRST_WITHOUT_NOTIFICATIONS: &[u8] = b"2026-07-28";

/// What is known of the sender of a request. Two clients can be the same caller: programs of one
/// kind, on one machine, with one token.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::server) struct Caller {
    client: ClientIdentity,
    address: ClientIdentity,
    /// The hash of `User-Agent` and of the session; it only tells callers apart, so a collision does no harm.
    program: u64,
    /// Whether a notification of its could mean a call. The others' calls are told apart from these, as every
    /// client counts from 0 and one of each kind would make all cancellations ambiguous.
    notifies: bool,
}

impl Caller {
    /// `None` if the address is not known: then too little is.
    pub(super) fn new(
        client: ClientIdentity,
        address: ClientIdentity,
        headers: &HeaderMap,
    ) -> Option<Self> {
        if address == ClientIdentity::Unknown {
            return None;
        }
        let mut hasher = DefaultHasher::new();
        // Two programs on one machine mostly differ in this header.
        headers.get(USER_AGENT).hash(&mut hasher);
        // A session is a client of its own.
        headers.get(SESSION_HEADER).hash(&mut hasher);
        Some(Self {
            client,
            address,
            program: hasher.finish(),
            notifies: headers
                .get("mcp-protocol-version")
                .is_none_or(|revision| revision.as_bytes() < FIRST_WITHOUT_NOTIFICATIONS),
        })
    }
}

impl Caller {
    /// Whose token opened the server; `None` if nobody needs one.
    pub(in crate::server) fn token_holder(&self) -> Option<String> {
        match &self.client {
            ClientIdentity::Token(digest) => Some(format!("token {digest}")),
            ClientIdentity::Subject(subject) => Some(format!("subject {subject}")),
            ClientIdentity::Address(_) | ClientIdentity::Unknown => None,
        }
    }
}

/// For how long the id of a call that has ended is not taken for that of another one. A client may
/// cancel a call that has just been answered, and mean none that has begun since.
const RECENT: Duration = Duration::from_secs(5);

/// How many calls are known before those that ended are looked through.
const FIRST_CLEANUP: usize = 1_024;

#[derive(Debug, Default)]
pub(in crate::server) struct RunningCalls {
    table: Mutex<Table>,
    hasher: RandomState,
}

#[derive(Debug, Default)]
struct Table {
    calls: HashMap<Key, Entry>,
    /// The size at which entries that are over are removed.
    cleanup_at: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    caller: Caller,
    /// The hash of the request's id, which may be as long as a request. Two ids with one hash would make a
    /// cancellation ambiguous, and nobody can choose such ids.
    id: u64,
}

/// The calls with the same key.
#[derive(Debug, Default)]
struct Entry {
    running: usize,
    /// When the last of those that are over has ended.
    ended: Option<Instant>,
    /// Cancels the call that is running, if it is only one.
    token: CancellationToken,
}

impl Entry {
    fn has_recently_ended(&self, now: Instant) -> bool {
        self.ended
            .is_some_and(|ended| now.saturating_duration_since(ended) < RECENT)
    }
}

/// What a cancellation did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cancellation {
    Done,
    /// No such call is running here.
    Unknown,
    /// It may mean more than one call.
    Ambiguous,
}

/// A call that is running until this is dropped.
#[derive(Debug)]
pub(in crate::server) struct RunningCall<'t> {
    table: &'t RunningCalls,
    key: Key,
    token: CancellationToken,
}

impl RunningCall<'_> {
    /// Resolves when the client has cancelled the call.
    pub(in crate::server) async fn cancelled(&self) {
        self.token.cancelled().await;
    }
}

impl Drop for RunningCall<'_> {
    fn drop(&mut self) {
        self.table.end_call(&self.key, Instant::now());
    }
}

impl RunningCalls {
    pub(in crate::server) fn begin_call(&self, caller: &Caller, id: &RequestId) -> RunningCall<'_> {
        let key = self.call_key(caller, id);
        let mut table = self.lock_table();
        table.clean_up(Instant::now());
        let entry = table.calls.entry(key.clone()).or_default();
        entry.running += 1;
        // A new call must not start cancelled because an earlier one with the same id was.
        if entry.running == 1 || entry.token.is_cancelled() {
            entry.token = CancellationToken::new();
        }
        let token = entry.token.clone();
        RunningCall {
            table: self,
            key,
            token,
        }
    }

    /// Cancels the call, if it is clear which one is meant.
    pub(super) fn cancel_call(
        &self,
        caller: &Caller,
        id: &RequestId,
        now: Instant,
    ) -> Cancellation {
        let key = self.call_key(caller, id);
        let table = self.lock_table();
        let Some(entry) = table.calls.get(&key) else {
            return Cancellation::Unknown;
        };
        match entry.running {
            0 => Cancellation::Unknown,
            // The notification may have been sent before that earlier call was answered. Cancelling
            // the wrong call would be worse than cancelling none.
            1 if !entry.has_recently_ended(now) => {
                entry.token.cancel();
                Cancellation::Done
            }
            _ => Cancellation::Ambiguous,
        }
    }

    fn end_call(&self, key: &Key, now: Instant) {
        if let Some(entry) = self.lock_table().calls.get_mut(key) {
            entry.running = entry.running.saturating_sub(1);
            entry.ended = Some(now);
        }
    }

    fn call_key(&self, caller: &Caller, id: &RequestId) -> Key {
        Key {
            caller: caller.clone(),
            id: self.hasher.hash_one(id),
        }
    }

    fn lock_table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    /// Forgets calls that ended some time ago, once the table has doubled.
    fn clean_up(&mut self, now: Instant) {
        if self.calls.len() < self.cleanup_at.max(FIRST_CLEANUP) {
            return;
        }
        let is_needed = |entry: &Entry| entry.running > 0 || entry.has_recently_ended(now);
        self.calls.retain(|_, entry| is_needed(entry));
        self.cleanup_at = self.calls.len() * 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::http::client_identity::TokenDigest;

    fn caller(token: u8, program: &str) -> Caller {
        let headers = HeaderMap::from_iter([(USER_AGENT, program.parse().expect("is a header"))]);
        let address = ClientIdentity::Address([127, 0, 0, 1].into());
        let client = ClientIdentity::Token(TokenDigest::from_token(&[token]));
        Caller::new(client, address, &headers).expect("has an address")
    }

    fn is_cancelled(call: &RunningCall<'_>) -> bool {
        call.token.is_cancelled()
    }

    #[test]
    fn only_its_caller_cancels_a_call() {
        let (calls, id, now) = (
            RunningCalls::default(),
            RequestId::Number(1),
            Instant::now(),
        );
        let ada = caller(0, "a");
        let call = calls.begin_call(&ada, &id);
        for other in [caller(1, "a"), caller(0, "b")] {
            assert_eq!(calls.cancel_call(&other, &id, now), Cancellation::Unknown);
        }
        let text = RequestId::String("1".into());
        assert_eq!(calls.cancel_call(&ada, &text, now), Cancellation::Unknown);
        assert!(!is_cancelled(&call));
        assert_eq!(calls.cancel_call(&ada, &id, now), Cancellation::Done);
        assert!(is_cancelled(&call));
        drop(call);
        assert_eq!(calls.cancel_call(&ada, &id, now), Cancellation::Unknown);
        let headers = HeaderMap::new();
        assert_eq!(
            Caller::new(
                ClientIdentity::Token(TokenDigest::from_token(b"0")),
                ClientIdentity::Unknown,
                &headers
            ),
            None
        );
    }

    #[test]
    fn what_may_mean_two_calls_cancels_none() {
        let (calls, id, ada) = (
            RunningCalls::default(),
            RequestId::Number(1),
            caller(0, "a"),
        );
        let (first, second) = (calls.begin_call(&ada, &id), calls.begin_call(&ada, &id));
        let now = Instant::now();
        assert_eq!(calls.cancel_call(&ada, &id, now), Cancellation::Ambiguous);
        drop(first);
        let now = Instant::now();
        assert_eq!(calls.cancel_call(&ada, &id, now), Cancellation::Ambiguous);
        assert!(!is_cancelled(&second));
        assert_eq!(
            calls.cancel_call(&ada, &id, now + RECENT),
            Cancellation::Done
        );
        assert!(is_cancelled(&second));
        let third = calls.begin_call(&ada, &id);
        assert!(
            !is_cancelled(&third),
            "a cancellation is of calls that were running"
        );
    }

    #[test]
    fn the_table_forgets_calls() {
        let (calls, ada) = (RunningCalls::default(), caller(0, "a"));
        for id in 0..5_000 {
            drop(calls.begin_call(&ada, &RequestId::Number(id)));
        }
        let running = calls.begin_call(&ada, &RequestId::Number(-1));
        let mut table = calls.lock_table();
        table.cleanup_at = 0;
        table.clean_up(Instant::now() + RECENT);
        assert_eq!(table.calls.len(), 1);
        drop(table);
        drop(running);
    }
}
