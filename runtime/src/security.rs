//! The security schemes of an API as constants: what is sent, which environment variables hold it, and which OAuth
//! flows the spec has.

/// How an operation authenticates: one entry of `securityDefinitions` or `securitySchemes`.
///
/// ```
/// use toolwright::{ApiKeyIn, Requirement, SecurityKind, SecurityScheme};
///
/// static API_KEY: SecurityScheme = SecurityScheme::new(
///     "api_key",
///     SecurityKind::ApiKey(ApiKeyIn::Header, "X-API-Key"),
///     "PETS_API_KEY",
/// );
/// // Of a tool: the key is enough.
/// static SECURITY: &[Requirement] = &[&[(&API_KEY, &[])]];
/// assert_eq!(SECURITY[0][0].0.env, "PETS_API_KEY");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
    /// A scheme of that name, what it sends, and the environment variable with the credential.
    pub const fn new(name: &'static str, kind: SecurityKind, env: &'static str) -> Self {
        Self { name, kind, env }
    }

    /// Whether its tokens are for people, who sign in.
    #[cfg(feature = "client")]
    pub(crate) fn has_login(&self) -> bool {
        matches!(self.kind, SecurityKind::OpenIdConnect(_))
            || self.has_flow(OAuthGrant::AuthorizationCode)
            || self.has_flow(OAuthGrant::Implicit)
            || self.has_flow(OAuthGrant::DeviceCode)
    }

    /// Whether a client gets tokens for itself. One of a spec that only knows of people who sign in
    /// has to wait for one.
    #[cfg(feature = "client")]
    pub(crate) fn takes_client_credentials(&self) -> bool {
        matches!(self.kind, SecurityKind::OpenIdConnect(_))
            || self.has_flow(OAuthGrant::ClientCredentials)
            || !self.has_login()
    }

    /// Whether the spec does not say where tokens are got.
    #[cfg(feature = "client")]
    pub(crate) fn lacks_token_url(&self) -> bool {
        match self.kind {
            SecurityKind::OAuth2(flows) => flows.iter().all(|flow| flow.token_url.is_empty()),
            _ => false,
        }
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
///
/// ```
/// use toolwright::{ApiKeyIn, SecurityKind};
///
/// // {"type": "apiKey", "in": "query", "name": "key"}
/// const KEY: SecurityKind = SecurityKind::ApiKey(ApiKeyIn::Query, "key");
/// assert_ne!(KEY, SecurityKind::ApiKey(ApiKeyIn::Header, "key"));
/// ```
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
///
/// ```
/// use toolwright::{OAuthFlow, OAuthGrant, SecurityKind};
///
/// const KIND: SecurityKind = SecurityKind::OAuth2(&[OAuthFlow::new(OAuthGrant::AuthorizationCode)
///     .authorization_url("https://login.example.com/authorize")
///     .token_url("https://login.example.com/token")
///     .refresh_url("https://login.example.com/refresh")
///     .scopes(&["pets:read"])]);
/// assert!(matches!(KIND, SecurityKind::OAuth2([flow]) if flow.scopes == ["pets:read"]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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

impl OAuthFlow {
    /// A flow without URLs and scopes.
    pub const fn new(grant: OAuthGrant) -> Self {
        Self {
            grant,
            authorization_url: "",
            token_url: "",
            refresh_url: "",
            scopes: &[],
        }
    }

    /// With the URL where the user agrees, or a device asks for a code.
    #[must_use]
    pub const fn authorization_url(mut self, url: &'static str) -> Self {
        self.authorization_url = url;
        self
    }

    /// With the URL where the token is got.
    #[must_use]
    pub const fn token_url(mut self, url: &'static str) -> Self {
        self.token_url = url;
        self
    }

    /// With another URL where the token is refreshed.
    #[must_use]
    pub const fn refresh_url(mut self, url: &'static str) -> Self {
        self.refresh_url = url;
        self
    }

    /// With all scopes.
    #[must_use]
    pub const fn scopes(mut self, scopes: &'static [&'static str]) -> Self {
        self.scopes = scopes;
        self
    }
}

/// Grants of OAuth 2.0.
///
/// ```
/// use toolwright::{OAuthFlow, OAuthGrant};
///
/// // Nobody has to agree to anything, so there is no place to do it.
/// static FLOWS: &[OAuthFlow] = &[OAuthFlow::new(OAuthGrant::ClientCredentials)
///     .token_url("https://login.example.com/token")];
/// assert!(FLOWS.iter().all(|flow| flow.grant == OAuthGrant::ClientCredentials));
/// ```
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
///
/// ```
/// use toolwright::{Requirement, SecurityKind, SecurityScheme};
///
/// static LOGIN: SecurityScheme =
///     SecurityScheme::new("login", SecurityKind::Bearer, "PETS_LOGIN");
/// static CERTIFICATE: SecurityScheme =
///     SecurityScheme::new("certificate", SecurityKind::MutualTls, "PETS_CERTIFICATE");
///
/// // Both are needed, and of the login's scopes this one.
/// static BOTH: Requirement = &[(&LOGIN, &["pets:write"]), (&CERTIFICATE, &[])];
/// assert_eq!(BOTH.iter().map(|(scheme, _)| scheme.name).collect::<Vec<_>>(), ["login", "certificate"]);
/// ```
pub type Requirement = &'static [(&'static SecurityScheme, &'static [&'static str])];

/// Where an API key goes.
///
/// ```
/// use toolwright::{ApiKeyIn, SecurityKind, SecurityScheme};
///
/// static SESSION: SecurityScheme = SecurityScheme::new(
///     "session",
///     SecurityKind::ApiKey(ApiKeyIn::Cookie, "sid"),
///     "PETS_SESSION",
/// );
/// # assert_eq!(SESSION.env, "PETS_SESSION");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApiKeyIn {
    /// A header.
    Header,
    /// The query string.
    Query,
    /// A cookie.
    Cookie,
}
