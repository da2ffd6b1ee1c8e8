//! Signed tokens (JSON Web Token in compact form, RFC 7515, section 3.1): parsing, and verifying the signature.
//!
//! A [`Jwt`] that was parsed is not trusted: its payload is only returned by `verify_signature`. ARCHITECTURE.md says why
//! this is not the crate `jsonwebtoken`.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;

use crate::server::http::oauth::jwk::{Algorithm, Key};
use crate::server::http::oauth::verifier::TokenError;
use crate::value::Json;

/// A signed token (RFC 7515, section 3.1), taken apart and not yet trusted.
#[derive(Debug)]
pub(super) struct Jwt<'t> {
    algorithm: Algorithm,
    key: Option<String>,
    /// What is signed.
    message: &'t str,
    signature: Vec<u8>,
    payload: Json,
}

impl<'t> Jwt<'t> {
    pub(super) fn parse_token(token: &'t str) -> Result<Self, TokenError> {
        let (message, signature) = token.rsplit_once('.').ok_or(TokenError::NoJwt)?;
        let (header, payload) = message.split_once('.').ok_or(TokenError::NoJwt)?;
        let header = decode_object(header).ok_or(TokenError::NoJwt)?;
        let payload = decode_object(payload).ok_or(TokenError::NoJwt)?;
        let text = |name: &str| header.get(name).and_then(Json::as_str);
        // Before anything else of the header: `none` and `HS256` have no `Algorithm`, so they cannot be verified.
        let algorithm = text("alg").and_then(Algorithm::from_name);
        let algorithm = algorithm.ok_or(TokenError::Algorithm)?;
        // An extension that must be understood (RFC 7515, section 4.1.11), and kinds of tokens that
        // open nothing, such as those of RFC 8417 and RFC 9449.
        if header.get("crit").is_some() || !text("typ").is_none_or(is_access_token) {
            return Err(TokenError::Type);
        }
        let signature = BASE64_URL_SAFE_NO_PAD.decode(signature);
        Ok(Self {
            algorithm,
            key: text("kid").map(str::to_owned),
            message,
            signature: signature.map_err(|_| TokenError::NoJwt)?,
            payload,
        })
    }

    /// Whether one of the keys may be the one that it was signed with.
    pub(super) fn has_candidate(&self, keys: &[Key]) -> bool {
        keys.iter().any(|key| self.is_candidate(key))
    }

    /// What the token says, if one of the keys has signed it.
    pub(super) fn verify_signature(&self, keys: &[Key]) -> Result<&Json, TokenError> {
        let mut candidates = keys.iter().filter(|key| self.is_candidate(key));
        let message = self.message.as_bytes();
        match candidates.any(|key| key.is_signature_valid(message, &self.signature)) {
            true => Ok(&self.payload),
            false => Err(TokenError::Signature),
        }
    }

    fn is_candidate(&self, key: &Key) -> bool {
        key.matches_header(self.algorithm, self.key.as_deref())
    }
}

/// RFC 9068 has a type of its own, which few issuers use.
fn is_access_token(kind: &str) -> bool {
    ["at+jwt", "application/at+jwt", "jwt", "application/jwt"]
        .iter()
        .any(|known| known.eq_ignore_ascii_case(kind))
}

fn decode_object(part: &str) -> Option<Json> {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(part).ok()?;
    let value: Json = serde_json::from_slice(&bytes).ok()?;
    value.is_object().then_some(value)
}
