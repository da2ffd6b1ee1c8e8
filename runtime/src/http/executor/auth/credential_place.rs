//! Where the credential of a security scheme goes: a header, the query, a cookie or the connection. It writes a
//! secret to that place of a call's credentials, or says why the place cannot carry it.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use reqwest::header::{AUTHORIZATION, HeaderName, HeaderValue};

use crate::http::executor::auth::credentials::Credentials;
use crate::http::executor::auth::secret::Secret;
use crate::security::{ApiKeyIn, SecurityKind, SecurityScheme};

/// Where the credential of a scheme goes.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum CredentialPlace {
    /// `Authorization`, behind the name of its scheme.
    Authorization(&'static str),
    Header(HeaderName),
    Query(&'static str),
    Cookie(&'static str),
    /// The connection.
    Connection,
    /// None that is possible.
    Nowhere(&'static str),
}

const NOT_FOR_A_HEADER: &str = "it contains a character that a header cannot contain";

impl CredentialPlace {
    pub(super) fn for_scheme(scheme: &SecurityScheme) -> Self {
        match scheme.kind {
            SecurityKind::Basic => Self::Authorization("Basic"),
            SecurityKind::Bearer | SecurityKind::OAuth2(_) | SecurityKind::OpenIdConnect(_) => {
                Self::Authorization("Bearer")
            }
            SecurityKind::MutualTls => Self::Connection,
            SecurityKind::ApiKey(ApiKeyIn::Query, name) => Self::Query(name),
            SecurityKind::ApiKey(ApiKeyIn::Cookie, name) => Self::Cookie(name),
            SecurityKind::ApiKey(ApiKeyIn::Header, name) => {
                match HeaderName::from_bytes(name.as_bytes()) {
                    Ok(name) => Self::Header(name),
                    Err(_) => Self::Nowhere("the spec's name for its header is not a legal one"),
                }
            }
        }
    }

    pub(super) fn header_name(&self) -> Option<&HeaderName> {
        match self {
            Self::Authorization(_) => Some(&AUTHORIZATION),
            Self::Header(name) => Some(name),
            _ => None,
        }
    }

    /// Puts a credential there; an error says why it can't be sent.
    pub(super) fn put_secret(
        &self,
        secret: &Secret,
        credentials: &mut Credentials,
    ) -> Result<(), &'static str> {
        match self {
            Self::Authorization(kind) => {
                let value = sensitive_header_value(&format!("{kind} {}", secret.expose()))?;
                credentials.headers.push((AUTHORIZATION, value));
            }
            Self::Header(name) => {
                let value = sensitive_header_value(secret.expose())?;
                credentials.headers.push((name.clone(), value));
            }
            Self::Query(name) => credentials.query.push((name, secret.clone())),
            Self::Cookie(name) => {
                let is_bad = |c: char| c == ';' || c.is_control();
                if secret.expose().contains(is_bad) {
                    return Err("it contains a character that a cookie cannot contain");
                }
                credentials.cookies.push((name, secret.clone()));
            }
            Self::Connection => {}
            Self::Nowhere(why) => return Err(why),
        }
        Ok(())
    }
}

/// A header's value that no log shows.
pub(super) fn sensitive_header_value(text: &str) -> Result<HeaderValue, &'static str> {
    let mut value = HeaderValue::from_bytes(text.as_bytes()).map_err(|_| NOT_FOR_A_HEADER)?;
    value.set_sensitive(true);
    Ok(value)
}

/// What HTTP basic sends of a name and a password (RFC 7617); an error says why the name can't be sent.
pub(super) fn encode_basic(username: &Secret, password: &Secret) -> Result<Secret, &'static str> {
    check_username(username)?;
    let pair = format!("{}:{}", username.expose(), password.expose());
    Ok(Secret::new(BASE64_STANDARD.encode(pair)))
}

/// Rejects a user name that the API would read as another name and the beginning of the password.
pub(super) fn check_username(username: &Secret) -> Result<(), &'static str> {
    // RFC 7617, section 2: the first colon ends the name, and nothing escapes it. The password may contain colons.
    match username.expose().contains(':') {
        true => Err(
            "the user name contains a colon, which would end it in HTTP Basic authentication (RFC 7617, section 2)",
        ),
        false => Ok(()),
    }
}
