//! The tokens of one security scheme: one lease for each set of scopes, or those of a saved login. Callers ask for
//! a token and do not know which grant gives it.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use reqwest::Url;
use tokio::sync::OnceCell;

use crate::http::executor::auth::lease::{Lease, LeasedToken};
use crate::http::executor::auth::oauth::oauth_settings::{OAuthSettings, TokenMethod};
use crate::http::executor::auth::oauth::provider_metadata::ProviderMetadata;
use crate::http::executor::auth::secret::Secret;
use crate::http::executor::auth::vault::Vault;
use crate::http::executor::http_clients::HttpClients;

/// The tokens of a scheme. A clone is the same.
#[derive(Clone)]
pub(crate) struct TokenSource(pub(super) Arc<TokenState>);

impl fmt::Debug for TokenSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.settings.fmt(f)
    }
}

pub(super) struct TokenState {
    pub(super) settings: OAuthSettings,
    pub(super) vault: Arc<Vault>,
    pub(super) clients: Arc<HttpClients>,
    /// Addresses of a spec may be relative to the API's.
    pub(super) base: Option<Url>,
    pub(super) metadata: OnceCell<ProviderMetadata>,
    pub(super) secret_in_body: AtomicBool,
    /// A token for each set of scopes.
    leases: Mutex<HashMap<Vec<String>, Arc<Lease>>>,
    /// The renewal of the token of a login, by that token.
    pub(super) renewal: Mutex<Option<(Secret, Arc<Lease>)>>,
}

impl TokenSource {
    pub(in crate::http::executor::auth) fn new(
        settings: OAuthSettings,
        clients: Arc<HttpClients>,
        vault: Arc<Vault>,
        base: Option<Url>,
    ) -> Self {
        Self(Arc::new(TokenState {
            settings,
            vault,
            clients,
            base,
            metadata: OnceCell::new(),
            secret_in_body: AtomicBool::default(),
            leases: Mutex::default(),
            renewal: Mutex::default(),
        }))
    }

    /// Whether anything is set that leads to a token.
    pub(in crate::http::executor::auth) fn is_configured(&self) -> bool {
        self.0.settings.token_method().is_some()
    }

    /// The variables that a login needs and that are not set.
    pub(in crate::http::executor::auth) fn missing_login_variables(&self) -> Vec<String> {
        self.0.settings.missing_login_variables()
    }

    /// Whose tokens they are, for people.
    pub(in crate::http::executor::auth) fn describe_owner(&self) -> String {
        let scheme = self.0.settings.scheme;
        match self.0.settings.token_method() {
            Some(TokenMethod::Login) => format!("the login to {}", scheme.name),
            Some(TokenMethod::Password) => format!("{}_USERNAME", scheme.env),
            Some(TokenMethod::ClientCredentials) => format!("{}_CLIENT_ID", scheme.env),
            None => scheme.env.to_owned(),
        }
    }

    /// A token for these scopes, not one of those that were `rejected`.
    pub(in crate::http::executor::auth) async fn get_token(
        &self,
        scopes: &[&str],
        rejected: &[Secret],
    ) -> Result<LeasedToken, String> {
        let Some(way) = self.0.settings.token_method() else {
            return Err(format!(
                "The credentials of {} are gone.",
                self.0.settings.scheme.name
            ));
        };
        if way == TokenMethod::Login {
            return self.login_token(rejected).await;
        }
        let mut scopes = self.0.settings.scopes.clone().unwrap_or_else(|| {
            let named = scopes.iter().map(|scope| (*scope).to_owned());
            named.collect()
        });
        scopes.sort();
        scopes.dedup();
        let lease = {
            let mut leases = self.0.leases.lock().unwrap_or_else(PoisonError::into_inner);
            leases.entry(scopes.clone()).or_default().clone()
        };
        let inner = self.0.clone();
        let fetch = |previous| async move { inner.fetch_token(way, &scopes, previous).await };
        lease.get_or_fetch(rejected, fetch).await
    }
}
