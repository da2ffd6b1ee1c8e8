//! Tokens of OAuth 2.0 (RFC 6749) and OpenID Connect: fetched, kept and renewed.

// Some of what an authorization server says is of use to `login` alone.
#![cfg_attr(not(feature = "server"), allow(dead_code))]

mod discovery;
mod endpoints;
mod exchange;
mod fetch;
#[cfg(feature = "server")]
mod login;
mod renew;
mod settings;
mod store;
mod tokens;

#[cfg(feature = "server")]
pub(crate) use login::DeviceCode;
pub(super) use settings::Settings;
pub(super) use store::folder;
pub(crate) use tokens::Tokens;
