//! Tokens of OAuth 2.0 (RFC 6749) and OpenID Connect: fetched, kept and renewed.

// Some of what an authorization server says is of use to `login` alone.
#![cfg_attr(not(feature = "server"), allow(dead_code))]

#[cfg(feature = "server")]
mod login;
mod login_renewal;
mod login_store;
mod oauth_endpoints;
mod oauth_settings;
mod provider_metadata;
mod token_fetch;
mod token_request;
mod token_source;

#[cfg(feature = "server")]
pub(crate) use login::DeviceCode;
pub(super) use login_store::api_settings_folder;
pub(super) use oauth_settings::OAuthSettings;
pub(crate) use token_source::TokenSource;
