use std::net::SocketAddr;

use super::Failure;
use super::options::Options;
use crate::api::Api;
use crate::server::{HttpConfig, ProtectedResource};

/// The environment variable with the tokens that clients have to show, separated by commas.
pub(super) fn token_variable(api: &Api) -> String {
    api.variable("ACCESS_TOKENS")
}

/// Whether clients have to show a token.
pub(super) fn is_restricted(config: &HttpConfig) -> bool {
    !config.access_tokens.is_empty() || config.protected_resource.is_some()
}

/// Who may talk to a server at `address`, and how much.
pub(super) fn http_config(
    api: &Api,
    address: SocketAddr,
    options: &Options,
) -> Result<HttpConfig, Failure> {
    let mut config = HttpConfig::listening_on(address);
    let tokens = variable(api, "ACCESS_TOKENS").unwrap_or_default();
    for token in tokens.split(',') {
        config.access_tokens.push(token);
    }
    let hosts = options.allowed_hosts.iter();
    config.allowed_hosts.extend(hosts.cloned());
    let origins = options.allowed_origins.iter();
    config.allowed_origins.extend(origins.cloned());
    config.protected_resource = protected_resource(api, address)?;
    let serving = &options.serving;
    config.client_requests_per_minute = serving.client_rate;
    config.trusted_proxies = serving.trusted_proxies.clone().unwrap_or_default();
    #[cfg(feature = "metrics")]
    {
        config.metrics = serving.metrics_listen.is_none();
    }
    config.drain = serving.drain.unwrap_or(config.drain);
    if let Some(most) = serving.max_connections {
        config.max_connections = most.get();
    }
    Ok(config)
}

fn protected_resource(
    api: &Api,
    address: SocketAddr,
) -> Result<Option<ProtectedResource>, Failure> {
    let Some(issuer) = variable(api, "ACCESS_ISSUER") else {
        return Ok(None);
    };
    let resource = match variable(api, "ACCESS_RESOURCE") {
        Some(resource) => resource,
        None if address.ip().is_unspecified() => {
            let name = api.variable("ACCESS_RESOURCE");
            return Err(format!("set {name} to the URL at which clients reach this server").into());
        }
        None => format!("http://{address}/mcp"),
    };
    let mut protected = ProtectedResource::new(&issuer, &resource)?;
    if let Some(audience) = variable(api, "ACCESS_AUDIENCE") {
        protected = protected.audience(audience);
    }
    if let Some(scopes) = variable(api, "ACCESS_SCOPES") {
        let scopes = scopes.split([',', ' ']).filter(|scope| !scope.is_empty());
        protected = protected.scopes(scopes);
    }
    Ok(Some(protected))
}

fn variable(api: &Api, suffix: &str) -> Option<String> {
    let value = std::env::var(api.variable(suffix)).ok()?;
    let value = value.trim();
    (!value.is_empty()).then(|| value.to_owned())
}
