//! The URLs of an authorization server: from the spec, from the provider's metadata, or from the environment, which
//! overrides both. Relative URLs are resolved against the API's base URL.

use reqwest::Url;

use crate::http::executor::auth::oauth::oauth_settings::OAuthSettings;
use crate::http::executor::auth::oauth::provider_metadata::ProviderMetadata;
use crate::security::{OAuthFlow, OAuthGrant, SecurityKind};

/// The addresses of an authorization server, as far as they are known, and what it says of itself.
#[derive(Clone, Debug, Default)]
pub(super) struct OAuthEndpoints {
    pub(super) token: Option<Url>,
    pub(super) refresh: Option<Url>,
    pub(super) authorization: Option<Url>,
    pub(super) device: Option<Url>,
    pub(super) metadata: Option<ProviderMetadata>,
}

impl OAuthEndpoints {
    /// The addresses in a spec. Those of the grant come before those of other grants.
    pub(super) fn from_spec(
        settings: &OAuthSettings,
        grant: OAuthGrant,
        base: Option<&Url>,
    ) -> Result<Self, String> {
        let flows = match settings.scheme.kind {
            SecurityKind::OAuth2(flows) => flows,
            _ => &[],
        };
        let own = flows.iter().filter(|flow| flow.grant == grant);
        let others = flows.iter().filter(|flow| flow.grant != grant);
        let ordered: Vec<_> = own.chain(others).collect();
        let first = |address: fn(&OAuthFlow) -> &'static str| {
            let mut addresses = ordered.iter().map(|flow| address(flow));
            addresses.find(|address| !address.is_empty())
        };
        let of_grant = |grant| {
            let flow = flows.iter().find(|flow| flow.grant == grant)?;
            Some(flow.authorization_url).filter(|address| !address.is_empty())
        };
        let parse = |address: Option<&str>| {
            address
                .map(|text| parse_endpoint_url(text, base))
                .transpose()
        };
        // What a call does not need is not in its way.
        let optional = |address| parse(address).ok().flatten();
        let page =
            of_grant(OAuthGrant::AuthorizationCode).or_else(|| of_grant(OAuthGrant::Implicit));
        Ok(Self {
            token: parse(first(|flow| flow.token_url))
                .map_err(|why| format!("{why} Set {}_TOKEN_URL.", settings.scheme.env))?,
            refresh: optional(first(|flow| flow.refresh_url)),
            authorization: optional(page),
            device: optional(of_grant(OAuthGrant::DeviceCode)),
            metadata: None,
        })
    }

    pub(super) fn from_metadata(metadata: ProviderMetadata) -> Result<Self, String> {
        let parse = |address: &Option<String>| {
            address
                .as_deref()
                .map(|text| parse_endpoint_url(text, None))
        };
        let optional = |address| parse(address).and_then(Result::ok);
        Ok(Self {
            token: parse(&metadata.token_endpoint).transpose()?,
            refresh: None,
            authorization: optional(&metadata.authorization_endpoint),
            device: optional(&metadata.device_authorization_endpoint),
            metadata: Some(metadata),
        })
    }

    /// Addresses of the environment take the place of all others.
    pub(super) fn with_overrides(mut self, settings: &OAuthSettings) -> Result<Self, String> {
        let overrides = &settings.overrides;
        if let Some(token) = &overrides.token {
            self.token = Some(parse_endpoint_url(token, None)?);
            // A token URL of the operator is meant for renewals, too.
            self.refresh = None;
        }
        if let Some(authorization) = &overrides.authorization {
            self.authorization = Some(parse_endpoint_url(authorization, None)?);
        }
        if let Some(device) = &overrides.device {
            self.device = Some(parse_endpoint_url(device, None)?);
        }
        Ok(self)
    }
}

/// An absolute URL; one of a spec may be relative to the API's.
pub(super) fn parse_endpoint_url(text: &str, base: Option<&Url>) -> Result<Url, String> {
    let url = match base {
        Some(base) => base.join(text),
        None => Url::parse(text),
    };
    match url {
        Ok(url) if matches!(url.scheme(), "http" | "https") => Ok(url),
        _ => Err(format!(
            "'{text}' is not an http or https URL of an authorization server."
        )),
    }
}
