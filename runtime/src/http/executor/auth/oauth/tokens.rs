use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use reqwest::Url;
use tokio::sync::OnceCell;

use crate::http::executor::auth::lease::{Lease, Lent};
use crate::http::executor::auth::oauth::discovery::Metadata;
use crate::http::executor::auth::oauth::settings::{Settings, Way};
use crate::http::executor::auth::secret::Secret;
use crate::http::executor::auth::vault::Vault;
use crate::http::executor::clients::Clients;

/// The tokens of a scheme. A clone is the same.
#[derive(Clone)]
pub(crate) struct Tokens(pub(super) Arc<Inner>);

impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.settings.fmt(f)
    }
}

pub(super) struct Inner {
    pub(super) settings: Settings,
    pub(super) vault: Arc<Vault>,
    pub(super) clients: Arc<Clients>,
    /// Addresses of a spec may be relative to the API's.
    pub(super) base: Option<Url>,
    pub(super) metadata: OnceCell<Metadata>,
    pub(super) secret_in_body: AtomicBool,
    /// A token for each set of scopes.
    leases: Mutex<HashMap<Vec<String>, Arc<Lease>>>,
    /// The renewal of the token of a login, by that token.
    pub(super) renewal: Mutex<Option<(Secret, Arc<Lease>)>>,
}

impl Tokens {
    pub(in crate::http::executor::auth) fn new(
        settings: Settings,
        clients: Arc<Clients>,
        vault: Arc<Vault>,
        base: Option<Url>,
    ) -> Self {
        Self(Arc::new(Inner {
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
    pub(in crate::http::executor::auth) fn are_there(&self) -> bool {
        self.0.settings.way().is_some()
    }

    /// The variables that a login needs and that are not set.
    pub(in crate::http::executor::auth) fn unset_for_login(&self) -> Vec<String> {
        self.0.settings.unset_for_login()
    }

    /// Whose tokens they are, for people.
    pub(in crate::http::executor::auth) fn owner(&self) -> String {
        let scheme = self.0.settings.scheme;
        match self.0.settings.way() {
            Some(Way::Login) => format!("the login to {}", scheme.name),
            Some(Way::Password) => format!("{}_USERNAME", scheme.env),
            Some(Way::ClientCredentials) => format!("{}_CLIENT_ID", scheme.env),
            None => scheme.env.to_owned(),
        }
    }

    /// A token for these scopes, not one of those that were `rejected`.
    pub(in crate::http::executor::auth) async fn get(
        &self,
        scopes: &[&str],
        rejected: &[Secret],
    ) -> Result<Lent, String> {
        let Some(way) = self.0.settings.way() else {
            return Err(format!(
                "The credentials of {} are gone.",
                self.0.settings.scheme.name
            ));
        };
        if way == Way::Login {
            return self.of_login(rejected).await;
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
        let fetch = |previous| async move { inner.fetch(way, &scopes, previous).await };
        lease.get(rejected, fetch).await
    }
}
