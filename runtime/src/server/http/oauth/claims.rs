//! Checks the claims of a verified token (RFC 7519, section 4.1; RFC 9068): issuer, audience, times, scopes.
//!
//! It takes the payload of a token whose signature is valid and returns the subject. It must not be called before the
//! signature was verified.

use crate::server::http::oauth::verifier::TokenError;
use crate::value::Json;

/// How far clocks may be apart, in seconds.
const SKEW: f64 = 60.0;

/// What a token has to say.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExpectedClaims<'a> {
    pub(super) issuer: &'a str,
    pub(super) audience: &'a str,
    pub(super) scopes: &'a [String],
    /// Seconds since 1970.
    pub(super) now: u64,
}

impl ExpectedClaims<'_> {
    /// Who shows the token, if it says all that it has to; `None` if the token does not say who.
    pub(super) fn check_claims(&self, claims: &Json) -> Result<Option<String>, TokenError> {
        let text = |name: &str| claims.get(name).and_then(Json::as_str);
        let time = |name: &str| claims.get(name).map(Json::as_f64);
        // Compared as strings, without normalisation (RFC 8414, section 3.3).
        if text("iss") != Some(self.issuer) {
            return Err(TokenError::Issuer);
        }
        // A token for another resource must not open this one (RFC 9068, section 4; MCP, "Token audience").
        if !matches_or_contains(claims.get("aud"), self.audience) {
            return Err(TokenError::Audience);
        }
        // Seconds are few enough for a float to be exact.
        let now = self.now as f64;
        // `exp` is required by RFC 9068, section 2.2: a token without an end is rejected.
        match time("exp") {
            Some(Some(end)) if now < end + SKEW => {}
            _ => return Err(TokenError::Expired),
        }
        let has_begun = |at: Option<f64>| at.is_some_and(|at| at - SKEW <= now);
        if !time("nbf").is_none_or(has_begun) {
            return Err(TokenError::NotYet);
        }
        // A token that is bound to a key (RFC 7800) is worth nothing without a proof of that key.
        if claims.get("cnf").is_some() {
            return Err(TokenError::Bound);
        }
        let granted = Scopes::from_claims(claims);
        if !self
            .scopes
            .iter()
            .all(|scope| granted.contains_scope(scope))
        {
            return Err(TokenError::Scope);
        }
        let subject = text("sub").or_else(|| text("client_id"));
        let subject = subject.or_else(|| text("azp"));
        Ok(subject.filter(|it| !it.is_empty()).map(str::to_owned))
    }
}

fn matches_or_contains(value: Option<&Json>, expected: &str) -> bool {
    match value {
        Some(Json::String(text)) => text == expected,
        Some(Json::Array(items)) => items.iter().any(|item| item == expected),
        _ => false,
    }
}

/// What a token allows: `scope` (RFC 9068) or `scp`, which some issuers write as a list.
struct Scopes<'c>(Vec<&'c str>);

impl<'c> Scopes<'c> {
    fn from_claims(claims: &'c Json) -> Self {
        let mut scopes = Vec::new();
        for claim in ["scope", "scp"] {
            match claims.get(claim) {
                Some(Json::String(text)) => scopes.extend(text.split_whitespace()),
                Some(Json::Array(items)) => scopes.extend(items.iter().filter_map(Json::as_str)),
                _ => {}
            }
        }
        Self(scopes)
    }

    fn contains_scope(&self, scope: &str) -> bool {
        self.0.contains(&scope)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(change: impl FnOnce(&mut Json)) -> Result<Option<String>, TokenError> {
        let scopes = ["use".to_owned(), "keep".to_owned()];
        let expected = ExpectedClaims {
            issuer: "https://login.example.com",
            audience: "https://pets.example.com/mcp",
            scopes: &scopes,
            now: 1000,
        };
        let mut claims = json!({
            "iss": "https://login.example.com", "aud": "https://pets.example.com/mcp",
            "exp": 1300, "nbf": 900, "sub": "ada", "scope": "keep use more",
        });
        change(&mut claims);
        expected.check_claims(&claims)
    }

    #[test]
    fn takes_a_token_that_says_it_all() {
        assert_eq!(check(|_| {}), Ok(Some("ada".to_owned())));
        let nameless = check(|claims| claims["sub"] = json!(""));
        assert_eq!(nameless, Ok(None));
        let lists = check(|claims| {
            claims["aud"] = json!(["other", "https://pets.example.com/mcp"]);
            claims["scope"] = json!(null);
            claims["scp"] = json!(["use", "keep"]);
        });
        assert!(lists.is_ok());
        assert!(
            check(|claims| claims["exp"] = json!(941)).is_ok(),
            "clocks differ"
        );
        assert!(
            check(|claims| claims["nbf"] = json!(1060.0)).is_ok(),
            "clocks differ"
        );
    }

    #[test]
    fn refuses_all_others() {
        for (claim, value, why) in [
            (
                "iss",
                json!("https://login.example.com/"),
                TokenError::Issuer,
            ),
            ("iss", json!(null), TokenError::Issuer),
            (
                "aud",
                json!("https://pets.example.com"),
                TokenError::Audience,
            ),
            ("aud", json!(["a", "b"]), TokenError::Audience),
            ("aud", json!(null), TokenError::Audience),
            ("exp", json!(940), TokenError::Expired),
            ("exp", json!("1300"), TokenError::Expired),
            ("exp", json!(null), TokenError::Expired),
            ("nbf", json!(1061), TokenError::NotYet),
            ("nbf", json!("soon"), TokenError::NotYet),
            ("cnf", json!({"jkt": "x"}), TokenError::Bound),
            ("scope", json!("use keeper"), TokenError::Scope),
            ("scope", json!(null), TokenError::Scope),
        ] {
            let refused = check(|claims| claims[claim] = value.clone());
            assert_eq!(refused, Err(why), "{claim}: {value}");
        }
    }
}
