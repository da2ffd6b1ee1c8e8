use std::sync::{Arc, Mutex, PoisonError};

#[cfg(feature = "client")]
use crate::memory::{Memory, Reservation};
#[cfg(feature = "client")]
use crate::traffic::Traffic;

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
    headers: Vec<(String, Header)>,
    report: Arc<Mutex<String>>,
    #[cfg(feature = "client")]
    traffic: Arc<Mutex<Traffic>>,
    /// What the calls of a server share; a call that no server makes has what it takes.
    #[cfg(feature = "client")]
    memory: Option<Arc<Memory>>,
    /// What the answer of the upstream takes of it.
    #[cfg(feature = "client")]
    reserved: Arc<Mutex<Vec<Reservation>>>,
}

/// The value of a header, which may be a credential.
#[derive(Clone)]
struct Header(String);

impl std::fmt::Debug for Header {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("…")
    }
}

impl CallContext {
    /// Adds a header of the client's HTTP request.
    #[must_use]
    pub fn with_header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), Header(value.into())));
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
        *self.report.lock().unwrap_or_else(PoisonError::into_inner) = text.into();
    }

    /// What was reported last; empty when nothing was.
    pub fn reported(&self) -> String {
        let report = self.report.lock().unwrap_or_else(PoisonError::into_inner);
        report.clone()
    }

    /// A call that takes its memory from there.
    #[cfg(feature = "server")]
    pub(crate) fn with_memory(mut self, memory: &Arc<Memory>) -> Self {
        self.memory = Some(Arc::clone(memory));
        self
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
    pub(crate) fn traffic<T>(&self, with: impl FnOnce(&mut Traffic) -> T) -> T {
        with(&mut self.traffic.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
