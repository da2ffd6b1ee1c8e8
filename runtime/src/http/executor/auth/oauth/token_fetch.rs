//! Fetches tokens: finds the endpoints, sends the form of a grant, and remembers each token as a secret. Errors are
//! sentences for the operator that name the variables to check.

use std::sync::atomic::Ordering;

use reqwest::Url;

use crate::http::executor::auth::oauth::oauth_endpoints::{self, OAuthEndpoints};
use crate::http::executor::auth::oauth::oauth_settings::TokenMethod;
use crate::http::executor::auth::oauth::provider_metadata;
use crate::http::executor::auth::oauth::token_request::{OAuthClient, OAuthError};
use crate::http::executor::auth::oauth::token_source::TokenState;
use crate::http::executor::auth::secret::Secret;
use crate::http::executor::auth::token::Token;
use crate::security::{OAuthGrant, SecurityKind};
use crate::value::Json;

impl TokenState {
    /// The addresses of the authorization server.
    pub(super) async fn find_endpoints(&self, grant: OAuthGrant) -> Result<OAuthEndpoints, String> {
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
                // Client credentials need the token endpoint alone. If that is configured, no
                // metadata is fetched, which may not exist.
                if overrides.token.is_none() || grant != OAuthGrant::ClientCredentials =>
            {
                let address = oauth_endpoints::parse_endpoint_url(address, self.base.as_ref())?;
                let metadata = provider_metadata::fetch_metadata(&self.clients, &address);
                let metadata = self.metadata.get_or_try_init(|| metadata).await?;
                OAuthEndpoints::from_metadata(metadata.clone())?
            }
            _ => OAuthEndpoints::from_spec(settings, grant, self.base.as_ref())?,
        };
        if known
            .metadata
            .as_ref()
            .is_some_and(|metadata| metadata.wants_secret_in_body)
        {
            self.secret_in_body.store(true, Ordering::Relaxed);
        }
        known.with_overrides(settings)
    }

    /// Asks for something as the client that the environment names, or as `id`.
    pub(super) async fn request_json(
        &self,
        id: Option<&str>,
        url: &Url,
        form: &[(&str, &str)],
    ) -> Result<Json, OAuthError> {
        let secret = match &self.settings.client_secret {
            Some(source) => {
                let lent = source
                    .fetch_secret(&[])
                    .await
                    .map_err(OAuthError::from_text)?;
                Some(self.vault.remember_secret(lent.secret))
            }
            None => None,
        };
        let client = OAuthClient {
            id,
            secret,
            secret_in_body: &self.secret_in_body,
            clients: &self.clients,
            vault: &self.vault,
        };
        client.post_as_client(url, form).await
    }

    /// The token that a form gives.
    pub(super) async fn request_token(
        &self,
        id: Option<&str>,
        url: &Url,
        form: &[(&str, &str)],
    ) -> Result<Token, OAuthError> {
        let answer = self.request_json(id, url, form).await?;
        let token = Token::from_response(&answer).ok_or_else(|| {
            OAuthError::from_text(format!("{url} responded without an access token."))
        })?;
        self.vault.remember_secret(token.access.clone());
        if let Some(refresh) = &token.refresh {
            self.vault.remember_secret(refresh.clone());
        }
        tracing::debug!(scheme = self.settings.scheme.name, "fetched a token");
        Ok(token)
    }

    /// A token for these scopes, by the refresh token of the `previous` one where it had one.
    pub(super) async fn fetch_token(
        &self,
        way: TokenMethod,
        scopes: &[String],
        previous: Option<Token>,
    ) -> Result<Token, String> {
        let grant = match way {
            TokenMethod::Password => OAuthGrant::Password,
            _ => OAuthGrant::ClientCredentials,
        };
        let endpoints = self
            .find_endpoints(grant)
            .await
            .map_err(|why| self.describe_missing_token(&why))?;
        let id = self.settings.client_id.as_deref();
        if let Some(refresh) = previous.and_then(|token| token.refresh) {
            let url = endpoints.refresh.as_ref().or(endpoints.token.as_ref());
            let url = url.ok_or_else(|| self.describe_missing_url())?;
            // A refresh token may be revoked at any time; the grant itself is the fallback.
            if let Ok(token) = self.refresh_token(id, url, &refresh).await {
                return Ok(token);
            }
        }
        let url = endpoints
            .token
            .as_ref()
            .ok_or_else(|| self.describe_missing_url())?;
        let mut form = match way {
            TokenMethod::Password => vec![("grant_type", "password")],
            _ => vec![("grant_type", "client_credentials")],
        };
        let scope = scopes.join(" ");
        if !scope.is_empty() {
            // An empty `scope` is not valid (RFC 6749, section 3.3), while a missing one means the default.
            form.push(("scope", &scope));
        }
        form.extend(self.target_parameters());
        let (mut username, mut password) = (None, None);
        if way == TokenMethod::Password {
            if let Some(source) = &self.settings.username {
                username = Some(source.fetch_secret(&[]).await?.secret);
            }
            if let Some(source) = &self.settings.password {
                password = Some(
                    self.vault
                        .remember_secret(source.fetch_secret(&[]).await?.secret),
                );
            }
        }
        form.extend(username.as_ref().map(|it| ("username", it.expose())));
        form.extend(password.as_ref().map(|it| ("password", it.expose())));
        self.request_token(id, url, &form)
            .await
            .map_err(|refusal| self.describe_refusal(way, &refusal))
    }

    /// The form's members that say what a token is for.
    pub(super) fn target_parameters(&self) -> Vec<(&'static str, &str)> {
        let audience = self.settings.audience.as_deref();
        let resource = self.settings.resource.as_deref();
        let audience = audience.map(|audience| ("audience", audience));
        let resource = resource.map(|resource| ("resource", resource));
        audience.into_iter().chain(resource).collect()
    }

    /// The token that a refresh token gives, and that token or its successor.
    pub(super) async fn refresh_token(
        &self,
        id: Option<&str>,
        url: &Url,
        refresh: &Secret,
    ) -> Result<Token, OAuthError> {
        self.vault.remember_secret(refresh.clone());
        let form = [
            ("grant_type", "refresh_token"),
            ("refresh_token", refresh.expose()),
        ];
        let mut token = self.request_token(id, url, &form).await?;
        // A server that gives no new one goes on with the old one.
        token.refresh.get_or_insert_with(|| refresh.clone());
        Ok(token)
    }

    pub(super) fn required_client_id(&self) -> Result<&str, String> {
        let id = self.settings.client_id.as_deref();
        id.ok_or_else(|| format!("Set {}_CLIENT_ID.", self.settings.scheme.env))
    }

    pub(super) fn describe_missing_url(&self) -> String {
        let env = self.settings.scheme.env;
        self.describe_missing_token(&format!(
            "the token endpoint is unknown. Set {env}_TOKEN_URL."
        ))
    }

    fn describe_refusal(&self, way: TokenMethod, refusal: &OAuthError) -> String {
        let env = self.settings.scheme.env;
        let check = match (refusal.code.as_str(), way) {
            ("invalid_client" | "unauthorized_client", _) => {
                format!("{env}_CLIENT_ID and {env}_CLIENT_SECRET")
            }
            ("invalid_grant", TokenMethod::Password) => {
                format!("{env}_USERNAME and {env}_PASSWORD")
            }
            ("invalid_scope", _) => format!("{env}_SCOPES"),
            ("invalid_target", _) => format!("{env}_AUDIENCE and {env}_RESOURCE"),
            ("", _) => format!("{env}_TOKEN_URL"),
            _ => format!("the variables that begin with {env}_"),
        };
        self.describe_missing_token(&format!("{} Check {check}.", refusal.text))
    }

    pub(super) fn describe_missing_token(&self, why: &str) -> String {
        format!("{} has no token: {why}", self.settings.scheme.name)
    }
}
