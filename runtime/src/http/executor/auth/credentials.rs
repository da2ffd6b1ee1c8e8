//! What one call is authorised with, and how it is written into the call's request or into its repetition.

use reqwest::Request;
use reqwest::header::{COOKIE, HeaderName, HeaderValue};

use crate::http::executor::auth::credential_place::sensitive_header_value;
use crate::http::executor::auth::secret::Secret;
use crate::request::{HttpRequest, replace_cookie_pair, replace_query_pair};
use crate::security::Requirement;

/// What one call is authorised with.
#[derive(Clone, Debug, Default)]
pub(in crate::http::executor) struct Credentials {
    /// The alternative that was chosen; none when nothing was there for any.
    pub(in crate::http::executor) chosen: Option<Requirement>,
    pub(super) headers: Vec<(HeaderName, HeaderValue)>,
    pub(super) query: Vec<(&'static str, Secret)>,
    pub(super) cookies: Vec<(&'static str, Secret)>,
    /// Headers that the client has sent for this call.
    pub(super) passed: Vec<(HeaderName, HeaderValue)>,
    /// Credentials of which there may be a newer one.
    pub(super) renewable: Vec<Secret>,
}

impl Credentials {
    /// Writes what stands in the URL and in cookies, in place of arguments of the same name.
    pub(in crate::http::executor) fn write_query_and_cookies(&self, request: &mut HttpRequest) {
        for (name, value) in &self.query {
            request.replace_query(name, value.expose());
        }
        for (name, value) in &self.cookies {
            request.replace_cookie(name, value.expose());
        }
    }

    /// Writes all of it in place of what a message carries that was sent with other credentials of the same schemes.
    pub(in crate::http::executor) fn rewrite_message(&self, message: &mut Request) {
        if !self.query.is_empty() {
            let mut query = message.url().query().unwrap_or_default().to_owned();
            for (name, value) in &self.query {
                replace_query_pair(&mut query, name, value.expose());
            }
            message.url_mut().set_query(Some(&query));
        }
        if !self.cookies.is_empty() {
            let sent = message.headers().get(COOKIE).map(HeaderValue::as_bytes);
            let mut cookies = String::from_utf8_lossy(sent.unwrap_or_default()).into_owned();
            for (name, value) in &self.cookies {
                replace_cookie_pair(&mut cookies, name, value.expose());
            }
            // `CredentialPlace` has rejected values that no cookie can have, so this is always a header.
            if let Ok(cookies) = sensitive_header_value(&cookies) {
                message.headers_mut().insert(COOKIE, cookies);
            }
        }
        // Last, as for the first request: a cookie of the client's own takes the place of all.
        self.write_headers(message);
    }

    /// Whether these are other secrets than those.
    pub(super) fn are_different_from(&self, other: &Self) -> bool {
        self.headers != other.headers || self.query != other.query || self.cookies != other.cookies
    }

    /// Writes the headers. What the client has sent takes the place of what is configured.
    pub(in crate::http::executor) fn write_headers(&self, message: &mut Request) {
        for (name, value) in self.headers.iter().chain(&self.passed) {
            message.headers_mut().insert(name, value.clone());
        }
    }

    /// The same client's next one, of which nothing is known yet.
    pub(super) fn keep_passed_headers(&self) -> Self {
        Self {
            passed: self.passed.clone(),
            ..Self::default()
        }
    }

    /// The names of the client's own headers that the call carries.
    pub(in crate::http::executor) fn passed_header_names(&self) -> Vec<&str> {
        self.passed.iter().map(|(name, _)| name.as_str()).collect()
    }

    pub(super) fn is_header_passed(&self, header: Option<&HeaderName>) -> bool {
        header.is_some_and(|header| self.passed.iter().any(|(name, _)| name == header))
    }
}
