//! Points of time that lie ahead.

use std::time::{Duration, Instant};

/// Later than anything that a server waits for: a time limit can be set to any number of seconds, and the
/// clock of the system ends somewhere.
const FAR_AHEAD: Duration = Duration::from_secs(30 * 365 * 24 * 60 * 60);

/// The end of a time that begins now.
pub(crate) fn deadline_after(time: Duration) -> Instant {
    Instant::now() + time.min(FAR_AHEAD)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_time_is_too_long() {
        assert!(deadline_after(Duration::MAX) > deadline_after(Duration::from_secs(60)));
    }
}
