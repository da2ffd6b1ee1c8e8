use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::http::HttpExecutor;
use crate::server::http::oauth::ProtectedResource;
use crate::server::http::oauth::claims::Expected;
use crate::server::http::oauth::jwt::Jwt;
use crate::server::http::oauth::key_cache::KeyCache;

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
    keys: Arc<KeyCache>,
}

impl Verifier {
    pub(in crate::server::http) fn new(
        resource: ProtectedResource,
        executor: Arc<HttpExecutor>,
    ) -> Self {
        let keys = Arc::new(KeyCache::new(executor, resource.issuer.clone()));
        Self { resource, keys }
    }

    pub(in crate::server::http) fn resource(&self) -> &ProtectedResource {
        &self.resource
    }

    /// Who shows the token, if it opens this server.
    pub(in crate::server::http) async fn check(&self, token: &str) -> Result<String, Untrusted> {
        let token = Jwt::read(token)?;
        let keys = self.keys.keys_for(&token).await;
        let claims = token.verified(&keys.ok_or(Untrusted::NoKeys)?)?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let expected = Expected {
            issuer: &self.resource.issuer,
            audience: &self.resource.audience,
            scopes: &self.resource.scopes,
            now: now.unwrap_or_default().as_secs(),
        };
        expected.check(claims)
    }
}
