//! Security schemes that operations use, and the requirements that combine them.

/// How an operation may authenticate; mirrors the runtime's `SecurityScheme`.
///
/// ```
/// use toolwright_codegen::Builder;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let login = &modelled.api().security[0];
/// assert_eq!((login.name.as_str(), login.env.as_str()), ("login", "SHOP_LOGIN"));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecurityScheme {
    /// Name in the spec.
    pub name: String,
    /// What is sent.
    pub kind: SecurityKind,
    /// What the spec tells people of it; often empty.
    pub description: String,
    /// Environment variable of the credential, `PETSTORE_API_KEY`.
    pub env: String,
    /// Its constant in SCREAMING_SNAKE_CASE, `API_KEY`; unique.
    pub constant: String,
}

/// Mirrors the runtime's `SecurityKind`.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::model::SecurityKind;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let kind = &modelled.api().security[0].kind;
/// assert!(matches!(kind, SecurityKind::OAuth2(flows) if flows.len() == 1));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
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
///
/// ```
/// use toolwright_codegen::model::{ApiKeyIn, SecurityKind};
///
/// // {"type": "apiKey", "in": "header", "name": "X-Key"}
/// let key = SecurityKind::ApiKey(ApiKeyIn::Header, "X-Key".to_owned());
/// assert_ne!(key, SecurityKind::ApiKey(ApiKeyIn::Query, "X-Key".to_owned()));
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

/// A way to a token; mirrors the runtime's `OAuthFlow`.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::model::{OAuthGrant, SecurityKind};
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let SecurityKind::OAuth2(flows) = &modelled.api().security[0].kind else { panic!("it is") };
/// assert_eq!(flows[0].grant, OAuthGrant::ClientCredentials);
/// assert_eq!(flows[0].token_url, "https://login.example.com/token");
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
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
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::model::{OAuthGrant, SecurityKind};
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let needs_a_user = modelled.api().security.iter().any(|scheme| match &scheme.kind {
///     SecurityKind::OAuth2(flows) => {
///         flows.iter().any(|flow| flow.grant == OAuthGrant::AuthorizationCode)
///     }
///     _ => false,
/// });
/// assert!(!needs_a_user);
/// # Ok::<(), toolwright_codegen::BuildError>(())
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

/// Schemes that must all be satisfied (AND). A list of them are alternatives (OR).
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::model::Requirement;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let alternatives: &[Requirement] = &modelled.api().operations[0].security;
/// assert_eq!(alternatives[0][0].scopes, ["pets:read"]);
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
pub type Requirement = Vec<RequiredScheme>;

/// A scheme that an operation asks for.
///
/// ```
/// use toolwright_codegen::Builder;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let required = &modelled.api().operations[0].security[0][0];
/// assert_eq!(modelled.api().security[required.scheme].name, "login");
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequiredScheme {
    /// Index into [`Api::security`](super::Api::security).
    pub scheme: usize,
    /// The scopes or roles that it needs.
    pub scopes: Vec<String>,
}
