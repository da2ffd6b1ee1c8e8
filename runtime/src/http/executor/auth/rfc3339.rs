//! Parses a date and time of RFC 3339 to seconds since 1970. Commands and token endpoints give expiry dates in this
//! form.

/// The seconds since 1970 of a date and time of RFC 3339, fractions cut off; `None` for anything
/// else and for what was before.
pub(super) fn parse_unix_seconds(text: &str) -> Option<u64> {
    let (date, rest) = text.split_at_checked(10)?;
    let time = rest.strip_prefix(['T', 't', ' '])?;
    let (clock, rest) = time.split_at_checked(8)?;
    let [year, month, day] = parse_numbers(date, '-')?;
    let [hour, minute, second] = parse_numbers(clock, ':')?;
    let is_real = (1..=12).contains(&month)
        && (1..=31).contains(&day)
        && hour < 24
        && minute < 60
        // 60 is a leap second.
        && second <= 60;
    if !is_real {
        return None;
    }
    let zone = match rest.strip_prefix('.') {
        Some(fraction) => fraction.trim_start_matches(|c: char| c.is_ascii_digit()),
        None => rest,
    };
    let time = (hour * 60 + minute) * 60 + second;
    u64::try_from(days_since_epoch(year, month, day) * 86_400 + time - parse_zone_offset(zone)?)
        .ok()
}

fn parse_zone_offset(zone: &str) -> Option<i64> {
    let sign = match zone.chars().next()? {
        'Z' | 'z' => return (zone.len() == 1).then_some(0),
        '+' => 1,
        '-' => -1,
        _ => return None,
    };
    let [hours, minutes] = parse_numbers(zone.get(1..)?, ':')?;
    Some(sign * (hours * 60 + minutes) * 60)
}

fn parse_numbers<const N: usize>(text: &str, separator: char) -> Option<[i64; N]> {
    let parts = text.split(separator).map(|part| {
        let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| part.parse().ok()).flatten()
    });
    let parts: Vec<i64> = parts.collect::<Option<_>>()?;
    parts.try_into().ok()
}

/// Days from 1970-01-01, by the number of leap days before the month, years beginning in March.
fn days_since_epoch(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let leaps = year / 4 - year / 100 + year / 400;
    365 * year + leaps + (153 * month + 2) / 5 + day - 1 - 719_468
}

#[cfg(test)]
mod tests {
    use super::parse_unix_seconds;

    #[test]
    fn reads_dates_and_times() {
        for (text, expected) in [
            ("1970-01-01T00:00:00Z", Some(0)),
            ("2000-02-29T12:00:00.5Z", Some(951_825_600)),
            ("2026-11-22T06:00:00+01:00", Some(1_795_323_600)),
            ("2026-11-21t23:30:00-05:30", Some(1_795_323_600)),
            ("2100-03-01T00:00:00Z", Some(4_107_542_400)),
            ("1969-12-31T23:59:59Z", None),
            ("2026-11-22", None),
            ("2026-13-22T06:00:00Z", None),
            ("2026-11-22T06:00:00", None),
            ("2026-11-22T06:00:00Z later", None),
            ("2026-1é-22T06:00:00Z", None),
            ("", None),
        ] {
            assert_eq!(parse_unix_seconds(text), expected, "{text}");
        }
    }
}
