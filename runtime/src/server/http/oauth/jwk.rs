//! Public keys of an issuer (JSON Web Key, RFC 7517), and the signatures that are verified with them.
//!
//! A key has exactly one algorithm, whatever a token's header says; that rules out algorithm confusion. Keys of other types
//! are ignored.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ED25519, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents,
    UnparsedPublicKey,
};

use crate::value::Json;

/// How a token is signed. There are no others: `none` and those with a shared secret (`HS256`) are
/// never taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Algorithm {
    Rs256,
    Es256,
    EdDsa,
}

impl Algorithm {
    /// The algorithm that a token's header names (RFC 7518, RFC 8037, RFC 9864).
    pub(super) fn from_name(name: &str) -> Option<Self> {
        match name {
            "RS256" => Some(Self::Rs256),
            "ES256" => Some(Self::Es256),
            "EdDSA" | "Ed25519" => Some(Self::EdDsa),
            _ => None,
        }
    }
}

/// A public key of an issuer (RFC 7517).
#[derive(Debug)]
pub(super) struct Key {
    id: Option<String>,
    material: Material,
}

#[derive(Debug)]
enum Material {
    Rsa {
        n: Vec<u8>,
        e: Vec<u8>,
    },
    /// A point of P-256, uncompressed.
    P256(Vec<u8>),
    Ed25519(Vec<u8>),
}

impl Key {
    /// A key that signatures are checked with; `None` for one of another kind or use.
    pub(super) fn from_jwk(jwk: &Json) -> Option<Self> {
        let text = |name: &str| jwk.get(name).and_then(Json::as_str);
        let bytes = |name: &str| BASE64_URL_SAFE_NO_PAD.decode(text(name)?).ok();
        // Keys for encryption (`enc`) are in the same set.
        if text("use").is_some_and(|usage| usage != "sig") {
            return None;
        }
        let material = match (text("kty")?, text("crv")) {
            ("RSA", _) => Material::Rsa {
                n: bytes("n")?,
                e: bytes("e")?,
            },
            ("EC", Some("P-256")) => {
                let point = [vec![4], bytes("x")?, bytes("y")?].concat();
                Material::P256(point)
            }
            ("OKP", Some("Ed25519")) => Material::Ed25519(bytes("x")?),
            _ => return None,
        };
        let key = Self {
            id: text("kid").map(str::to_owned),
            material,
        };
        let named = text("alg").map(Algorithm::from_name);
        named
            .is_none_or(|named| named == Some(key.algorithm()))
            .then_some(key)
    }

    /// The only algorithm that the key is for, whatever a token says.
    fn algorithm(&self) -> Algorithm {
        match self.material {
            Material::Rsa { .. } => Algorithm::Rs256,
            Material::P256(_) => Algorithm::Es256,
            Material::Ed25519(_) => Algorithm::EdDsa,
        }
    }

    /// Whether a token may have been signed with it: one that names no key, with any of its kind.
    pub(super) fn matches_header(&self, algorithm: Algorithm, id: Option<&str>) -> bool {
        self.algorithm() == algorithm && id.is_none_or(|id| self.id.as_deref() == Some(id))
    }

    pub(super) fn is_signature_valid(&self, message: &[u8], signature: &[u8]) -> bool {
        let verified = match &self.material {
            // Keys of fewer than 2048 bits are rejected (RFC 7518, section 3.3).
            Material::Rsa { n, e } => RsaPublicKeyComponents { n, e }.verify(
                &RSA_PKCS1_2048_8192_SHA256,
                message,
                signature,
            ),
            Material::P256(point) => {
                UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point).verify(message, signature)
            }
            Material::Ed25519(point) => {
                UnparsedPublicKey::new(&ED25519, point).verify(message, signature)
            }
        };
        verified.is_ok()
    }
}
