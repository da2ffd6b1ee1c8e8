use std::fmt;

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;

/// The tokens that open a server, any one of them; shown to nobody.
///
/// ```
/// use toolwright::server::{AccessTokens, HttpConfig};
///
/// let mut access_tokens = AccessTokens::default();
/// access_tokens.push(" ".trim());
/// assert!(access_tokens.is_empty());
/// access_tokens.push("s3cr3t");
/// let config = HttpConfig { access_tokens, ..HttpConfig::default() };
/// assert!(!format!("{config:?}").contains("s3cr3t"));
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct AccessTokens(Vec<String>);

impl AccessTokens {
    /// Adds a token, unless it is empty.
    pub fn push(&mut self, token: &str) {
        let token = token.trim();
        if !token.is_empty() {
            self.0.push(token.to_owned());
        }
    }

    /// Whether there is no token, so that nobody has to show one.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The place of the token that is shown, if it is one of these.
    pub(super) fn find(&self, shown: &[u8]) -> Option<usize> {
        self.0.iter().position(|token| is_same(token, shown))
    }
}

impl fmt::Debug for AccessTokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} tokens", self.0.len())
    }
}

/// The token of `Authorization: Bearer …` (RFC 6750, section 2.1).
pub(super) fn bearer(headers: &HeaderMap) -> Option<&[u8]> {
    let value = headers.get(AUTHORIZATION)?;
    let (scheme, token) = value.as_bytes().split_at_checked(7)?;
    scheme.eq_ignore_ascii_case(b"Bearer ").then_some(token)
}

/// Compares in a time that does not tell where the difference is.
fn is_same(token: &str, shown: &[u8]) -> bool {
    let token = token.as_bytes();
    let different = token
        .iter()
        .zip(shown)
        .fold(0, |different, (left, right)| different | (left ^ right));
    token.len() == shown.len() && std::hint::black_box(different) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_token_opens() {
        let mut tokens = AccessTokens::default();
        tokens.push(" ");
        assert!(tokens.is_empty());
        tokens.push("first");
        tokens.push("second\n");
        for (value, found) in [
            ("Bearer first", Some(0)),
            ("bearer second", Some(1)),
            ("Bearer firs", None),
            ("Bearer firstt", None),
            ("Bearer ", None),
            ("Basic first", None),
            ("first", None),
            ("", None),
        ] {
            let headers = HeaderMap::from_iter([(AUTHORIZATION, value.parse().unwrap())]);
            let shown = bearer(&headers);
            assert_eq!(shown.and_then(|shown| tokens.find(shown)), found, "{value}");
        }
        assert_eq!(bearer(&HeaderMap::new()), None);
        assert_eq!(format!("{tokens:?}"), "2 tokens");
    }
}
