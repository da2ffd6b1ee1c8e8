//! Points in time: as the databases write them, as results show them, and as arguments give them.

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, SecondsFormat, TimeDelta, Utc};
use toolwright::ToolError;

/// A point in time.
pub(crate) type Time = DateTime<Utc>;

/// The time as results and SQLite have it: `2026-01-31T12:00:00Z`.
pub(crate) fn format_time(time: Time) -> String {
    time.to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// Reads what a database says: that form, or PostgreSQL's `2026-01-31 12:00:00.123+00`.
pub(crate) fn parse_stored_time(text: &str) -> Option<Time> {
    let parsed = DateTime::parse_from_rfc3339(text)
        .or_else(|_| DateTime::parse_from_str(text, "%Y-%m-%d %H:%M:%S%.f%#z"));
    Some(parsed.ok()?.to_utc())
}

/// Reads an argument: a time with an offset, one without, which is in UTC, or a day.
///
/// # Errors
///
/// If it is none of these.
pub(crate) fn parse_time_argument(pointer: &str, text: &str) -> Result<Time, ToolError> {
    let zoned = DateTime::parse_from_rfc3339(text).map(|time| time.to_utc());
    let local = || NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%.f");
    let day = || NaiveDate::parse_from_str(text, "%Y-%m-%d");
    zoned
        .or_else(|_| local().map(|time| time.and_utc()))
        .or_else(|_| day().map(|day| day.and_time(NaiveTime::MIN).and_utc()))
        .map_err(|_| {
            let message = format!("must be a time such as 2026-01-31T12:00:00Z (got {text:?})");
            ToolError::invalid_argument(pointer, message)
        })
}

/// Reads a day and gives its first moment.
///
/// # Errors
///
/// If it is not a day of the calendar.
pub(crate) fn parse_day_argument(pointer: &str, text: &str) -> Result<Time, ToolError> {
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").map_err(|_| {
        let message = format!("must be a day such as 2026-01-31 (got {text:?})");
        ToolError::invalid_argument(pointer, message)
    })?;
    Ok(day.and_time(NaiveTime::MIN).and_utc())
}

/// The time now.
pub(crate) fn current_time() -> Time {
    Utc::now()
}

/// The time so many hours ago. `hours` was checked by [`crate::arguments`].
pub(crate) fn hours_ago(hours: i64) -> Time {
    Utc::now() - TimeDelta::try_hours(hours).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_times_are_read_in_the_forms_of_both_databases() {
        for text in [
            "2026-01-31T12:00:00Z",
            "2026-01-31 12:00:00+00",
            "2026-01-31 12:00:00.5+00",
        ] {
            let time = parse_stored_time(text).map(format_time);
            assert_eq!(time.as_deref(), Some("2026-01-31T12:00:00Z"), "{text}");
        }
        assert_eq!(parse_stored_time("yesterday"), None);
    }

    #[test]
    fn time_arguments_may_be_days() {
        for text in [
            "2026-01-31",
            "2026-01-31T00:00:00",
            "2026-01-31T01:00:00+01:00",
        ] {
            let time = parse_time_argument("/from", text).map(format_time);
            assert_eq!(time.ok().as_deref(), Some("2026-01-31T00:00:00Z"), "{text}");
        }
        assert!(parse_time_argument("/from", "31 January").is_err());
    }
}
