//! What calls are authorised with: the credentials of an API's security schemes.
//!
//! A [`Keyring`] has a [`Key`] for each scheme. For a call it chooses an alternative of the tool's
//! requirements and makes a [`Pass`] of its keys. Every secret goes through the [`Vault`], which
//! masks it wherever it comes back.

mod certificate;
mod key;
mod lease;
mod mask;
mod missing;
mod oauth;
mod pass;
mod passing;
mod place;
mod secret;
mod source;
mod timestamp;
mod token;
mod variables;
mod vault;

use std::sync::Arc;

use reqwest::Url;
use reqwest::header::HeaderName;

use crate::api::Api;
use crate::context::CallContext;
use crate::http::HttpRequest;
use crate::http::executor::clients::Clients;
use crate::outcome::Outcome;
use crate::security::Requirement;
pub(super) use certificate::Certificate;
use key::{Common, Key};
#[cfg(feature = "server")]
pub(crate) use oauth::{DeviceCode, Tokens};
pub(super) use pass::Pass;
pub(super) use passing::Passing;
pub(super) use secret::Secret;
#[cfg(feature = "server")]
pub(crate) use source::ConfiguredSecret;
use variables::Variables;
use vault::Vault;

/// The credentials of an API's security schemes.
#[derive(Debug)]
pub(super) struct Keyring {
    keys: Vec<Key>,
    passing: Passing,
    set_headers: Vec<HeaderName>,
    allow_missing: bool,
    vault: Arc<Vault>,
}

/// What other settings say of credentials.
pub(super) struct KeyringSettings {
    pub(super) passing: Passing,
    /// Secrets of other settings.
    pub(super) secrets: Vec<Secret>,
    /// The headers that the operator adds to every call, which may be credentials.
    pub(super) set_headers: Vec<HeaderName>,
    /// Whether calls go out without the credentials that they require.
    pub(super) allow_missing: bool,
}

impl Keyring {
    /// `clients` fetch tokens; `base` is the API's base URL.
    pub(super) fn new(
        api: &Api,
        environment: &dyn Fn(&str) -> Option<String>,
        clients: &Arc<Clients>,
        base: Option<&str>,
        settings: KeyringSettings,
    ) -> Self {
        let common = Common {
            vault: Arc::new(Vault::with(settings.secrets)),
            clients: clients.clone(),
            base: base.and_then(|base| Url::parse(base).ok()),
            folder: oauth::folder(api.name, environment),
        };
        let keys = api.security.iter().map(|scheme| {
            let variables = Variables::new(api, scheme.env, environment);
            Key::new(scheme, &variables, &common)
        });
        Self {
            keys: keys.collect(),
            passing: settings.passing,
            set_headers: settings.set_headers,
            allow_missing: settings.allow_missing,
            vault: common.vault,
        }
    }

    /// What a call is authorised with. An error says what is wrong with the credentials, or which
    /// ones are required and not configured.
    pub(super) async fn authorize(
        &self,
        context: &CallContext,
        alternatives: &[Requirement],
        request: &HttpRequest,
    ) -> Result<Pass, String> {
        let pass = self.passing.start(context, &self.vault)?;
        let pass = self.unlock(alternatives, pass, &[]).await?;
        if pass.chosen.is_none() {
            self.reject_missing(alternatives, &pass, request)?;
        }
        Ok(pass)
    }

    /// Another pass in place of one that the upstream refused, where there is a credential that it
    /// has not seen.
    pub(super) async fn renew(&self, alternatives: &[Requirement], refused: &Pass) -> Option<Pass> {
        if refused.renewable.is_empty() {
            return None;
        }
        let start = refused.anew();
        let pass = self.unlock(alternatives, start, &refused.renewable).await;
        pass.ok().filter(|pass| pass.headers != refused.headers)
    }

    /// The headers of the client's request that calls want to know.
    pub(super) fn passing(&self) -> &Passing {
        &self.passing
    }

    /// Where tokens are fetched.
    #[cfg(feature = "server")]
    pub(super) fn tokens(&self) -> impl Iterator<Item = &Tokens> {
        self.keys.iter().filter_map(Key::tokens)
    }

    /// The alternative to authenticate with is the first whose credentials are all there. One that
    /// asks for none is what remains when there are no credentials.
    async fn unlock(
        &self,
        alternatives: &[Requirement],
        mut pass: Pass,
        rejected: &[Secret],
    ) -> Result<Pass, String> {
        let is_complete = |requirement: &Requirement| {
            let mut keys = self.keys_of(requirement);
            !requirement.is_empty()
                && keys.all(|(key, _)| key.is_there() || pass.is_passed(key.place.header()))
        };
        pass.chosen = alternatives.iter().copied().find(is_complete);
        for (key, scopes) in self.keys_of(&pass.chosen.unwrap_or_default()) {
            if !pass.is_passed(key.place.header()) {
                // Fetching a token is rare, and would make every call's future larger.
                Box::pin(key.unlock(scopes, rejected, &mut pass)).await?;
            }
        }
        Ok(pass)
    }

    /// What was sent for an alternative, for people.
    pub(super) fn sent(&self, requirement: Requirement, pass: &Pass) -> String {
        let sent = |(key, _): (&Key, _)| match key.place.header() {
            Some(name) if pass.is_passed(Some(name)) => format!("the client's own {name}"),
            _ => key.sent(),
        };
        let keys = self.keys_of(&requirement);
        keys.map(sent).collect::<Vec<_>>().join(" and ")
    }

    /// Masks every credential that the upstream repeats.
    pub(super) fn mask(&self, outcome: &mut Outcome) {
        self.vault.mask(outcome);
    }

    /// The beginning of a text, at most so many bytes of it, without a credential or a part of one.
    pub(super) fn truncate(&self, text: &str, limit: usize) -> String {
        self.vault.truncate(text, limit)
    }

    /// Masks every credential in a text.
    pub(super) fn mask_text(&self, text: &mut String) {
        *text = self.vault.masked(std::mem::take(text));
    }

    fn keys_of(
        &self,
        requirement: &Requirement,
    ) -> impl Iterator<Item = (&Key, &'static [&'static str])> {
        requirement.iter().filter_map(|(scheme, scopes)| {
            let key = self.keys.iter().find(|key| key.scheme == *scheme)?;
            Some((key, *scopes))
        })
    }
}
