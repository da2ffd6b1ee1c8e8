use crate::http::ApiKeyIn;

/// How an operation authenticates: one entry of `securityDefinitions` or `securitySchemes`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SecurityScheme {
    /// Name of the scheme in the spec; unique.
    pub name: &'static str,
    /// What is sent.
    pub kind: SecurityKind,
    /// Environment variable with the credential, and the beginning of the names of others; which
    /// they are is in `docs/authentication.md`. Basic authentication reads `{env}_USERNAME` and
    /// `{env}_PASSWORD`.
    pub env: &'static str,
}

impl SecurityScheme {
    /// Whether its tokens are for people, who sign in.
    #[cfg(feature = "client")]
    pub(crate) fn has_login(&self) -> bool {
        matches!(self.kind, SecurityKind::OpenIdConnect(_))
            || self.has_flow(OAuthGrant::AuthorizationCode)
            || self.has_flow(OAuthGrant::Implicit)
            || self.has_flow(OAuthGrant::DeviceCode)
    }

    #[cfg(feature = "client")]
    pub(crate) fn has_flow(&self, grant: OAuthGrant) -> bool {
        match self.kind {
            SecurityKind::OAuth2(flows) => flows.iter().any(|flow| flow.grant == grant),
            _ => false,
        }
    }
}

/// What a [`SecurityScheme`] sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecurityKind {
    /// A key under a name of the API's choice.
    ApiKey(ApiKeyIn, &'static str),
    /// `Authorization: Basic …` (RFC 7617).
    Basic,
    /// `Authorization: Bearer …` (RFC 6750).
    Bearer,
    /// A bearer token that one of these flows gives (RFC 6749).
    OAuth2(&'static [OAuthFlow]),
    /// A bearer token of the provider whose discovery document is at this URL.
    OpenIdConnect(&'static str),
    /// A certificate of the client (RFC 8705).
    MutualTls,
}

/// A way to a token of OAuth 2.0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OAuthFlow {
    /// The grant.
    pub grant: OAuthGrant,
    /// Where the user agrees, or a device asks for a code; empty where the grant has no such place.
    pub authorization_url: &'static str,
    /// Where the token is got.
    pub token_url: &'static str,
    /// Where it is refreshed; empty if that is the same place.
    pub refresh_url: &'static str,
    /// All scopes.
    pub scopes: &'static [&'static str],
}

/// Grants of OAuth 2.0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OAuthGrant {
    /// RFC 6749, section 4.1.
    AuthorizationCode,
    /// RFC 6749, section 4.2.
    Implicit,
    /// RFC 6749, section 4.3.
    Password,
    /// RFC 6749, section 4.4.
    ClientCredentials,
    /// RFC 8628.
    DeviceCode,
}

/// Schemes that must all be satisfied, each with the scopes or roles that are needed.
pub type Requirement = &'static [(&'static SecurityScheme, &'static [&'static str])];
