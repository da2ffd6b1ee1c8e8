//! Times as all answers have them: ISO 8601 in UTC, and durations in whole milliseconds.

use std::time::{Duration, Instant};

use chrono::{DateTime, SecondsFormat, Utc};

/// A time, such as `2026-11-24T08:00:00.123Z`.
pub(crate) fn format_time(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// The time now.
pub(crate) fn format_now() -> String {
    format_time(Utc::now())
}

/// Whole milliseconds.
pub(crate) fn milliseconds(duration: Duration) -> i64 {
    duration.as_millis().try_into().unwrap_or(i64::MAX)
}

/// Measures how long an operation takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopwatch(Instant);

impl Stopwatch {
    pub(crate) fn start() -> Self {
        Self(Instant::now())
    }

    pub(crate) fn elapsed_ms(self) -> i64 {
        milliseconds(self.0.elapsed())
    }
}
