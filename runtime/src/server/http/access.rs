use std::fmt;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The tokens that open a server, any one of them; shown to nobody.
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

    fn open(&self, headers: &HeaderMap) -> bool {
        let shown = headers.get(AUTHORIZATION).and_then(bearer);
        shown.is_some_and(|shown| {
            let mut matching = self.0.iter().filter(|token| is_same(token, shown));
            matching.next().is_some()
        })
    }
}

impl fmt::Debug for AccessTokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} tokens", self.0.len())
    }
}

/// The token of `Authorization: Bearer …` (RFC 6750, section 2.1).
fn bearer(value: &axum::http::HeaderValue) -> Option<&[u8]> {
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

/// Lets only requests with a token pass.
pub(super) async fn check(
    State(tokens): State<Arc<AccessTokens>>,
    request: Request,
    next: Next,
) -> Response {
    if tokens.open(request.headers()) {
        return next.run(request).await;
    }
    let challenge = match request.headers().contains_key(AUTHORIZATION) {
        true => r#"Bearer error="invalid_token""#,
        false => "Bearer",
    };
    let message = "This server asks for a bearer token in the header Authorization.\n";
    (
        StatusCode::UNAUTHORIZED,
        [(WWW_AUTHENTICATE, challenge)],
        message,
    )
        .into_response()
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
        for (value, opens) in [
            ("Bearer first", true),
            ("bearer second", true),
            ("Bearer firs", false),
            ("Bearer firstt", false),
            ("Bearer ", false),
            ("Basic first", false),
            ("first", false),
            ("", false),
        ] {
            let headers = HeaderMap::from_iter([(AUTHORIZATION, value.parse().unwrap())]);
            assert_eq!(tokens.open(&headers), opens, "{value}");
        }
        assert!(!tokens.open(&HeaderMap::new()));
        assert_eq!(format!("{tokens:?}"), "2 tokens");
    }
}
