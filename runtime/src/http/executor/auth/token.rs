//! A token with its expiry and its refresh token, read from the JSON of a token endpoint or a command. It is due
//! for renewal a while before it expires.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::http::executor::auth::rfc3339;
use crate::http::executor::auth::secret::Secret;
use crate::value::Json;

/// A credential that may expire.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) access: Secret,
    pub(super) refresh: Option<Secret>,
    pub(super) expires: Option<SystemTime>,
    /// Some time before it expires, so that no call goes out with a token that is about to.
    pub(super) renew_at: Option<SystemTime>,
}

/// A token is renewed when a tenth of its life is left, but not earlier than this.
const LONGEST_MARGIN: Duration = Duration::from_secs(60);

impl Token {
    pub(super) fn new(access: Secret, expires: Option<SystemTime>) -> Self {
        let renew_at = expires.map(|end| {
            let life = end.duration_since(SystemTime::now()).unwrap_or_default();
            end - (life / 10).min(LONGEST_MARGIN)
        });
        Self {
            access,
            refresh: None,
            expires,
            renew_at,
        }
    }

    pub(super) fn is_current(&self) -> bool {
        self.renew_at.is_none_or(|at| SystemTime::now() < at)
    }

    pub(super) fn is_expired(&self) -> bool {
        self.expires.is_some_and(|end| SystemTime::now() >= end)
    }

    /// The answer of a token endpoint (RFC 6749, section 5.1).
    pub(super) fn from_response(answer: &Json) -> Option<Self> {
        let access = answer.get("access_token")?.as_str()?;
        let mut token = Self::new(Secret::new(access), parse_expiry(answer));
        let refresh = answer.get("refresh_token").and_then(Json::as_str);
        token.refresh = refresh.map(Secret::new);
        Some(token)
    }
}

/// When a token expires that comes with one of these: `expires_in`, in seconds; `expires_at`, in
/// seconds since 1970 or as RFC 3339 has it. Servers whose tokens don't expire say 0.
pub(super) fn parse_expiry(answer: &Json) -> Option<SystemTime> {
    if let Some(life) = answer.get("expires_in").and_then(parse_number) {
        // Taken literally, the token would expire at once and every call would fetch a new one.
        if life == 0 {
            return None;
        }
        return SystemTime::now().checked_add(Duration::from_secs(life));
    }
    let at = answer.get("expires_at")?;
    let seconds = parse_number(at).or_else(|| rfc3339::parse_unix_seconds(at.as_str()?))?;
    UNIX_EPOCH.checked_add(Duration::from_secs(seconds))
}

/// Some servers write the number as a string.
fn parse_number(value: &Json) -> Option<u64> {
    match value {
        Json::String(text) => text.parse().ok(),
        // Fractions are cut off.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        other => other
            .as_u64()
            .or_else(|| other.as_f64().map(|value| value.max(0.0) as u64)),
    }
}
