//! The secrets of this process, remembered so that they can be masked in everything that leaves it. Recent ones are
//! kept up to a limit, those of the settings for good. The search itself is in `mask`.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use base64::Engine as _;
use base64::prelude::{
    BASE64_STANDARD, BASE64_STANDARD_NO_PAD, BASE64_URL_SAFE, BASE64_URL_SAFE_NO_PAD,
};

use crate::char_boundary::floor_char_boundary;
use crate::http::executor::auth::mask::{Masker, misread_as_latin1};
use crate::http::executor::auth::secret::Secret;
use crate::outcome::Outcome;
use crate::value::Json;

/// The secrets that this process has used last, so that none is repeated to anyone.
#[derive(Default)]
pub(in crate::http::executor) struct Vault {
    recent: Mutex<VecDeque<Secret>>,
    /// Those of settings, which are in use as long as the process is.
    lasting: Vec<Secret>,
}

/// Tokens come and go, those of clients above all; of so many an answer may still speak.
const REMEMBERED: usize = 512;

/// What is shorter is not masked: it would take half of any message with it.
const SHORTEST_MASKED: usize = 4;

impl Vault {
    /// One that never forgets these.
    pub(super) fn with_lasting_secrets(mut lasting: Vec<Secret>) -> Self {
        lasting.retain(|secret| secret.expose().len() >= SHORTEST_MASKED);
        Self {
            lasting,
            ..Self::default()
        }
    }

    /// Takes note of a secret that is about to be used, and hands it back.
    pub(super) fn remember_secret(&self, secret: Secret) -> Secret {
        if secret.expose().len() < SHORTEST_MASKED {
            return secret;
        }
        let mut known = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        // A secret that is used again moves to the end, so that the limit forgets the least recently used one.
        if let Some(at) = known.iter().position(|known| *known == secret) {
            known.remove(at);
        }
        known.push_back(secret.clone());
        if known.len() > REMEMBERED {
            known.pop_front();
        }
        secret
    }

    /// Masks every secret that is in the outcome.
    pub(in crate::http::executor) fn mask_outcome(&self, outcome: &mut Outcome) {
        let masker = self.build_masker();
        mask_text(&masker, &mut outcome.text);
        if let Some(structured) = &mut outcome.structured {
            mask_json(&masker, structured);
        }
        for note in &mut outcome.notes {
            mask_text(&masker, note);
        }
        for attachment in &mut outcome.attachments {
            if let Some(name) = &mut attachment.name {
                mask_text(&masker, name);
            }
            mask_bytes(&masker, &mut attachment.data);
        }
    }

    /// Masks every secret in bytes that may be no text.
    pub(super) fn mask_bytes(&self, bytes: &mut Vec<u8>) {
        mask_bytes(&self.build_masker(), bytes);
    }

    /// The text without the secrets that are in it.
    pub(super) fn masked_text(&self, mut text: String) -> String {
        mask_text(&self.build_masker(), &mut text);
        text
    }

    /// The beginning of a text, at most `limit` bytes of it, without a secret or a part of one. No more
    /// of the text is searched than that takes.
    pub(super) fn truncate_masked(&self, text: &str, limit: usize) -> String {
        let masker = self.build_masker();
        let end = floor_char_boundary(text, limit);
        // A secret that begins before the limit ends before this.
        let searched = floor_char_boundary(text, limit.saturating_add(masker.longest_written()));
        let window = text.get(..searched).unwrap_or_default();
        let mut shown = match masker.mask_until(window, end) {
            Some(masked) => masked,
            None => text.get(..end).unwrap_or_default().to_owned(),
        };
        // A mask may be longer than what is left of the secret that it stands for.
        shown.truncate(floor_char_boundary(&shown, limit));
        shown
    }

    /// What finds the secrets in all of their forms.
    fn build_masker(&self) -> Masker {
        Masker::new(
            self.secrets()
                .iter()
                .flat_map(|secret| secret_forms(secret.expose())),
        )
    }

    fn secrets(&self) -> Vec<Secret> {
        let known = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().chain(&self.lasting).cloned().collect()
    }
}

impl fmt::Debug for Vault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Vault")
    }
}

/// The texts that a secret may come back as, each of them escaped or not: the secret, its bytes read as
/// Latin-1, and its base64 (RFC 4648, sections 4 and 5, with and without padding).
fn secret_forms(secret: &str) -> impl Iterator<Item = String> {
    let encoded = [
        BASE64_STANDARD.encode(secret),
        BASE64_STANDARD_NO_PAD.encode(secret),
        BASE64_URL_SAFE.encode(secret),
        BASE64_URL_SAFE_NO_PAD.encode(secret),
    ];
    let written = [Some(secret.to_owned()), misread_as_latin1(secret)];
    written.into_iter().flatten().chain(encoded)
}

fn mask_text(masker: &Masker, text: &mut String) {
    if let Some(masked) = masker.mask(text) {
        *text = masked;
    }
}

fn mask_bytes(masker: &Masker, bytes: &mut Vec<u8>) {
    if let Some(masked) = masker.mask_bytes(bytes, bytes.len()) {
        *bytes = masked;
    }
}

fn mask_json(masker: &Masker, value: &mut Json) {
    match value {
        Json::String(text) => mask_text(masker, text),
        Json::Array(items) => items.iter_mut().for_each(|item| mask_json(masker, item)),
        Json::Object(members) => {
            let masked = std::mem::take(members)
                .into_iter()
                .map(|(mut name, mut value)| {
                    mask_text(masker, &mut name);
                    mask_json(masker, &mut value);
                    (name, value)
                });
            *members = masked.collect();
        }
        // A secret may consist of digits.
        Json::Number(number) => {
            if let Some(masked) = masker.mask(&number.to_string()) {
                *value = Json::String(masked);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_use_is_not_forgotten() {
        let vault = Vault::default();
        for number in 0..2 * REMEMBERED {
            vault.remember_secret(Secret::new("configured"));
            vault.remember_secret(Secret::new(format!("client-{number}")));
        }
        let last = 2 * REMEMBERED - 1;
        let text = format!("configured, client-{last}, client-0");
        assert_eq!(vault.masked_text(text), "***, ***, client-0");
        assert_eq!(vault.secrets().len(), REMEMBERED);
    }

    #[test]
    fn of_a_secret_within_another_nothing_remains() {
        let vault = Vault::default();
        vault.remember_secret(Secret::new("open"));
        vault.remember_secret(Secret::new("open sesame"));
        vault.remember_secret(Secret::new("abc"));
        let text = "open sesame and open+sesame, open abc".to_owned();
        assert_eq!(vault.masked_text(text), "*** and ***, *** abc");
    }

    #[test]
    fn base64_is_a_form_of_a_secret() {
        let vault = Vault::default();
        vault.remember_secret(Secret::new("s3cret?>~key!"));
        for form in secret_forms("s3cret?>~key!") {
            assert_eq!(
                vault.masked_text(format!("got {form}")),
                "got ***",
                "{form}"
            );
            let in_json = form.replace('/', "\\/");
            assert_eq!(
                vault.masked_text(format!("\"{in_json}\"")),
                "\"***\"",
                "{form}"
            );
        }
    }

    #[test]
    fn a_secret_that_straddles_the_end_is_masked() {
        let vault = Vault::default();
        vault.remember_secret(Secret::new("open sesame"));
        let text = format!("{}open%20sesame and more of it", "x".repeat(95));
        for limit in 90..115 {
            let shown = vault.truncate_masked(&text, limit);
            assert!(shown.len() <= limit, "{shown}");
            assert!(!shown.contains("op"), "{shown}");
        }
        let text = "open sesame".repeat(1_000);
        for limit in 0..200 {
            assert!(!vault.truncate_masked(&text, limit).contains('o'));
        }
        assert_eq!(vault.truncate_masked("aé", 2), "a");
        assert_eq!(vault.truncate_masked("short", 100), "short");
    }
}
