use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tokio::sync::Mutex;

use crate::http::HttpExecutor;
use crate::server::http::oauth::claims::Expected;
use crate::server::http::oauth::jwt::Jwt;
use crate::server::http::oauth::key::Key;
use crate::server::http::oauth::{ProtectedResource, issuer};

/// Why a token opens nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::server::http) enum Untrusted {
    NoJwt,
    Algorithm,
    Type,
    Signature,
    Issuer,
    Audience,
    Expired,
    NotYet,
    Bound,
    Scope,
    /// There are no keys to check it with, which is not the client's fault.
    NoKeys,
}

impl Untrusted {
    /// The code of RFC 6750, section 3.1.
    pub(in crate::server::http) fn code(self) -> &'static str {
        match self {
            Self::Scope => "insufficient_scope",
            _ => "invalid_token",
        }
    }

    /// In words, without what a header can't have in quotes.
    pub(in crate::server::http) fn reason(self) -> &'static str {
        match self {
            Self::NoJwt => "the token is none of this server's and no JWT",
            Self::Algorithm => "the token is not signed with RS256, ES256 or EdDSA",
            Self::Type => "the token is not an access token",
            Self::Signature => "the token is not signed with a key of the issuer",
            Self::Issuer => "the token is of another issuer",
            Self::Audience => "the token is for another audience",
            Self::Expired => "the token has expired",
            Self::NotYet => "the token is not valid yet",
            Self::Bound => "the token is bound to a key, which is not supported",
            Self::Scope => "the token lacks a scope",
            Self::NoKeys => "the keys of the issuer can not be had",
        }
    }
}

/// Checks tokens against the issuer's keys.
#[derive(Debug)]
pub(in crate::server::http) struct Verifier {
    resource: ProtectedResource,
    executor: Arc<HttpExecutor>,
    /// Whoever fetches them holds it, so that all who wait get what one has fetched.
    keys: Mutex<Known>,
}

#[derive(Debug)]
struct Known {
    keys: Arc<[Key]>,
    fetched: Option<Instant>,
    /// When it was last tried in vain.
    failed: Option<Instant>,
}

/// How old keys may get: one that the issuer has withdrawn opens nothing after that.
const FRESH: Duration = Duration::from_secs(600);
/// How long keys are used when newer ones can't be had.
const STALE: Duration = Duration::from_secs(24 * 60 * 60);
/// How long nothing is fetched after it was in vain, so that tokens with made-up keys don't become
/// requests to the issuer.
const PAUSE: Duration = Duration::from_secs(10);

impl Verifier {
    pub(in crate::server::http) fn new(
        resource: ProtectedResource,
        executor: Arc<HttpExecutor>,
    ) -> Self {
        Self {
            resource,
            executor,
            keys: Mutex::new(Known {
                keys: Arc::new([]),
                fetched: None,
                failed: None,
            }),
        }
    }

    pub(in crate::server::http) fn resource(&self) -> &ProtectedResource {
        &self.resource
    }

    /// Who shows the token, if it opens this server.
    pub(in crate::server::http) async fn check(&self, token: &str) -> Result<String, Untrusted> {
        let token = Jwt::read(token)?;
        let keys = self.keys_for(&token).await?;
        let claims = token.verified(&keys)?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let expected = Expected {
            issuer: &self.resource.issuer,
            audience: &self.resource.audience,
            scopes: &self.resource.scopes,
            now: now.unwrap_or_default().as_secs(),
        };
        expected.check(claims)
    }

    /// The issuer's keys; newer ones if those that are known are old or have not signed the token.
    async fn keys_for(&self, token: &Jwt<'_>) -> Result<Arc<[Key]>, Untrusted> {
        let mut known = self.keys.lock().await;
        let age = known.fetched.map(|fetched| fetched.elapsed());
        let is_fresh = age.is_some_and(|age| age < FRESH);
        let is_known = token.has_candidate(&known.keys);
        let may_fetch = known.failed.is_none_or(|failed| failed.elapsed() >= PAUSE);
        if may_fetch && !(is_fresh && is_known) {
            match issuer::keys(&self.executor, &self.resource.issuer).await {
                Ok(keys) => {
                    known.keys = keys.into();
                    known.fetched = Some(Instant::now());
                    let is_known = token.has_candidate(&known.keys);
                    known.failed = (!is_known).then(Instant::now);
                }
                Err(error) => {
                    known.failed = Some(Instant::now());
                    tracing::warn!(%error, "the keys of access tokens can't be fetched");
                }
            }
        }
        match known.fetched {
            Some(fetched) if fetched.elapsed() < STALE => Ok(Arc::clone(&known.keys)),
            _ => Err(Untrusted::NoKeys),
        }
    }
}
