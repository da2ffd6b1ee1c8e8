//! Values of variables that only stand for a value: the ellipsis of a README, or a reference that a client should have
//! replaced, such as `${env:PETS_TOKEN}`. They must not go upstream in place of a value.

/// The value of the variable with this name, unless it only stands for one. The log tells which is ignored.
pub(super) fn reject_stand_in(name: &str, value: String) -> Option<String> {
    if is_stand_in(&value) {
        tracing::warn!("{name} is ignored: it is `{value}`, which stands for a value in examples");
        return None;
    }
    Some(value)
}

/// Whether a value only stands for one.
pub(super) fn is_stand_in(value: &str) -> bool {
    matches!(value, "…" | "...") || value.starts_with("${") && value.ends_with('}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ellipses_and_references_stand_for_values() {
        for value in ["…", "...", "${env:PETS_TOKEN}", "${PETS_TOKEN}"] {
            assert!(is_stand_in(value), "{value}");
            assert_eq!(reject_stand_in("PETS_TOKEN", value.to_owned()), None);
        }
        for value in ["", "$ecret", "${", "a${b}", "{b}", "s…t"] {
            assert!(!is_stand_in(value), "{value}");
            let kept = reject_stand_in("PETS_TOKEN", value.to_owned());
            assert_eq!(kept.as_deref(), Some(value));
        }
    }
}
