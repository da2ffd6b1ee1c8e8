use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use ring::digest::{SHA256, digest};
use ring::rand::{SecureRandom, SystemRandom};

/// A text that nobody can guess: 256 random bits.
pub(super) fn random_text() -> Result<String, String> {
    // RFC 7636, section 4.1, asks for 43 characters at least, which is what 32 bytes are in base64.
    let mut bytes = [0; 32];
    SystemRandom::new()
        .fill(&mut bytes)
        .map_err(|_| "The operating system provides no random numbers.".to_owned())?;
    Ok(BASE64_URL_SAFE_NO_PAD.encode(bytes))
}

/// The challenge `S256` of a verifier (RFC 7636, section 4.2).
pub(super) fn s256_challenge(verifier: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(digest(&SHA256, verifier.as_bytes()))
}

#[cfg(test)]
mod tests {
    #[test]
    fn is_that_of_the_appendix() {
        assert_eq!(
            super::s256_challenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
            "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
        );
    }
}
