//! Gets a document from a URL: only `http` and `https`, only public addresses, a few redirects, a limit of time
//! and one of size. It says nothing to the server of whoever asked, and takes no proxy from the environment, as
//! that would connect to addresses that nobody checked.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reqwest::header::{
    ACCEPT, ETAG, HeaderMap, HeaderName, IF_MODIFIED_SINCE, IF_NONE_MATCH, LAST_MODIFIED,
};
use reqwest::redirect::{Attempt, Policy};
use reqwest::{Client, Response, StatusCode, Url};
use rustls::crypto::ring;

use super::address::{PrivateAddress, PublicResolver, is_public};

const TIME_LIMIT: Duration = Duration::from_secs(20);
const SIZE_LIMIT: usize = 5 * 1024 * 1024;
const MOST_REDIRECTS: usize = 5;
const FEED_TYPES: &str = "application/rss+xml, application/atom+xml, application/xml;q=0.9, \
                          text/xml;q=0.9, */*;q=0.5";

/// What a server said to recognise its content by, for a conditional request (RFC 9110, section 13).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Validators {
    pub(crate) etag: Option<String>,
    pub(crate) last_modified: Option<String>,
}

/// What a fetch brought.
#[derive(Debug)]
pub(crate) enum Fetched {
    /// The server has what the validators stand for.
    NotModified,
    /// The document.
    Content {
        body: Vec<u8>,
        validators: Validators,
    },
}

/// Why there is no document.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FetchError {
    #[error("{0:?} is not a URL")]
    NotUrl(String),
    #[error("the URL must begin with http:// or https:// (got {0}:)")]
    Scheme(String),
    #[error(
        "{0}, where feeds must not be; the operator can allow it with NEWS_ALLOW_PRIVATE_FEEDS=1"
    )]
    Private(String),
    #[error("the server answered with status {0}")]
    Status(u16),
    #[error("the server did not answer within {} seconds", TIME_LIMIT.as_secs())]
    Timeout,
    #[error("the answer is larger than {} MiB", SIZE_LIMIT / 1024 / 1024)]
    TooLarge,
    #[error("the server redirects too often, or to something that is not http or https")]
    Redirect,
    #[error("{host} cannot be reached: {cause}")]
    Unreachable { host: String, cause: String },
}

impl FetchError {
    /// The status, if there was an answer.
    pub(crate) fn status(&self) -> Option<i64> {
        match self {
            Self::Status(status) => Some(i64::from(*status)),
            _ => None,
        }
    }
}

/// Gets documents.
pub(crate) struct Fetcher {
    allows_private: bool,
    /// Made by the first fetch: a server that only answers questions needs no TLS.
    client: OnceLock<Client>,
}

impl Fetcher {
    pub(crate) fn new(allows_private: bool) -> Self {
        Self {
            allows_private,
            client: OnceLock::new(),
        }
    }

    /// Gets a document, unless it is the one that the validators stand for.
    pub(crate) async fn fetch(
        &self,
        url: &str,
        validators: &Validators,
    ) -> Result<Fetched, FetchError> {
        let url = Url::parse(url).map_err(|_| FetchError::NotUrl(url.to_owned()))?;
        self.check_url(&url)?;
        let client = self.client(&url)?;
        let mut request = client.get(url.clone()).header(ACCEPT, FEED_TYPES);
        if let Some(etag) = &validators.etag {
            request = request.header(IF_NONE_MATCH, etag);
        }
        if let Some(time) = &validators.last_modified {
            request = request.header(IF_MODIFIED_SINCE, time);
        }
        let response = request.send().await;
        let response = response.map_err(|error| describe_error(&url, &error))?;
        match response.status() {
            StatusCode::NOT_MODIFIED => Ok(Fetched::NotModified),
            status if status.is_success() => {
                let validators = read_validators(response.headers());
                let body = read_body(&url, response).await?;
                Ok(Fetched::Content { body, validators })
            }
            // A redirect that could not be followed: to another scheme, or to nowhere.
            status if status.is_redirection() => Err(FetchError::Redirect),
            status => Err(FetchError::Status(status.as_u16())),
        }
    }

    fn client(&self, url: &Url) -> Result<&Client, FetchError> {
        if let Some(client) = self.client.get() {
            return Ok(client);
        }
        let client = self
            .build_client()
            .map_err(|error| describe_error(url, &error))?;
        Ok(self.client.get_or_init(|| client))
    }

    fn build_client(&self) -> reqwest::Result<Client> {
        // An error means that there is a provider already.
        let _ = ring::default_provider().install_default();
        let allows_private = self.allows_private;
        let builder = Client::builder()
            .user_agent(concat!("news-mcp/", env!("CARGO_PKG_VERSION")))
            .timeout(TIME_LIMIT)
            .referer(false)
            .no_proxy()
            .redirect(Policy::custom(move |attempt| {
                follow_redirect(attempt, allows_private)
            }));
        match allows_private {
            true => builder.build(),
            false => builder.dns_resolver(Arc::new(PublicResolver)).build(),
        }
    }

    fn check_url(&self, url: &Url) -> Result<(), FetchError> {
        if !is_http(url) {
            return Err(FetchError::Scheme(url.scheme().to_owned()));
        }
        match find_private_address(url) {
            Some(address) if !self.allows_private => {
                Err(FetchError::Private(PrivateAddress(address).to_string()))
            }
            _ => Ok(()),
        }
    }
}

fn is_http(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https")
}

/// The address that is in a URL itself, if it is not public: the resolver is not asked for these.
fn find_private_address(url: &Url) -> Option<String> {
    let host = url.host_str()?;
    let literal = host.trim_start_matches('[').trim_end_matches(']');
    let address = literal.parse().ok()?;
    (!is_public(address)).then(|| host.to_owned())
}

fn follow_redirect(attempt: Attempt<'_>, allows_private: bool) -> reqwest::redirect::Action {
    if attempt.previous().len() > MOST_REDIRECTS || !is_http(attempt.url()) {
        return attempt.error(FetchError::Redirect);
    }
    match find_private_address(attempt.url()) {
        Some(address) if !allows_private => attempt.error(PrivateAddress(address)),
        _ => attempt.follow(),
    }
}

fn read_validators(headers: &HeaderMap) -> Validators {
    let text = |name: HeaderName| Some(headers.get(name)?.to_str().ok()?.to_owned());
    Validators {
        etag: text(ETAG),
        last_modified: text(LAST_MODIFIED),
    }
}

/// The body as far as the limit: what is packed counts by what it unpacks to.
async fn read_body(url: &Url, mut response: Response) -> Result<Vec<u8>, FetchError> {
    let mut body = Vec::new();
    loop {
        let chunk = response.chunk().await;
        let Some(chunk) = chunk.map_err(|error| describe_error(url, &error))? else {
            return Ok(body);
        };
        if body.len() + chunk.len() > SIZE_LIMIT {
            return Err(FetchError::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
}

/// What went wrong, by the innermost cause that says something.
fn describe_error(url: &Url, error: &reqwest::Error) -> FetchError {
    if error.is_timeout() {
        return FetchError::Timeout;
    }
    let mut cause: &dyn std::error::Error = error;
    loop {
        if let Some(private) = cause.downcast_ref::<PrivateAddress>() {
            return FetchError::Private(private.to_string());
        }
        match cause.source() {
            Some(inner) => cause = inner,
            None => break,
        }
    }
    if error.is_redirect() {
        return FetchError::Redirect;
    }
    FetchError::Unreachable {
        host: url.host_str().unwrap_or_default().to_owned(),
        cause: cause.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn private_addresses_and_other_schemes_are_rejected() {
        let fetcher = Fetcher::new(false);
        for (url, words) in [
            ("file:///etc/passwd", "must begin with http"),
            ("http://127.0.0.1:1/", "127.0.0.1 is in a private network"),
            ("http://[::1]:1/", "is in a private network"),
            ("http://2130706433/", "127.0.0.1 is in a private network"),
            ("http://0x7f.1/", "127.0.0.1 is in a private network"),
            ("http://localhost:1/", "localhost is in a private network"),
            ("no url", "is not a URL"),
        ] {
            let error = fetcher.fetch(url, &Validators::default()).await;
            let error = error.expect_err("is rejected").to_string();
            assert!(error.contains(words), "{url}: {error}");
        }
    }
}
