//! Fetches tokens: finds the endpoints, sends the form of a grant, and remembers each token as a secret. Errors are
//! sentences for the operator that name the variables to check.

use std::sync::atomic::Ordering;

use reqwest::Url;

use crate::http::executor::auth::lease::LeasedToken;
use crate::http::executor::auth::oauth::oauth_endpoints::{self, OAuthEndpoints};
use crate::http::executor::auth::oauth::oauth_settings::TokenMethod;
use crate::http::executor::auth::oauth::provider_metadata;
use crate::http::executor::auth::oauth::token_request::{OAuthClient, OAuthError};
use crate::http::executor::auth::oauth::token_source::TokenState;
use crate::http::executor::auth::secret::Secret;
use crate::http::executor::auth::source::SecretSource;
use crate::http::executor::auth::token::Token;
use crate::security::{OAuthGrant, SecurityKind};
use crate::value::Json;

/// What a person shows for a token (RFC 6749, section 4.3.2).
#[derive(Default)]
struct Person {
    halves: Vec<(&'static str, Secret)>,
    /// The halves that were not fetched for this request, so that there may be newer ones.
    kept: Vec<Secret>,
}

impl Person {
    fn add_to_form<'a>(&'a self, form: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
        let halves = self.halves.iter();
        let halves = halves.map(|(name, half)| (*name, half.expose()));
        form.iter().copied().chain(halves).collect()
    }
}

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
        let post = async |secret: Option<Secret>| {
            let client = OAuthClient {
                id,
                secret,
                secret_in_body: &self.secret_in_body,
                clients: &self.clients,
                vault: &self.vault,
            };
            client.post_as_client(url, form).await
        };
        let Some(source) = &self.settings.client_secret else {
            return post(None).await;
        };
        let lent = self.fetch_own_secret(source, &[]).await?;
        let answer = post(Some(lent.secret.clone())).await;
        let is_stale = |refusal: &OAuthError| !lent.is_fresh && refusal.code == "invalid_client";
        if !answer.as_ref().is_err_and(is_stale) {
            return answer;
        }
        let rejected = std::slice::from_ref(&lent.secret);
        let renewed = self.fetch_own_secret(source, rejected).await?;
        match renewed.secret == lent.secret {
            true => answer,
            false => post(Some(renewed.secret)).await,
        }
    }

    /// A secret of the operator's, such as that of the client; not one that was `rejected`, as far as there is
    /// another.
    async fn fetch_own_secret(
        &self,
        source: &SecretSource,
        rejected: &[Secret],
    ) -> Result<LeasedToken, OAuthError> {
        let lent = source.fetch_secret(rejected).await;
        let lent = lent.map_err(OAuthError::from_text)?;
        self.vault.remember_secret(lent.secret.clone());
        Ok(lent)
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
        let scope = scopes.join(" ");
        let mut form = Vec::new();
        if !scope.is_empty() {
            // An empty `scope` is not valid (RFC 6749, section 3.3), while a missing one means the default.
            form.push(("scope", scope.as_str()));
        }
        form.extend(self.target_parameters());
        let token = match way {
            TokenMethod::Password => self.request_by_password(id, url, form).await,
            _ => {
                form.push(("grant_type", "client_credentials"));
                self.request_token(id, url, &form).await
            }
        };
        token.map_err(|refusal| self.describe_refusal(way, &refusal))
    }

    /// The token that the password grant gives (RFC 6749, section 4.3). A password that was kept and is refused
    /// is fetched again, once.
    async fn request_by_password(
        &self,
        id: Option<&str>,
        url: &Url,
        mut form: Vec<(&str, &str)>,
    ) -> Result<Token, OAuthError> {
        form.push(("grant_type", "password"));
        let person = self.fetch_person(&[]).await?;
        let token = self
            .request_token(id, url, &person.add_to_form(&form))
            .await;
        let is_refused = |refusal: &OAuthError| refusal.code == "invalid_grant";
        if person.kept.is_empty() || !token.as_ref().is_err_and(is_refused) {
            return token;
        }
        let renewed = self.fetch_person(&person.kept).await?;
        // The same password again would only bring the account nearer to being locked.
        match renewed.halves == person.halves {
            true => token,
            false => {
                let form = renewed.add_to_form(&form);
                self.request_token(id, url, &form).await
            }
        }
    }

    /// The name and the password of a person; none of the secrets that were `rejected`, as far as there are others.
    async fn fetch_person(&self, rejected: &[Secret]) -> Result<Person, OAuthError> {
        let mut person = Person::default();
        for (name, source) in [
            ("username", &self.settings.username),
            ("password", &self.settings.password),
        ] {
            let Some(source) = source else { continue };
            let lent = self.fetch_own_secret(source, rejected).await?;
            if !lent.is_fresh {
                person.kept.push(lent.secret.clone());
            }
            person.halves.push((name, lent.secret));
        }
        Ok(person)
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
