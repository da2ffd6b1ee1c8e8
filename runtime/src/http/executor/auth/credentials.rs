use reqwest::Request;
use reqwest::header::{HeaderName, HeaderValue};

use crate::http::executor::auth::secret::Secret;
use crate::request::HttpRequest;
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
