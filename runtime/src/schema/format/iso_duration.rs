pub(super) fn is_duration(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('P') else {
        return false;
    };
    match rest.split_once('T') {
        Some((date, time)) => {
            (date.is_empty() || has_consecutive_units(date, "YMD"))
                && has_consecutive_units(time, "HMS")
        }
        None => has_consecutive_units(rest, "YMD") || has_consecutive_units(rest, "W"),
    }
}

/// Whether a text has numbers with units of which none is left out between two.
fn has_consecutive_units(text: &str, units: &str) -> bool {
    let mut last = None;
    let mut digits = 0;
    for c in text.chars() {
        if c.is_ascii_digit() {
            digits += 1;
            continue;
        }
        let Some(unit) = units.find(c) else {
            return false;
        };
        if digits == 0 || last.is_some_and(|last| unit != last + 1) {
            return false;
        }
        last = Some(unit);
        digits = 0;
    }
    digits == 0 && last.is_some()
}
