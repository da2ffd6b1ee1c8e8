//! How many calls run at once, those included that wait for their turn to go upstream.
//!
//! A call that waits costs memory too. One more than the limit is rejected at once, with an error that
//! says so: a client that waits for nothing would send it again, and make it worse.

use std::sync::atomic::{AtomicUsize, Ordering};

/// How many calls may run at once unless that is set. Each takes about 80 KB while it waits, and
/// allocators do not give that back to the system.
pub(crate) const MAX_CALLS: usize = 500;

/// The calls that run.
#[derive(Debug, Default)]
pub(super) struct Admission {
    running: AtomicUsize,
}

/// A call that runs, until it is dropped.
#[derive(Debug)]
pub(super) struct AdmissionPermit<'a>(&'a AtomicUsize);

impl Admission {
    /// Counts a call, unless as many run already as may.
    pub(super) fn admit_call(&self, most: usize) -> Option<AdmissionPermit<'_>> {
        // Added before the comparison: to compare first would let two calls take the last place. Dropping the
        // permit takes it back.
        let running = self.running.fetch_add(1, Ordering::Relaxed);
        let admitted = AdmissionPermit(&self.running);
        (running < most).then_some(admitted)
    }

    /// Whether no call runs.
    pub(super) fn is_idle(&self) -> bool {
        self.running.load(Ordering::Relaxed) == 0
    }
}

impl Drop for AdmissionPermit<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn admits_as_many_as_may_run() {
        let admission = Admission::default();
        let first = admission.admit_call(2);
        let second = admission.admit_call(2);
        assert!(first.is_some() && second.is_some());
        assert!(admission.admit_call(2).is_none());
        assert!(
            admission.admit_call(2).is_none(),
            "those rejected do not count"
        );
        drop(first);
        assert!(admission.admit_call(2).is_some());
        drop(second);
        assert_eq!(admission.running.load(Ordering::Relaxed), 0);
    }
}
