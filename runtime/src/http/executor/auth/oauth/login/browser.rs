//! Login in a browser: the authorization code grant with PKCE and a redirect to this machine. It shows an address,
//! waits for the redirect and saves the tokens.

use std::path::Path;
use std::time::Duration;

use reqwest::Url;
use tokio::time::timeout;

use super::redirect::{self, LoginRedirect};
use super::{OFFLINE, pkce};
use crate::http::executor::auth::oauth::token_source::TokenSource;
use crate::security::OAuthGrant;

/// How long a person may take.
const PATIENCE: Duration = Duration::from_secs(600);

impl TokenSource {
    /// The authorization code grant with PKCE, through a redirect to this machine (RFC 6749,
    /// section 4.1; RFC 7636; RFC 8252, section 7.3). `port` 0 is that of the redirect address that
    /// is set, or any that is free. `show` takes the address to visit. The path of the file with the
    /// tokens.
    ///
    /// # Errors
    ///
    /// A sentence for people, without secrets.
    pub(crate) async fn sign_in_by_browser(
        &self,
        need: &[&str],
        port: u16,
        show: impl FnOnce(&Url),
    ) -> Result<&Path, String> {
        let inner = &self.0;
        let id = inner.required_client_id()?;
        let endpoints = inner.find_endpoints(OAuthGrant::AuthorizationCode).await?;
        let token_url = endpoints
            .token
            .ok_or_else(|| inner.describe_missing_url())?;
        let renewal_url = endpoints.refresh.unwrap_or_else(|| token_url.clone());
        let page = endpoints.authorization.ok_or_else(|| {
            let env = inner.settings.scheme.env;
            inner.describe_missing_token(&format!(
                "the authorization endpoint is unknown. Set {env}_AUTHORIZATION_URL."
            ))
        })?;
        let scopes = self.requested_scopes(need, endpoints.metadata.as_ref());

        let redirect =
            LoginRedirect::new(inner.settings.redirect_uri.as_deref(), port).map_err(|why| {
                inner.describe_missing_token(&format!(
                    "{}_REDIRECT_URI {why}",
                    inner.settings.scheme.env
                ))
            })?;
        let (redirect_uri, listener) = redirect.bind_listener().await?;
        let state = pkce::random_text()?;
        let verifier = pkce::random_text()?;
        let mut visited = page;
        {
            let mut query = visited.query_pairs_mut();
            query.append_pair("response_type", "code");
            query.append_pair("client_id", id);
            query.append_pair("redirect_uri", &redirect_uri);
            query.append_pair("state", &state);
            query.append_pair("code_challenge", &pkce::s256_challenge(&verifier));
            query.append_pair("code_challenge_method", "S256");
            if !scopes.is_empty() {
                query.append_pair("scope", &scopes.join(" "));
            }
            if scopes.iter().any(|scope| scope == OFFLINE) {
                // OpenID Connect Core 1.0, section 11: without consent, a server must ignore `offline_access`.
                query.append_pair("prompt", "consent");
            }
            query.extend_pairs(inner.target_parameters());
        }
        show(&visited);

        let returned = timeout(
            PATIENCE,
            redirect::wait_for_redirect(listener, redirect.path(), &state),
        )
        .await
        .map_err(|_| {
            format!(
                "Nobody signed in within {} s: run `login` again.",
                PATIENCE.as_secs()
            )
        })??;
        // Another server's answer would have our code sent to it (RFC 9207).
        if let Some(metadata) = &endpoints.metadata
            && (metadata.names_issuer || returned.issuer.is_some())
            && returned.issuer.as_deref() != Some(metadata.issuer.as_str())
        {
            return Err("The browser was redirected by another authorization server.".to_owned());
        }
        let code = returned
            .code
            .map_err(|why| format!("The authorization server rejected the login: {why}."))?;
        let mut form = vec![
            ("grant_type", "authorization_code"),
            ("code", code.as_str()),
            ("redirect_uri", &redirect_uri),
            ("code_verifier", &verifier),
        ];
        form.extend(
            inner
                .target_parameters()
                .into_iter()
                // RFC 8707 repeats `resource` at the token endpoint; `audience` belongs to the authorization
                // request only.
                .filter(|(name, _)| *name == "resource"),
        );
        let token = inner.request_token(Some(id), &token_url, &form).await;
        self.save_login(token.map_err(|refusal| refusal.text)?, &renewal_url)
    }
}
