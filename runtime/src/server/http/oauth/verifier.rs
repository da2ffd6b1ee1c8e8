//! Verifies access tokens: finds the keys, verifies the signature, checks the claims, in this order.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::http::HttpExecutor;
use crate::server::http::oauth::ProtectedResource;
use crate::server::http::oauth::claims::ExpectedClaims;
use crate::server::http::oauth::jwt::Jwt;
use crate::server::http::oauth::key_cache::KeyCache;

/// Why a token opens nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::server::http) enum TokenError {
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

impl TokenError {
    /// The code of RFC 6750, section 3.1.
    pub(in crate::server::http) fn error_code(self) -> &'static str {
        match self {
            Self::Scope => "insufficient_scope",
            _ => "invalid_token",
        }
    }

    /// In words, without what a header can't have in quotes.
    pub(in crate::server::http) fn reason(self) -> &'static str {
        match self {
            Self::NoJwt => "the token is neither one of this server's nor a JWT",
            Self::Algorithm => "the token is not signed with RS256, ES256 or EdDSA",
            Self::Type => "the token is not an access token",
            Self::Signature => "the token is not signed with a key of the issuer",
            Self::Issuer => "the token is of another issuer",
            Self::Audience => "the token is for another audience",
            Self::Expired => "the token has expired",
            Self::NotYet => "the token is not valid yet",
            Self::Bound => "the token is bound to a key, which is not supported",
            Self::Scope => "the token lacks a scope",
            Self::NoKeys => "the keys of the issuer cannot be fetched",
        }
    }
}

/// Checks tokens against the issuer's keys.
#[derive(Debug)]
pub(in crate::server::http) struct TokenVerifier {
    resource: ProtectedResource,
    keys: Arc<KeyCache>,
}

impl TokenVerifier {
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

    /// Who shows the token, if it opens this server; `None` if the token does not say who.
    pub(in crate::server::http) async fn verify_token(
        &self,
        token: &str,
    ) -> Result<Option<String>, TokenError> {
        let token = Jwt::parse_token(token)?;
        let keys = self.keys.keys_for(&token).await;
        let claims = token.verify_signature(&keys.ok_or(TokenError::NoKeys)?)?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let expected = ExpectedClaims {
            issuer: &self.resource.issuer,
            audience: &self.resource.audience,
            scopes: &self.resource.scopes,
            now: now.unwrap_or_default().as_secs(),
        };
        expected.check_claims(claims)
    }
}
