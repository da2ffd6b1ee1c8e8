//! What a server under test did that no request sees: lines on its standard output that are not messages, messages
//! that are too long, more notifications than anybody reads, and the end of the connection.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::process::lock;

/// Characters of a line that are kept as evidence.
const EXCERPT: usize = 200;

/// How much a server may send without answering anything: bytes that are not messages, and notifications.
const MAX_NOISE_BYTES: usize = 4 * 1024 * 1024;
const MAX_NOTIFICATIONS: usize = 100_000;

/// How many requests a server may send without answering any.
const MAX_REQUESTS: usize = 100_000;

/// How many answers may wait for a server to read them.
const MAX_WAITING_ANSWERS: usize = 5_000;

/// What was noted of a connection.
#[derive(Debug, Default)]
pub(crate) struct Journal {
    notes: Mutex<Notes>,
    /// Whether the server said that its list of tools has changed since the list was last asked for.
    tools_changed: AtomicBool,
}

#[derive(Debug, Default)]
struct Notes {
    noise_lines: usize,
    noise_bytes: usize,
    last_noise: Option<String>,
    notifications: usize,
    requests: usize,
    /// Answers to requests of the server that were not sent yet.
    waiting_answers: usize,
    closed: Option<Closing>,
}

/// Why and when a connection ended.
#[derive(Clone, Debug)]
pub(crate) struct Closing {
    pub(crate) reason: String,
    pub(crate) at: DateTime<Utc>,
}

impl Journal {
    /// Notes a line that is not a message. An error says why no more are read.
    pub(crate) fn note_noise(&self, line: &[u8]) -> Result<(), String> {
        let mut notes = lock(&self.notes);
        notes.noise_lines += 1;
        notes.noise_bytes += line.len();
        notes.last_noise = Some(excerpt(&String::from_utf8_lossy(line)));
        if notes.noise_bytes <= MAX_NOISE_BYTES {
            return Ok(());
        }
        Err(format!(
            "the server wrote {} lines with {} bytes to its standard output that are not JSON-RPC messages",
            notes.noise_lines, notes.noise_bytes
        ))
    }

    /// Notes that a notification came. An error says why no more are read.
    pub(crate) fn note_notification(&self) -> Result<(), String> {
        let mut notes = lock(&self.notes);
        notes.notifications += 1;
        if notes.notifications <= MAX_NOTIFICATIONS {
            return Ok(());
        }
        Err(format!(
            "the server sent {MAX_NOTIFICATIONS} notifications without answering a request"
        ))
    }

    /// Notes that a request of the server came, whose answer waits to be sent. An error says why no more are read.
    pub(crate) fn note_request(&self) -> Result<(), String> {
        let mut notes = lock(&self.notes);
        notes.requests += 1;
        notes.waiting_answers += 1;
        if notes.waiting_answers > MAX_WAITING_ANSWERS {
            return Err(format!(
                "the server sent {MAX_WAITING_ANSWERS} requests without reading the answers"
            ));
        }
        if notes.requests > MAX_REQUESTS {
            return Err(format!(
                "the server sent {MAX_REQUESTS} requests without answering one"
            ));
        }
        Ok(())
    }

    /// Notes that an answer to a request of the server was sent, or cannot be.
    pub(crate) fn note_sent_answer(&self) {
        let mut notes = lock(&self.notes);
        // Pings before the introduction are answered without being noted.
        notes.waiting_answers = notes.waiting_answers.saturating_sub(1);
    }

    /// Notes that a request was answered: what comes beside answers is counted anew.
    pub(crate) fn note_answer(&self) {
        let mut notes = lock(&self.notes);
        notes.notifications = 0;
        notes.requests = 0;
    }

    /// Notes why the connection has ended. The first reason is the one that counts.
    pub(crate) fn note_end(&self, reason: impl Into<String>) {
        let mut notes = lock(&self.notes);
        notes.closed.get_or_insert_with(|| Closing {
            reason: reason.into(),
            at: Utc::now(),
        });
    }

    pub(crate) fn closing(&self) -> Option<Closing> {
        lock(&self.notes).closed.clone()
    }

    pub(crate) fn note_changed_tools(&self) {
        self.tools_changed.store(true, Ordering::Relaxed);
    }

    /// Whether the tools have changed since this was last asked.
    pub(crate) fn take_changed_tools(&self) -> bool {
        self.tools_changed.swap(false, Ordering::Relaxed)
    }

    /// The lines that are not messages, as a detail of an error; none if there were none.
    pub(crate) fn noise(&self) -> Option<Value> {
        let notes = lock(&self.notes);
        let last = notes.last_noise.as_ref()?;
        Some(json!({
            "lines": notes.noise_lines,
            "bytes": notes.noise_bytes,
            "last": last,
        }))
    }
}

/// The beginning of a text.
pub(crate) fn excerpt(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(EXCERPT) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_ended_and_described() {
        let journal = Journal::default();
        let line = [b'x'; 1024 * 1024];
        for _ in 0..4 {
            assert_eq!(journal.note_noise(&line), Ok(()));
        }
        let error = journal.note_noise(&line).expect_err("is a flood");
        assert!(error.contains("5 lines with 5242880 bytes"), "{error}");
        let noise = journal.noise().expect("was noted");
        assert!(noise["last"].as_str().is_some_and(|last| last.len() < 300));
    }

    #[test]
    fn requests_are_counted_as_their_answers_are_sent() {
        let journal = Journal::default();
        for _ in 0..MAX_REQUESTS {
            assert_eq!(journal.note_request(), Ok(()));
            journal.note_sent_answer();
        }
        let error = journal.note_request().expect_err("is a flood");
        assert!(error.contains("without answering"), "{error}");
        journal.note_answer();
        for _ in 1..MAX_WAITING_ANSWERS {
            assert_eq!(journal.note_request(), Ok(()));
        }
        let error = journal.note_request().expect_err("nothing is read");
        assert!(error.contains("without reading the answers"), "{error}");
    }

    #[test]
    fn notifications_are_counted_between_answers() {
        let journal = Journal::default();
        for _ in 0..MAX_NOTIFICATIONS {
            assert_eq!(journal.note_notification(), Ok(()));
        }
        journal.note_answer();
        assert_eq!(journal.note_notification(), Ok(()));
    }
}
