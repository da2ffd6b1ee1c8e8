//! A path that a gateway puts before the path of every operation. It is checked once and then joined to base URLs.

use std::borrow::Cow;

use crate::http::executor::ExecutorError;
use crate::http::executor::executor_environment::SettingValue;

/// What a gateway has before the path of every operation, behind the path of the base URL:
/// `/gateway/eu`, or nothing.
#[derive(Debug, Default)]
pub(super) struct PathPrefix(String);

impl PathPrefix {
    pub(super) fn new(given: SettingValue) -> Result<Self, ExecutorError> {
        let path = given.value.trim_matches('/');
        match find_problem(path) {
            None if path.is_empty() => Ok(Self::default()),
            None => Ok(Self(format!("/{path}"))),
            Some(problem) => {
                let reason = format!("'{}' {problem}", given.value);
                Err(ExecutorError::for_setting(given.source, reason))
            }
        }
    }

    pub(super) fn append_to<'u>(&self, base: Cow<'u, str>) -> Cow<'u, str> {
        if self.0.is_empty() {
            return base;
        }
        format!("{}{}", base.trim_end_matches('/'), self.0).into()
    }
}

fn find_problem(path: &str) -> Option<&'static str> {
    // Servers resolve dot segments also if they are percent-encoded (RFC 3986, section 5.2.4).
    let is_dot = |segment: &str| {
        let decoded = segment.replace("%2e", ".").replace("%2E", ".");
        decoded == "." || decoded == ".."
    };
    if path.contains("://") {
        return Some("is a URL and not a path");
    }
    if path.contains(['?', '#', '\\']) {
        return Some("contains a character that a path cannot contain");
    }
    if path.chars().any(|c| c.is_control() || c.is_whitespace()) {
        return Some("has white space");
    }
    path.split('/')
        .any(is_dot)
        .then_some("has a part that is . or ..")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(value: &str) -> Result<PathPrefix, String> {
        let given = SettingValue {
            source: "PREFIX".to_owned(),
            value: value.to_owned(),
        };
        PathPrefix::new(given).map_err(|error| error.to_string())
    }

    #[test]
    fn stands_between_base_and_path() {
        for (prefix, base, expected) in [
            ("/gateway/eu/", "https://a/v1/", "https://a/v1/gateway/eu"),
            ("gateway", "https://a", "https://a/gateway"),
            ("/", "https://a/v1/", "https://a/v1/"),
        ] {
            let prefix = of(prefix).expect("is a path");
            assert_eq!(prefix.append_to(base.into()), expected);
        }
    }

    #[test]
    fn is_a_path() {
        for wrong in ["a?b", "a#b", "a b", "../x", "a/%2E%2e/b", "https://a/b"] {
            let error = of(wrong).expect_err(wrong);
            assert!(error.starts_with("PREFIX is not usable: '"), "{error}");
        }
    }
}
