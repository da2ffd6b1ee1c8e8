use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use reqwest::Url;
use tokio::sync::OnceCell;

use crate::http::executor::auth::lease::{Lease, Lent};
use crate::http::executor::auth::oauth::discovery::{self, Metadata};
use crate::http::executor::auth::oauth::endpoints::{self, Endpoints};
use crate::http::executor::auth::oauth::exchange::{Client, Refusal};
use crate::http::executor::auth::oauth::settings::{Settings, Way};
use crate::http::executor::auth::oauth::store::{Saved, Store};
use crate::http::executor::auth::secret::Secret;
use crate::http::executor::auth::token::Token;
use crate::http::executor::auth::vault::Vault;
use crate::http::executor::clients::Clients;
use crate::security::{OAuthGrant, SecurityKind};
use crate::value::Json;

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
    clients: Arc<Clients>,
    /// Addresses of a spec may be relative to the API's.
    base: Option<Url>,
    metadata: OnceCell<Metadata>,
    secret_in_body: AtomicBool,
    /// A token for each set of scopes.
    leases: Mutex<HashMap<Vec<String>, Arc<Lease>>>,
    /// The renewal of the token of a login, by that token.
    renewal: Mutex<Option<(Secret, Arc<Lease>)>>,
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

    /// The file is the truth: `login`, `logout` and other servers change it.
    async fn of_login(&self, rejected: &[Secret]) -> Result<Lent, String> {
        let inner = &self.0;
        let Some(store) = &inner.settings.store else {
            return Err("There is no folder for settings to find a login in.".to_owned());
        };
        let saved = store.load(&inner.vault)?;
        let lent = Lent {
            secret: saved.token.access.clone(),
            is_fresh: false,
        };
        let is_rejected = rejected.contains(&lent.secret);
        if saved.token.is_current() && !is_rejected {
            return Ok(lent);
        }
        let is_usable = !saved.token.is_expired() && !is_rejected;
        let lease = self.renewal_of(&lent.secret);
        let task = inner.clone();
        let renewed = lease.get(rejected, |_| async move { task.renew(&saved).await });
        match renewed.await {
            Err(_) if is_usable => Ok(lent),
            renewed => renewed,
        }
    }

    fn renewal_of(&self, secret: &Secret) -> Arc<Lease> {
        let mut renewal = self
            .0
            .renewal
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        match &*renewal {
            Some((known, lease)) if known == secret => lease.clone(),
            _ => {
                let lease = Arc::<Lease>::default();
                *renewal = Some((secret.clone(), lease.clone()));
                lease
            }
        }
    }
}

impl Inner {
    /// The addresses of the authorization server.
    pub(super) async fn endpoints(&self, grant: OAuthGrant) -> Result<Endpoints, String> {
        let settings = &self.settings;
        let overrides = &settings.overrides;
        let documented = match settings.scheme.kind {
            SecurityKind::OpenIdConnect(address) => {
                Some(overrides.discovery.as_deref().unwrap_or(address))
            }
            _ => overrides.discovery.as_deref(),
        };
        let known = match documented {
            Some(address)
                if overrides.token.is_none() || grant != OAuthGrant::ClientCredentials =>
            {
                let address = endpoints::url(address, self.base.as_ref())?;
                let metadata = discovery::discover(&self.clients, &address);
                let metadata = self.metadata.get_or_try_init(|| metadata).await?;
                Endpoints::of_metadata(metadata.clone())?
            }
            _ => Endpoints::of_spec(settings, grant, self.base.as_ref())?,
        };
        if known
            .metadata
            .as_ref()
            .is_some_and(|metadata| metadata.wants_secret_in_body)
        {
            self.secret_in_body
                .store(true, std::sync::atomic::Ordering::Relaxed);
        }
        known.overridden(settings)
    }

    /// Asks for something as the client that the environment names, or as `id`.
    pub(super) async fn ask(
        &self,
        id: Option<&str>,
        url: &Url,
        form: &[(&str, &str)],
    ) -> Result<Json, Refusal> {
        let secret = match &self.settings.client_secret {
            Some(source) => {
                let lent = source.get(&[]).await.map_err(Refusal::of)?;
                Some(self.vault.keep(lent.secret))
            }
            None => None,
        };
        let client = Client {
            id,
            secret,
            secret_in_body: &self.secret_in_body,
            clients: &self.clients,
            vault: &self.vault,
        };
        client.ask(url, form).await
    }

    /// The token that a form gives.
    pub(super) async fn token(
        &self,
        id: Option<&str>,
        url: &Url,
        form: &[(&str, &str)],
    ) -> Result<Token, Refusal> {
        let answer = self.ask(id, url, form).await?;
        let token = Token::from_answer(&answer)
            .ok_or_else(|| Refusal::of(format!("{url} answered without an access token.")))?;
        self.vault.keep(token.access.clone());
        if let Some(refresh) = &token.refresh {
            self.vault.keep(refresh.clone());
        }
        tracing::debug!(scheme = self.settings.scheme.name, "fetched a token");
        Ok(token)
    }

    async fn fetch(
        &self,
        way: Way,
        scopes: &[String],
        previous: Option<Token>,
    ) -> Result<Token, String> {
        let grant = match way {
            Way::Password => OAuthGrant::Password,
            _ => OAuthGrant::ClientCredentials,
        };
        let endpoints = self
            .endpoints(grant)
            .await
            .map_err(|why| self.because(&why))?;
        let id = self.settings.client_id.as_deref();
        if let Some(refresh) = previous.and_then(|token| token.refresh) {
            let url = endpoints.refresh.as_ref().or(endpoints.token.as_ref());
            let url = url.ok_or_else(|| self.no_address())?;
            if let Ok(token) = self.refreshed(id, url, &refresh).await {
                return Ok(token);
            }
        }
        let url = endpoints.token.as_ref().ok_or_else(|| self.no_address())?;
        let mut form = match way {
            Way::Password => vec![("grant_type", "password")],
            _ => vec![("grant_type", "client_credentials")],
        };
        let scope = scopes.join(" ");
        if !scope.is_empty() {
            form.push(("scope", &scope));
        }
        form.extend(self.target());
        let (mut username, mut password) = (None, None);
        if way == Way::Password {
            if let Some(source) = &self.settings.username {
                username = Some(source.get(&[]).await?.secret);
            }
            if let Some(source) = &self.settings.password {
                password = Some(self.vault.keep(source.get(&[]).await?.secret));
            }
        }
        form.extend(username.as_ref().map(|it| ("username", it.expose())));
        form.extend(password.as_ref().map(|it| ("password", it.expose())));
        self.token(id, url, &form)
            .await
            .map_err(|refusal| self.refused(way, &refusal))
    }

    /// The form's members that say what a token is for.
    pub(super) fn target(&self) -> Vec<(&'static str, &str)> {
        let audience = self.settings.audience.as_deref();
        let resource = self.settings.resource.as_deref();
        let audience = audience.map(|audience| ("audience", audience));
        let resource = resource.map(|resource| ("resource", resource));
        audience.into_iter().chain(resource).collect()
    }

    async fn refreshed(
        &self,
        id: Option<&str>,
        url: &Url,
        refresh: &Secret,
    ) -> Result<Token, Refusal> {
        self.vault.keep(refresh.clone());
        let form = [
            ("grant_type", "refresh_token"),
            ("refresh_token", refresh.expose()),
        ];
        let mut token = self.token(id, url, &form).await?;
        // A server that gives no new one goes on with the old one.
        token.refresh.get_or_insert_with(|| refresh.clone());
        Ok(token)
    }

    /// The token of a login anew, saved for the other servers that use it.
    async fn renew(&self, saved: &Saved) -> Result<Token, String> {
        let again = "Sign in again with `login`.";
        let scheme = self.settings.scheme.name;
        let Some(refresh) = &saved.token.refresh else {
            return Err(format!(
                "The login to {scheme} has expired or is not accepted. {again}"
            ));
        };
        let url = endpoints::url(&saved.token_url, None)?;
        let renewed = self.refreshed(Some(&saved.client_id), &url, refresh).await;
        let Some(store) = &self.settings.store else {
            return renewed.map_err(|refusal| refusal.text);
        };
        match renewed {
            Ok(token) => {
                let renewed = Saved {
                    token: token.clone(),
                    ..saved.clone()
                };
                if let Err(why) = store.save(&renewed) {
                    tracing::warn!("a login was renewed, but {why}");
                }
                Ok(token)
            }
            Err(refusal) => match self.renewed_elsewhere(store, saved) {
                Some(token) => Ok(token),
                None => Err(format!(
                    "The login to {scheme} could not be renewed: {} {again}",
                    refusal.text
                )),
            },
        }
    }

    /// Another server with the same login may have used the refresh token a moment before.
    fn renewed_elsewhere(&self, store: &Store, saved: &Saved) -> Option<Token> {
        let now = store.load(&self.vault).ok()?;
        let is_other = now.token.access != saved.token.access && now.token.is_current();
        is_other.then_some(now.token)
    }

    pub(super) fn client_id(&self) -> Result<&str, String> {
        let id = self.settings.client_id.as_deref();
        id.ok_or_else(|| format!("Set {}_CLIENT_ID.", self.settings.scheme.env))
    }

    pub(super) fn no_address(&self) -> String {
        let env = self.settings.scheme.env;
        self.because(&format!(
            "it is not known where tokens are got. Set {env}_TOKEN_URL."
        ))
    }

    fn refused(&self, way: Way, refusal: &Refusal) -> String {
        let env = self.settings.scheme.env;
        let check = match (refusal.code.as_str(), way) {
            ("invalid_client" | "unauthorized_client", _) => {
                format!("{env}_CLIENT_ID and {env}_CLIENT_SECRET")
            }
            ("invalid_grant", Way::Password) => format!("{env}_USERNAME and {env}_PASSWORD"),
            ("invalid_scope", _) => format!("{env}_SCOPES"),
            ("invalid_target", _) => format!("{env}_AUDIENCE and {env}_RESOURCE"),
            ("", _) => format!("{env}_TOKEN_URL"),
            _ => format!("the variables that begin with {env}_"),
        };
        self.because(&format!("{} Check {check}.", refusal.text))
    }

    pub(super) fn because(&self, why: &str) -> String {
        format!("There is no token for {}: {why}", self.settings.scheme.name)
    }
}
