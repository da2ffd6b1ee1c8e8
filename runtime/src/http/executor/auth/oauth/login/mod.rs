//! A person signs in: in a browser on this machine, or with a code on another device.

mod browser;
mod device;
mod pkce;
mod redirect;

use std::path::Path;

use reqwest::Url;

use crate::http::executor::auth::oauth::login_store::SavedLogin;
use crate::http::executor::auth::oauth::provider_metadata::ProviderMetadata;
use crate::http::executor::auth::oauth::token_source::TokenSource;
use crate::http::executor::auth::token::Token;
use crate::security::{SecurityKind, SecurityScheme};
pub(crate) use device::DeviceCode;

const NO_FOLDER: &str = "there is no configuration directory: set XDG_CONFIG_HOME or HOME.";

impl TokenSource {
    /// The scheme that they are for.
    pub(crate) fn scheme(&self) -> &'static SecurityScheme {
        self.0.settings.scheme
    }

    /// Whether people can sign in.
    pub(crate) fn has_login(&self) -> bool {
        self.0.settings.scheme.has_login()
    }

    /// Forgets a login; whether there was one.
    pub(crate) fn sign_out(&self) -> Result<bool, String> {
        match &self.0.settings.store {
            Some(store) => store.remove_login(),
            None => Ok(false),
        }
    }

    /// What to ask for: the scopes of the environment, or those that operations `need`. OpenID
    /// Connect adds what makes it one, and what makes a login last.
    fn requested_scopes(&self, need: &[&str], metadata: Option<&ProviderMetadata>) -> Vec<String> {
        if let Some(scopes) = &self.0.settings.scopes {
            return scopes.clone();
        }
        let mut scopes: Vec<String> = need.iter().map(|scope| (*scope).to_owned()).collect();
        if let SecurityKind::OpenIdConnect(_) = self.0.settings.scheme.kind {
            let offers = |scope: &str| {
                metadata.is_some_and(|metadata| metadata.scopes.iter().any(|known| known == scope))
            };
            // Required by OpenID Connect Core 1.0, section 3.1.2.1.
            scopes.push("openid".to_owned());
            scopes.extend(offers(OFFLINE).then(|| OFFLINE.to_owned()));
        }
        scopes.sort();
        scopes.dedup();
        scopes
    }

    /// Saves what a login gave, and where it is renewed; where it is now.
    fn save_login(&self, token: Token, renewal_url: &Url) -> Result<&Path, String> {
        let store = self.0.settings.store.as_ref().ok_or(NO_FOLDER)?;
        store.save_login(&SavedLogin {
            token,
            client_id: self.0.required_client_id()?.to_owned(),
            token_url: renewal_url.to_string(),
        })?;
        Ok(store.path())
    }
}

/// The scope of refresh tokens (OpenID Connect Core 1.0, section 11).
const OFFLINE: &str = "offline_access";
