//! What calls are authorised with: the credentials of an API's security schemes.
//!
//! A [`Keyring`] has a [`SchemeCredential`] for each scheme. For a call it chooses an alternative of the tool's
//! requirements and makes [`Credentials`] of its keys. Every secret goes through the [`Vault`], which
//! masks it wherever it comes back.

mod client_certificate;
mod credential_place;
mod credentials;
mod lease;
mod mask;
mod missing_credentials;
mod oauth;
mod passed_headers;
mod rfc3339;
mod scheme_credential;
mod scheme_variables;
mod secret;
mod source;
mod token;
mod vault;

use std::sync::Arc;

use reqwest::Url;
use reqwest::header::HeaderName;

use crate::api::Api;
use crate::context::CallContext;
use crate::http::executor::executor_error::ExecutorError;
use crate::http::executor::http_clients::HttpClients;
use crate::outcome::Outcome;
use crate::request::HttpRequest;
use crate::security::Requirement;
pub(super) use client_certificate::ClientCertificate;
pub(super) use credentials::Credentials;
#[cfg(feature = "server")]
pub(crate) use oauth::{DeviceCode, TokenSource};
pub(super) use passed_headers::PassedHeaders;
use scheme_credential::{SchemeCredential, SharedSettings};
use scheme_variables::SchemeVariables;
pub(super) use secret::Secret;
#[cfg(feature = "server")]
pub(crate) use source::ConfiguredSecret;
use vault::Vault;

/// The credentials of an API's security schemes.
#[derive(Debug)]
pub(super) struct Keyring {
    keys: Vec<SchemeCredential>,
    passing: PassedHeaders,
    set_headers: Vec<HeaderName>,
    allow_missing: bool,
    vault: Arc<Vault>,
}

/// What other settings say of credentials.
pub(super) struct KeyringSettings {
    pub(super) passing: PassedHeaders,
    /// Secrets of other settings.
    pub(super) secrets: Vec<Secret>,
    /// The headers that the operator adds to every call, which may be credentials.
    pub(super) set_headers: Vec<HeaderName>,
    /// Whether calls go out without the credentials that they require.
    pub(super) allow_missing: bool,
}

impl Keyring {
    /// `clients` fetch tokens; `base` is the API's base URL.
    ///
    /// # Errors
    ///
    /// A variable holds a credential that can't be sent.
    pub(super) fn new(
        api: &Api,
        environment: &dyn Fn(&str) -> Option<String>,
        clients: &Arc<HttpClients>,
        base: Option<&str>,
        settings: KeyringSettings,
    ) -> Result<Self, ExecutorError> {
        let common = SharedSettings {
            vault: Arc::new(Vault::with_lasting_secrets(settings.secrets)),
            clients: clients.clone(),
            base: base.and_then(|base| Url::parse(base).ok()),
            folder: oauth::api_settings_folder(api.name, environment),
        };
        let keys = api.security.iter().map(|scheme| {
            let variables = SchemeVariables::new(api, scheme.env, environment);
            let key = SchemeCredential::new(scheme, &variables, &common);
            key.reject_unsendable_username().map(|()| key)
        });
        Ok(Self {
            keys: keys.collect::<Result<_, _>>()?,
            passing: settings.passing,
            set_headers: settings.set_headers,
            allow_missing: settings.allow_missing,
            vault: common.vault,
        })
    }

    /// What a call is authorised with. An error says what is wrong with the credentials, or which
    /// ones are required and not configured.
    pub(super) async fn authorize_call(
        &self,
        context: &CallContext,
        alternatives: &[Requirement],
        request: &HttpRequest,
    ) -> Result<Credentials, String> {
        let credentials = self.passing.credentials_from_client(context, &self.vault)?;
        let credentials = self
            .collect_credentials(alternatives, credentials, &[])
            .await?;
        if credentials.chosen.is_none() {
            self.reject_missing(alternatives, &credentials, request)?;
        }
        Ok(credentials)
    }

    /// Other credentials in place of those that the upstream refused, where there is a credential that it
    /// has not seen.
    pub(super) async fn renew_credentials(
        &self,
        alternatives: &[Requirement],
        refused: &Credentials,
    ) -> Option<Credentials> {
        if refused.renewable.is_empty() {
            return None;
        }
        let start = refused.keep_passed_headers();
        let credentials = self
            .collect_credentials(alternatives, start, &refused.renewable)
            .await;
        credentials
            .ok()
            .filter(|credentials| credentials.are_different_from(refused))
    }

    /// The headers of the client's request that calls want to know.
    pub(super) fn passed_headers(&self) -> &PassedHeaders {
        &self.passing
    }

    /// Where tokens are fetched.
    #[cfg(feature = "server")]
    pub(super) fn token_sources(&self) -> impl Iterator<Item = &TokenSource> {
        self.keys.iter().filter_map(SchemeCredential::token_source)
    }

    /// The alternative to authenticate with is the first whose credentials are all there. One that
    /// asks for none is what remains when there are no credentials.
    async fn collect_credentials(
        &self,
        alternatives: &[Requirement],
        mut credentials: Credentials,
        rejected: &[Secret],
    ) -> Result<Credentials, String> {
        let is_complete = |requirement: &Requirement| {
            let mut keys = self.credentials_for(requirement);
            !requirement.is_empty()
                && keys.all(|(key, _)| {
                    key.is_available() || credentials.is_header_passed(key.place.header_name())
                })
        };
        credentials.chosen = alternatives.iter().copied().find(is_complete);
        for (key, scopes) in self.credentials_for(&credentials.chosen.unwrap_or_default()) {
            if !credentials.is_header_passed(key.place.header_name()) {
                // Fetching a token is rare, and would make every call's future larger.
                Box::pin(key.add_to_credentials(scopes, rejected, &mut credentials)).await?;
            }
        }
        Ok(credentials)
    }

    /// What was sent for an alternative, for people.
    pub(super) fn describe_sent(
        &self,
        requirement: Requirement,
        credentials: &Credentials,
    ) -> String {
        let sent = |(key, _): (&SchemeCredential, _)| match key.place.header_name() {
            Some(name) if credentials.is_header_passed(Some(name)) => {
                format!("the client's own {name}")
            }
            _ => key.describe_sent(),
        };
        let keys = self.credentials_for(&requirement);
        keys.map(sent).collect::<Vec<_>>().join(" and ")
    }

    /// Masks every credential that the upstream repeats.
    pub(super) fn mask_outcome(&self, outcome: &mut Outcome) {
        self.vault.mask_outcome(outcome);
    }

    /// The beginning of a text, at most so many bytes of it, without a credential or a part of one.
    pub(super) fn truncate_masked(&self, text: &str, limit: usize) -> String {
        self.vault.truncate_masked(text, limit)
    }

    /// Masks every credential in a text.
    pub(super) fn mask_text(&self, text: &mut String) {
        *text = self.vault.masked_text(std::mem::take(text));
    }

    /// Masks every credential in bytes that may be no text.
    pub(super) fn mask_bytes(&self, bytes: &mut Vec<u8>) {
        self.vault.mask_bytes(bytes);
    }

    fn credentials_for(
        &self,
        requirement: &Requirement,
    ) -> impl Iterator<Item = (&SchemeCredential, &'static [&'static str])> {
        requirement.iter().filter_map(|(scheme, scopes)| {
            let key = self.keys.iter().find(|key| key.scheme == *scheme)?;
            Some((key, *scopes))
        })
    }
}
