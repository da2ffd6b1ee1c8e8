//! The one error for options and variables of a feature that a server was built without. The option is understood, so
//! that the server does not start, with the exit code of any setting that cannot be used.

/// Says that this server was built without `what`, and what to do: build it with `feature`, or start it without `option`.
pub(super) fn describe_missing_feature(what: &str, feature: &str, option: &str) -> String {
    format!(
        "this server was built without {what}: build it with the feature `{feature}` of the crate `toolwright`, or start \
         it without {option}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_to_do() {
        assert_eq!(
            describe_missing_feature("metrics", "metrics", "--metrics-listen"),
            "this server was built without metrics: build it with the feature `metrics` of the crate `toolwright`, or \
             start it without --metrics-listen"
        );
    }
}
