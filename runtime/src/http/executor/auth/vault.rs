use std::collections::VecDeque;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use crate::http::executor::auth::mask::masked;
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
    pub(super) fn with(mut lasting: Vec<Secret>) -> Self {
        lasting.retain(|secret| secret.expose().len() >= SHORTEST_MASKED);
        Self {
            lasting,
            ..Self::default()
        }
    }

    /// Takes note of a secret that is about to be used, and hands it back.
    pub(super) fn keep(&self, secret: Secret) -> Secret {
        if secret.expose().len() < SHORTEST_MASKED {
            return secret;
        }
        let mut known = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
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
    pub(in crate::http::executor) fn mask(&self, outcome: &mut Outcome) {
        let secrets = self.secrets();
        mask_text(&secrets, &mut outcome.text);
        if let Some(structured) = &mut outcome.structured {
            mask_json(&secrets, structured);
        }
    }

    /// The text without the secrets that are in it.
    pub(super) fn masked(&self, mut text: String) -> String {
        mask_text(&self.secrets(), &mut text);
        text
    }

    /// The longest first: of one that is part of another nothing may remain.
    fn secrets(&self) -> Vec<Secret> {
        let known = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let mut secrets: Vec<Secret> = known.iter().chain(&self.lasting).cloned().collect();
        secrets.sort_by_key(|secret| std::cmp::Reverse(secret.expose().len()));
        secrets
    }
}

impl fmt::Debug for Vault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Vault")
    }
}

fn mask_text(secrets: &[Secret], text: &mut String) {
    for secret in secrets {
        if let Some(masked) = masked(text, secret.expose()) {
            *text = masked;
        }
    }
}

fn mask_json(secrets: &[Secret], value: &mut Json) {
    match value {
        Json::String(text) => mask_text(secrets, text),
        Json::Array(items) => items.iter_mut().for_each(|item| mask_json(secrets, item)),
        Json::Object(members) => {
            let masked = std::mem::take(members)
                .into_iter()
                .map(|(mut name, mut value)| {
                    mask_text(secrets, &mut name);
                    mask_json(secrets, &mut value);
                    (name, value)
                });
            *members = masked.collect();
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
            vault.keep(Secret::new("configured"));
            vault.keep(Secret::new(format!("client-{number}")));
        }
        let last = 2 * REMEMBERED - 1;
        let text = format!("configured, client-{last}, client-0");
        assert_eq!(vault.masked(text), "***, ***, client-0");
        assert_eq!(vault.secrets().len(), REMEMBERED);
    }

    #[test]
    fn of_a_secret_within_another_nothing_remains() {
        let vault = Vault::default();
        vault.keep(Secret::new("open"));
        vault.keep(Secret::new("open sesame"));
        vault.keep(Secret::new("abc"));
        let text = "open sesame and open+sesame, open abc".to_owned();
        assert_eq!(vault.masked(text), "*** and ***, *** abc");
    }
}
