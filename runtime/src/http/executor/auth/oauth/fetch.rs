use std::sync::atomic::Ordering;

use reqwest::Url;

use crate::http::executor::auth::oauth::discovery;
use crate::http::executor::auth::oauth::endpoints::{self, Endpoints};
use crate::http::executor::auth::oauth::exchange::{Client, Refusal};
use crate::http::executor::auth::oauth::settings::Way;
use crate::http::executor::auth::oauth::tokens::Inner;
use crate::http::executor::auth::secret::Secret;
use crate::http::executor::auth::token::Token;
use crate::security::{OAuthGrant, SecurityKind};
use crate::value::Json;

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
            self.secret_in_body.store(true, Ordering::Relaxed);
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

    /// A token for these scopes, by the refresh token of the `previous` one where it had one.
    pub(super) async fn fetch(
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

    /// The token that a refresh token gives, and that token or its successor.
    pub(super) async fn refreshed(
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
