//! The formats `date`, `time` and `date-time` (RFC 3339, section 5.6), with leap years and leap seconds.

pub(super) fn is_date(text: &str) -> bool {
    let [year, month, day] = match text.as_bytes() {
        [y @ .., b'-', m1, m2, b'-', d1, d2] if y.len() == 4 => [
            parse_digits(y),
            parse_digits(&[*m1, *m2]),
            parse_digits(&[*d1, *d2]),
        ],
        _ => return false,
    };
    match (year, month, day) {
        (Some(year), Some(month), Some(day)) => (1..=days_in_month(year, month)).contains(&day),
        _ => false,
    }
}

pub(super) fn is_time(text: &str) -> bool {
    let Some((clock, rest)) = text.split_at_checked(8) else {
        return false;
    };
    let [h1, h2, b':', m1, m2, b':', s1, s2] = *clock.as_bytes() else {
        return false;
    };
    let (Some(hour), Some(minute), Some(second)) = (
        parse_digits(&[h1, h2]),
        parse_digits(&[m1, m2]),
        parse_digits(&[s1, s2]),
    ) else {
        return false;
    };
    let offset = match rest.strip_prefix('.') {
        Some(fraction) => {
            let offset = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
            if offset.len() == fraction.len() {
                return false;
            }
            offset
        }
        None => rest,
    };
    let Some(offset) = self::parse_offset_minutes(offset) else {
        return false;
    };
    if hour > 23 || minute > 59 || second > 60 {
        return false;
    }
    let utc = (i64::from(hour) * 60 + i64::from(minute) - offset).rem_euclid(24 * 60);
    // RFC 3339, section 5.7: leap seconds occur at 23:59:60 UTC only.
    second < 60 || utc == 23 * 60 + 59
}

pub(super) fn is_date_time(text: &str) -> bool {
    text.split_once(['T', 't'])
        .is_some_and(|(date, time)| self::is_date(date) && self::is_time(time))
}

/// The minutes that a zone is ahead of UTC.
fn parse_offset_minutes(text: &str) -> Option<i64> {
    match *text.as_bytes() {
        [b'Z' | b'z'] => Some(0),
        [sign @ (b'+' | b'-'), h1, h2, b':', m1, m2] => {
            let hours = parse_digits(&[h1, h2]).filter(|hours| *hours < 24)?;
            let minutes = parse_digits(&[m1, m2]).filter(|minutes| *minutes < 60)?;
            let ahead = i64::from(hours) * 60 + i64::from(minutes);
            Some(if sign == b'+' { ahead } else { -ahead })
        }
        _ => None,
    }
}

fn parse_digits(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |number, digit| {
        digit
            .is_ascii_digit()
            .then(|| number * 10 + u32::from(digit - b'0'))
    })
}

fn days_in_month(year: u32, month: u32) -> u32 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 0,
    }
}
