//! The prefix of the three tools of discovery: a newtype that holds only what fits into their
//! names. The limit follows from the longest of the three names and from the longest tool name that
//! clients accept.

use std::str::FromStr;

use thiserror::Error;

/// The longest of the three names, without what it begins with.
const LONGEST_ENDING: &str = "_endpoint_executor";

/// The longest name of a tool that every known client accepts.
const LONGEST_NAME: usize = 64;

const LONGEST: usize = LONGEST_NAME - LONGEST_ENDING.len();

/// What the names of the three tools of discovery begin with.
///
/// ```
/// use toolwright_codegen::discovery::Prefix;
///
/// assert_eq!("cms".parse::<Prefix>().map(String::from), Ok("cms".to_owned()));
/// assert!("content server".parse::<Prefix>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prefix(String);

/// Why tools cannot be named with a prefix.
///
/// ```
/// use toolwright_codegen::discovery::Prefix;
///
/// let error = "content server".parse::<Prefix>().unwrap_err();
/// assert!(error.to_string().contains("\"content server\" followed by `_endpoint_executor` does not"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "tool names must match ^[a-zA-Z0-9_-]{{1,{LONGEST_NAME}}}$, and {0:?} followed by `{LONGEST_ENDING}` \
     does not; use 1 to {LONGEST} of these characters"
)]
pub struct PrefixError(String);

impl Prefix {
    /// The prefix of a server of that name in snake_case, cut where it is too long.
    pub fn of_server(name: &str) -> Self {
        let end = name.len().min(LONGEST);
        // A default must not fail, so a long server name is truncated here, where a prefix that is
        // given is rejected.
        let cut = name.get(..end).unwrap_or_default().trim_end_matches('_');
        cut.parse().unwrap_or_else(|_| Self("api".to_owned()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Prefix {
    type Err = PrefixError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_of_a_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        if (1..=LONGEST).contains(&text.len()) && text.chars().all(is_of_a_name) {
            Ok(Self(text.to_owned()))
        } else {
            Err(PrefixError(text.to_owned()))
        }
    }
}

impl From<Prefix> for String {
    fn from(prefix: Prefix) -> Self {
        prefix.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_name_is_portable() {
        let longest = "a".repeat(46);
        assert_eq!(format!("{longest}{LONGEST_ENDING}").len(), 64);
        assert_eq!(longest.parse::<Prefix>(), Ok(Prefix(longest.clone())));
        for wrong in ["", " ", "a b", "ä", "a.b", &format!("{longest}a")] {
            let error = wrong.parse::<Prefix>().unwrap_err();
            assert!(error.to_string().contains("1 to 46"), "{error}");
        }
    }

    #[test]
    fn a_server_s_name_is_cut() {
        assert_eq!(Prefix::of_server("cms").as_str(), "cms");
        let long = format!("{}_{}", "a".repeat(45), "b".repeat(45));
        assert_eq!(Prefix::of_server(&long).as_str(), "a".repeat(45));
    }
}
