/// How an operation may authenticate; mirrors the runtime's `SecurityScheme`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecurityScheme {
    /// Name in the spec.
    pub name: String,
    /// What is sent.
    pub kind: SecurityKind,
    /// Environment variable of the credential, `PETSTORE_API_KEY`.
    pub env: String,
    /// Its constant in SCREAMING_SNAKE_CASE, `API_KEY`; unique.
    pub constant: String,
}

/// Mirrors the runtime's `SecurityKind`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecurityKind {
    /// A key in a header, a query parameter or a cookie of that name.
    ApiKey(ApiKeyIn, String),
    /// HTTP basic.
    Basic,
    /// HTTP bearer.
    Bearer,
    /// A bearer token that one of these flows gives.
    OAuth2(Vec<OAuthFlow>),
    /// A bearer token of the provider that this document is about.
    OpenIdConnect(String),
    /// A certificate of the client.
    MutualTls,
}

/// Where an API key goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApiKeyIn {
    /// A header.
    Header,
    /// The query string.
    Query,
    /// A cookie.
    Cookie,
}

/// A way to a token; mirrors the runtime's `OAuthFlow`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OAuthFlow {
    /// The grant.
    pub grant: OAuthGrant,
    /// Where the user agrees, or a device asks for a code; empty where the grant has no such place.
    pub authorization_url: String,
    /// Where the token is got.
    pub token_url: String,
    /// Where it is refreshed, if that is another place; else empty.
    pub refresh_url: String,
    /// All scopes.
    pub scopes: Vec<String>,
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

/// Schemes that must all be satisfied (AND). A list of them are alternatives (OR).
pub type Requirement = Vec<RequiredScheme>;

/// A scheme that an operation asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequiredScheme {
    /// Index into [`Api::security`](super::Api::security).
    pub scheme: usize,
    /// The scopes or roles that it needs.
    pub scopes: Vec<String>,
}
