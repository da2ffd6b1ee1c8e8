//! The time that archives give their files: fixed, so that the same input gives the same bytes.
//!
//! `SOURCE_DATE_EPOCH` chooses another one (<https://reproducible-builds.org/specs/source-date-epoch/>).

use chrono::{DateTime, Datelike as _, Timelike as _, Utc};
use thiserror::Error;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BuildTime(DateTime<Utc>);

#[derive(Debug, Error)]
#[error("SOURCE_DATE_EPOCH must be a number of seconds since 1970 (got {0:?})")]
pub(crate) struct BuildTimeError(String);

/// 1 January 1980, the first day that ZIP archives can express.
const FIRST: i64 = 315_532_800;

impl BuildTime {
    pub(crate) fn from_environment() -> Result<Self, BuildTimeError> {
        match std::env::var_os("SOURCE_DATE_EPOCH") {
            Some(text) => Self::parse(&text.to_string_lossy()),
            None => Self::parse(&FIRST.to_string()),
        }
    }

    fn parse(text: &str) -> Result<Self, BuildTimeError> {
        let seconds = text.trim().parse::<u32>().ok().map(i64::from);
        let time = seconds.and_then(|seconds| DateTime::from_timestamp(seconds, 0));
        time.map(Self)
            .ok_or_else(|| BuildTimeError(text.chars().take(80).collect()))
    }

    pub(crate) fn seconds(self) -> u64 {
        u64::try_from(self.0.timestamp()).unwrap_or_default()
    }

    /// As RFC 3339 has it.
    pub(crate) fn to_rfc3339(self) -> String {
        self.0.format("%Y-%m-%dT%H:%M:%SZ").to_string()
    }

    /// As ZIP has it: from 1980 on, in steps of two seconds. Earlier times are 1980.
    pub(crate) fn zip_time(self) -> zip::DateTime {
        let time = self.0;
        let part = |number: u32| u8::try_from(number).unwrap_or_default();
        let year = u16::try_from(time.year()).unwrap_or_default();
        let parts = [
            time.month(),
            time.day(),
            time.hour(),
            time.minute(),
            time.second(),
        ]
        .map(part);
        let [month, day, hour, minute, second] = parts;
        let time = zip::DateTime::from_date_and_time(year, month, day, hour, minute, second);
        time.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_the_environment() {
        let time = BuildTime::parse("1790000000").expect("is a time");
        assert_eq!(time.to_rfc3339(), "2026-09-21T14:13:20Z");
        assert_eq!(time.seconds(), 1_790_000_000);
        assert_eq!(time.zip_time().year(), 2026);
        let first = BuildTime::parse("0").expect("is a time");
        assert_eq!(first.zip_time(), zip::DateTime::default());
        for text in ["", "-1", "now", "99999999999999999999"] {
            assert!(BuildTime::parse(text).is_err(), "{text}");
        }
    }
}
