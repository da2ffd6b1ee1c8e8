use std::sync::{Arc, Mutex, PoisonError};

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

    /// Notes or reads what went between the server and the upstream.
    #[cfg(feature = "client")]
    pub(crate) fn traffic<T>(&self, with: impl FnOnce(&mut Traffic) -> T) -> T {
        with(&mut self.traffic.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
