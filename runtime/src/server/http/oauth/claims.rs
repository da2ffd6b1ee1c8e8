use crate::server::http::oauth::verifier::Untrusted;
use crate::value::Json;

/// How far clocks may be apart, in seconds.
const SKEW: f64 = 60.0;

/// What a token has to say.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expected<'a> {
    pub(super) issuer: &'a str,
    pub(super) audience: &'a str,
    pub(super) scopes: &'a [String],
    /// Seconds since 1970.
    pub(super) now: u64,
}

impl Expected<'_> {
    /// Who shows the token, if it says all that it has to.
    pub(super) fn check(&self, claims: &Json) -> Result<String, Untrusted> {
        let text = |name: &str| claims.get(name).and_then(Json::as_str);
        let time = |name: &str| claims.get(name).map(Json::as_f64);
        if text("iss") != Some(self.issuer) {
            return Err(Untrusted::Issuer);
        }
        if !is_or_has(claims.get("aud"), self.audience) {
            return Err(Untrusted::Audience);
        }
        // Seconds are few enough for a float to be exact.
        let now = self.now as f64;
        match time("exp") {
            Some(Some(end)) if now < end + SKEW => {}
            _ => return Err(Untrusted::Expired),
        }
        let has_begun = |at: Option<f64>| at.is_some_and(|at| at - SKEW <= now);
        if !time("nbf").is_none_or(has_begun) {
            return Err(Untrusted::NotYet);
        }
        // A token that is bound to a key (RFC 7800) is worth nothing without a proof of that key.
        if claims.get("cnf").is_some() {
            return Err(Untrusted::Bound);
        }
        let granted = Scopes::of(claims);
        if !self.scopes.iter().all(|scope| granted.have(scope)) {
            return Err(Untrusted::Scope);
        }
        let subject = text("sub").or_else(|| text("client_id"));
        Ok(subject
            .or_else(|| text("azp"))
            .unwrap_or_default()
            .to_owned())
    }
}

fn is_or_has(value: Option<&Json>, expected: &str) -> bool {
    match value {
        Some(Json::String(text)) => text == expected,
        Some(Json::Array(items)) => items.iter().any(|item| item == expected),
        _ => false,
    }
}

/// What a token allows: `scope` (RFC 9068) or `scp`, which some issuers write as a list.
struct Scopes<'c>(Vec<&'c str>);

impl<'c> Scopes<'c> {
    fn of(claims: &'c Json) -> Self {
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

    fn have(&self, scope: &str) -> bool {
        self.0.contains(&scope)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(change: impl FnOnce(&mut Json)) -> Result<String, Untrusted> {
        let scopes = ["use".to_owned(), "keep".to_owned()];
        let expected = Expected {
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
        expected.check(&claims)
    }

    #[test]
    fn takes_a_token_that_says_it_all() {
        assert_eq!(check(|_| {}), Ok("ada".to_owned()));
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
                Untrusted::Issuer,
            ),
            ("iss", json!(null), Untrusted::Issuer),
            (
                "aud",
                json!("https://pets.example.com"),
                Untrusted::Audience,
            ),
            ("aud", json!(["a", "b"]), Untrusted::Audience),
            ("aud", json!(null), Untrusted::Audience),
            ("exp", json!(940), Untrusted::Expired),
            ("exp", json!("1300"), Untrusted::Expired),
            ("exp", json!(null), Untrusted::Expired),
            ("nbf", json!(1061), Untrusted::NotYet),
            ("nbf", json!("soon"), Untrusted::NotYet),
            ("cnf", json!({"jkt": "x"}), Untrusted::Bound),
            ("scope", json!("use keeper"), Untrusted::Scope),
            ("scope", json!(null), Untrusted::Scope),
        ] {
            let refused = check(|claims| claims[claim] = value.clone());
            assert_eq!(refused, Err(why), "{claim}: {value}");
        }
    }
}
