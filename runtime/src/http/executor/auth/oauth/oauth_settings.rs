//! The environment variables of a scheme whose tokens are fetched, and which grant they allow: a saved login, a
//! password, or client credentials.

use std::path::PathBuf;
use std::sync::Arc;

use crate::http::executor::auth::oauth::login_store::LoginStore;
use crate::http::executor::auth::scheme_variables::SchemeVariables;
use crate::http::executor::auth::source::SecretSource;
use crate::http::executor::auth::vault::Vault;
use crate::security::SecurityScheme;

/// What the environment says of a scheme whose tokens are fetched.
#[derive(Debug)]
pub(in crate::http::executor::auth) struct OAuthSettings {
    pub(super) scheme: &'static SecurityScheme,
    pub(super) client_id: Option<String>,
    pub(super) client_secret: Option<SecretSource>,
    pub(super) username: Option<SecretSource>,
    pub(super) password: Option<SecretSource>,
    pub(super) scopes: Option<Vec<String>>,
    pub(super) audience: Option<String>,
    pub(super) resource: Option<String>,
    pub(super) overrides: EndpointOverrides,
    pub(super) redirect_uri: Option<String>,
    pub(super) store: Option<LoginStore>,
}

/// Addresses that take the place of the spec's.
#[derive(Debug)]
pub(super) struct EndpointOverrides {
    pub(super) discovery: Option<String>,
    pub(super) token: Option<String>,
    pub(super) authorization: Option<String>,
    pub(super) device: Option<String>,
}

/// How a token is got without a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenMethod {
    /// With what `login` left behind.
    Login,
    Password,
    ClientCredentials,
}

impl OAuthSettings {
    pub(in crate::http::executor::auth) fn from_environment(
        scheme: &'static SecurityScheme,
        variables: &SchemeVariables<'_>,
        vault: &Arc<Vault>,
        config_folder: Option<PathBuf>,
    ) -> Self {
        let source = |suffix| SecretSource::from_variables(variables, suffix, vault);
        Self {
            scheme,
            client_id: variables.get("_CLIENT_ID"),
            client_secret: source("_CLIENT_SECRET"),
            username: source("_USERNAME"),
            password: source("_PASSWORD"),
            scopes: variables.get_list("_SCOPES"),
            audience: variables.get("_AUDIENCE"),
            resource: variables.get("_RESOURCE"),
            overrides: EndpointOverrides {
                discovery: variables.get("_DISCOVERY_URL"),
                token: variables.get("_TOKEN_URL"),
                authorization: variables.get("_AUTHORIZATION_URL"),
                device: variables.get("_DEVICE_URL"),
            },
            redirect_uri: variables.get("_REDIRECT_URI"),
            store: config_folder.map(|folder| LoginStore::new(&folder, scheme)),
        }
    }

    /// How a token can be got; none when nothing is set that would lead to one.
    pub(super) fn token_method(&self) -> Option<TokenMethod> {
        if self.store.as_ref().is_some_and(LoginStore::exists) {
            return Some(TokenMethod::Login);
        }
        if self.username.is_some() && self.password.is_some() {
            return Some(TokenMethod::Password);
        }
        let is_confidential = self.client_id.is_some() && self.client_secret.is_some();
        let is_enough = is_confidential && self.scheme.takes_client_credentials();
        is_enough.then_some(TokenMethod::ClientCredentials)
    }

    /// The variables that a login needs and that are not set.
    pub(super) fn missing_login_variables(&self) -> Vec<String> {
        let env = self.scheme.env;
        let overrides = &self.overrides;
        let has_token_url = overrides.token.is_some() || overrides.discovery.is_some();
        let mut unset = Vec::new();
        if self.client_id.is_none() {
            unset.push(format!("{env}_CLIENT_ID"));
        }
        // The implicit flow has no such address, and a login goes by the authorization code.
        if self.scheme.lacks_token_url() && !has_token_url {
            unset.push(format!("{env}_TOKEN_URL"));
        }
        unset
    }
}
