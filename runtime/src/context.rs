//! What one call knows of its client, and what it reports while it runs: headers of the client's request, progress,
//! figures of the traffic with the upstream, and memory that is held until the call ends. It is a handle that is
//! cheap to clone. It does not know how a client is told.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

#[cfg(feature = "client")]
use crate::memory::{Memory, Reservation};

/// What a call knows of the client that made it.
///
/// ```
/// use toolwright::CallContext;
///
/// let context = CallContext::default().with_header("X-Tenant", "blue");
/// assert_eq!(context.header("x-tenant"), Some("blue"));
/// context.report("12 events so far");
/// assert_eq!(context.reported(), "12 events so far");
/// ```
#[derive(Clone, Debug, Default)]
pub struct CallContext {
    headers: Vec<(String, HeaderSecret)>,
    report: Arc<Mutex<Report>>,
    #[cfg(feature = "client")]
    upstream_stats: Arc<Mutex<UpstreamStats>>,
    /// What the calls of a server share; a call that no server makes has what it takes.
    #[cfg(feature = "client")]
    memory: Option<Arc<Memory>>,
    /// Bytes of the longest JSON that is parsed, as a client is sent a part of longer JSON.
    #[cfg(feature = "client")]
    longest_json: Option<usize>,
    /// What the answer of the upstream takes of it.
    #[cfg(feature = "client")]
    reserved: Arc<Mutex<Vec<Reservation>>>,
}

/// What a call has said of its progress.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Report {
    /// The latest message; empty: none.
    pub(crate) message: String,
    /// How far the call has come, on a scale of its own.
    pub(crate) progress: Option<Progress>,
}

/// How far a call has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Progress {
    pub(crate) value: f64,
    pub(crate) total: Option<f64>,
}

/// Figures about the requests that a call sent upstream; nothing of their content.
#[cfg(feature = "client")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct UpstreamStats {
    /// The last response.
    pub(crate) status: Option<u16>,
    /// Requests that were sent.
    pub(crate) attempts: u32,
    /// Bytes of the request's body, each time that it was sent.
    pub(crate) request_bytes: u64,
    /// Bytes of the body of the last response, decompressed.
    pub(crate) response_bytes: u64,
}

/// The value of a header, which may be a credential.
#[derive(Clone)]
struct HeaderSecret(String);

impl std::fmt::Debug for HeaderSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("…")
    }
}

impl CallContext {
    /// Adds a header of the client's HTTP request.
    #[must_use]
    pub fn with_header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), HeaderSecret(value.into())));
        self
    }

    /// The first header of that name in the client's HTTP request; none over stdio.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let (_, value) = headers.find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        Some(&value.0)
    }

    /// Says how far the call has come. A client that asked for progress gets the latest word within
    /// a second.
    pub fn report(&self, text: impl Into<String>) {
        self.lock_report().message = text.into();
    }

    /// Says how far the call has come in numbers: the value so far, of a total if that is known, and a
    /// message, which may be empty. See [`Call::report_progress`](crate::Call::report_progress).
    ///
    /// ```
    /// use toolwright::CallContext;
    ///
    /// let context = CallContext::default();
    /// context.report_progress(3.0, Some(10.0), "3 of 10 pages");
    /// assert_eq!(context.reported(), "3 of 10 pages");
    /// ```
    pub fn report_progress(&self, value: f64, total: Option<f64>, message: impl Into<String>) {
        let mut report = self.lock_report();
        report.message = message.into();
        // JSON has neither NaN nor infinity.
        if value.is_finite() {
            let total = total.filter(|total| total.is_finite());
            report.progress = Some(Progress { value, total });
        }
    }

    /// What was reported last; empty when nothing was.
    pub fn reported(&self) -> String {
        self.lock_report().message.clone()
    }

    #[cfg(feature = "server")]
    pub(crate) fn latest_report(&self) -> Report {
        self.lock_report().clone()
    }

    fn lock_report(&self) -> MutexGuard<'_, Report> {
        self.report.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A call that takes its memory from there.
    #[cfg(feature = "server")]
    pub(crate) fn with_memory(mut self, memory: &Arc<Memory>) -> Self {
        self.memory = Some(Arc::clone(memory));
        self
    }

    /// Lets JSON that is longer be a text, which is truncated as such. Who does not truncate it needs all of it.
    #[cfg(feature = "server")]
    pub(crate) fn with_longest_json(mut self, bytes: usize) -> Self {
        self.longest_json = Some(bytes);
        self
    }

    #[cfg(feature = "client")]
    pub(crate) fn longest_json(&self) -> Option<usize> {
        self.longest_json
    }

    #[cfg(feature = "client")]
    pub(crate) fn memory(&self) -> Option<&Memory> {
        self.memory.as_deref()
    }

    /// Keeps memory until the call is over, or until it sends another request: a handler that sends
    /// many would otherwise wait for itself.
    #[cfg(feature = "client")]
    pub(crate) fn keep_reserved(&self, reservations: Vec<Reservation>) {
        *self.reserved.lock().unwrap_or_else(PoisonError::into_inner) = reservations;
    }

    /// Notes or reads what went between the server and the upstream.
    #[cfg(feature = "client")]
    pub(crate) fn with_upstream_stats<T>(&self, with: impl FnOnce(&mut UpstreamStats) -> T) -> T {
        with(
            &mut self
                .upstream_stats
                .lock()
                .unwrap_or_else(PoisonError::into_inner),
        )
    }
}
