//! The server as a protected resource of OAuth 2.1 (RFC 9728, and MCP's authorization).

mod claims;
mod issuer;
mod jwk;
mod jwt;
mod key_cache;
mod verifier;

use reqwest::Url;
use serde_json::json;

use crate::value::Json;
use issuer::parse_trusted_url;
pub(super) use verifier::{TokenError, TokenVerifier};

/// Whose access tokens open a server, and what they have to say.
///
/// A token is a JWT that is signed with a key of the issuer (RS256, ES256 or EdDSA), was issued for
/// this resource and has not expired. The keys are those of the issuer's metadata (RFC 8414 or
/// OpenID Connect Discovery), which are fetched when the first token comes.
///
/// ```
/// use toolwright::server::ProtectedResource;
///
/// let resource =
///     ProtectedResource::new("https://login.example.com", "https://pets.example.com/mcp")?
///         .scopes(["pets:use"]);
/// # Ok::<(), toolwright::server::ResourceError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtectedResource {
    issuer: String,
    resource: Url,
    audience: String,
    scopes: Vec<String>,
}

/// A [`ProtectedResource`] that can't be one.
///
/// ```
/// use toolwright::server::ProtectedResource;
///
/// let open = ProtectedResource::new("http://login.example.com", "https://pets.example.com/mcp");
/// let error = open.err().map(|error| error.to_string()).unwrap_or_default();
/// assert!(error.contains("http://login.example.com"), "{error}");
/// ```
#[derive(Debug, thiserror::Error)]
#[error("{what} '{value}' is not usable: {reason}")]
pub struct ResourceError {
    what: &'static str,
    value: String,
    reason: &'static str,
}

const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";

impl ProtectedResource {
    /// Takes tokens of `issuer`, exactly as its metadata and `iss` have it, for `resource`: the
    /// address at which clients reach the server, with its path.
    ///
    /// # Errors
    ///
    /// One of them is no URL; the issuer's begins with `http:` and is not of this machine.
    pub fn new(issuer: &str, resource: &str) -> Result<Self, ResourceError> {
        let error = |what, value: &str, reason| ResourceError {
            what,
            value: value.to_owned(),
            reason,
        };
        parse_trusted_url(issuer).map_err(|reason| error("the issuer", issuer, reason))?;
        let of_resource = |reason| error("the resource", resource, reason);
        let url = Url::parse(resource).map_err(|_| of_resource("it is not a URL"))?;
        if !matches!(url.scheme(), "https" | "http") {
            return Err(of_resource("it begins with neither https:// nor http://"));
        }
        if url.fragment().is_some() || url.query().is_some() {
            return Err(of_resource("it has a query or a fragment"));
        }
        Ok(Self {
            issuer: issuer.to_owned(),
            audience: resource.to_owned(),
            resource: url,
            scopes: Vec::new(),
        })
    }

    /// What tokens name as their audience; the resource unless set.
    ///
    /// ```
    /// use toolwright::server::{HttpConfig, ProtectedResource};
    ///
    /// let resource =
    ///     ProtectedResource::new("https://login.example.com", "https://pets.example.com/mcp")?
    ///         .audience("pets");
    /// let config = HttpConfig { protected_resource: Some(resource), ..HttpConfig::default() };
    /// # assert!(config.protected_resource.is_some());
    /// # Ok::<(), toolwright::server::ResourceError>(())
    /// ```
    #[must_use]
    pub fn audience(mut self, audience: impl Into<String>) -> Self {
        self.audience = audience.into();
        self
    }

    /// Scopes that a token has to have, all of them; none unless set.
    #[must_use]
    pub fn scopes<S: Into<String>>(mut self, scopes: impl IntoIterator<Item = S>) -> Self {
        self.scopes = scopes.into_iter().map(Into::into).collect();
        self
    }

    /// The metadata (RFC 9728, section 2).
    pub(super) fn metadata(&self, name: &str) -> Json {
        let mut metadata = json!({
            "resource": self.resource_text(),
            "authorization_servers": [self.issuer],
            "bearer_methods_supported": ["header"],
            "resource_name": name,
        });
        if !self.scopes.is_empty() {
            metadata["scopes_supported"] = json!(self.scopes);
        }
        metadata
    }

    /// The paths where the metadata are: behind them the resource's own (RFC 9728, section 3.1),
    /// and none, where clients look next.
    pub(super) fn metadata_paths(&self) -> Vec<String> {
        let mut paths = vec![
            WELL_KNOWN.to_owned(),
            format!("{WELL_KNOWN}/mcp"),
            self.metadata_path(),
        ];
        paths.sort();
        paths.dedup();
        paths
    }

    /// What a client is told that has shown no token, or one that does not do (RFC 6750, section 3).
    pub(super) fn challenge_header(&self, refused: Option<TokenError>) -> String {
        let mut challenge = "Bearer ".to_owned();
        if let Some(why) = refused {
            challenge.push_str(&format!(
                r#"error="{}", error_description="{}", "#,
                why.error_code(),
                why.reason()
            ));
        }
        if !self.scopes.is_empty() {
            challenge.push_str(&format!(r#"scope="{}", "#, self.scopes.join(" ")));
        }
        let origin = self.resource.origin().ascii_serialization();
        let path = self.metadata_path();
        challenge.push_str(&format!(r#"resource_metadata="{origin}{path}""#));
        challenge
    }

    fn metadata_path(&self) -> String {
        format!("{WELL_KNOWN}{}", self.resource.path().trim_end_matches('/'))
    }

    /// A URL without a path is written without a slash, as MCP has it.
    fn resource_text(&self) -> &str {
        self.resource.as_str().trim_end_matches('/')
    }
}

#[cfg(test)]
mod tests;
