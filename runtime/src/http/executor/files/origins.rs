//! The origins that files may be fetched from. Requests have no credentials, sizes are bounded, and with `*` only
//! public addresses are reached. It gives a file or a reason.

use std::net::IpAddr;
use std::pin::Pin;

use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, Response, Url};

use super::directories::describe_too_large;
use super::public_address::is_public;
use crate::file::{File, is_legal_media_type};
use crate::http::executor::http_clients::HttpClients;
use crate::http::executor::send_failure::describe_error_chain;

/// Stands for every origin of the internet that is reached by HTTPS.
const ANY: &str = "*";

/// Where files may be fetched from.
#[derive(Debug)]
pub(super) struct Origins {
    listed: Vec<Url>,
    any: bool,
}

type FetchedFile<'a> = Pin<Box<dyn Future<Output = Result<File, String>> + Send + 'a>>;

impl Origins {
    pub(super) fn new(origins: &[String]) -> Result<Self, (String, String)> {
        let listed = origins
            .iter()
            .filter(|origin| *origin != ANY)
            .map(|origin| self::parse_origin(origin).map_err(|why| (origin.clone(), why)))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            listed,
            any: origins.iter().any(|origin| origin == ANY),
        })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.listed.is_empty() && !self.any
    }

    /// What a URI may be; none where it may be nothing.
    #[cfg(feature = "server")]
    pub(super) fn describe_allowed(&self) -> Option<String> {
        if self.any {
            return Some("instead: an https URL".to_owned());
        }
        (!self.is_empty()).then(|| format!("instead: a URL below {}", self.list_origins()))
    }

    /// Fetches a file of at most `max_bytes`. Nothing is sent but the request: no credentials, no
    /// cookies. It goes in a box because few servers fetch anything.
    pub(super) fn fetch_file<'a>(
        &'a self,
        url: Url,
        max_bytes: u64,
        clients: &'a HttpClients,
    ) -> FetchedFile<'a> {
        Box::pin(async move {
            let client = self.client_for(&url, clients)?;
            let filename = filename_from_url(&url);
            let sent = client.get(url).send().await;
            let mut response = sent.map_err(describe_fetch_error)?;
            let status = response.status();
            if !status.is_success() {
                return Err(format!(
                    "could not be fetched: its server responded with status {status}"
                ));
            }
            let media_type = response_media_type(&response);
            let mut content = Vec::new();
            while let Some(chunk) = response.chunk().await.map_err(describe_fetch_error)? {
                content.extend_from_slice(&chunk);
                if content.len() as u64 > max_bytes {
                    return Err(describe_too_large(max_bytes));
                }
            }
            Ok(File {
                content,
                filename,
                media_type,
            })
        })
    }

    fn client_for<'c>(&self, url: &Url, clients: &'c HttpClients) -> Result<&'c Client, String> {
        if self
            .listed
            .iter()
            .any(|listed| listed.origin() == url.origin())
        {
            return clients.anonymous_client(url);
        }
        if self.any && url.scheme() == "https" && may_be_public(url) {
            return clients.public_only_client();
        }
        Err(format!(
            "is not fetched: it is not below {}",
            self.list_origins()
        ))
    }

    fn list_origins(&self) -> String {
        let any = self.any.then(|| "a public https:// address".to_owned());
        let listed = self
            .listed
            .iter()
            .map(|url| url.origin().ascii_serialization());
        listed.chain(any).collect::<Vec<_>>().join(", ")
    }
}

/// A URL that an argument names.
pub(super) fn parse_file_uri(uri: &str) -> Result<Url, String> {
    let url = Url::parse(uri).map_err(|error| format!("is not a URI: {error}"))?;
    if !matches!(url.scheme(), "http" | "https" | "file") {
        return Err("is not fetched: its scheme is neither https, http nor file".to_owned());
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("is not fetched: it contains credentials".to_owned());
    }
    Ok(url)
}

fn parse_origin(text: &str) -> Result<Url, String> {
    let url = Url::parse(text).map_err(|error| error.to_string())?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err("it starts with neither http:// nor https://".to_owned());
    }
    let rest = url.as_str().trim_end_matches('/');
    if rest != url.origin().ascii_serialization() {
        return Err("it is not an origin, for example https://files.example.com".to_owned());
    }
    Ok(url)
}

/// Whether the host is a name, or a public address.
fn may_be_public(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let address = host.trim_start_matches('[').trim_end_matches(']');
    !host.is_empty() && address.parse::<IpAddr>().map_or(true, is_public)
}

/// The URL stays out of it: its query may hold a key.
fn describe_fetch_error(error: reqwest::Error) -> String {
    format!(
        "could not be fetched: {}",
        describe_error_chain(&error.without_url())
    )
}

fn filename_from_url(url: &Url) -> Option<String> {
    let last = url.path_segments()?.next_back()?;
    let decoded = percent_encoding::percent_decode_str(last).decode_utf8_lossy();
    let name = decoded.rsplit(['/', '\\']).next().unwrap_or_default();
    (!name.is_empty()).then(|| name.to_owned())
}

fn response_media_type(response: &Response) -> Option<String> {
    let header = response.headers().get(CONTENT_TYPE)?.to_str().ok()?.trim();
    // Servers send this type for files they know nothing about; the name is a better hint.
    let says_nothing = header.eq_ignore_ascii_case("application/octet-stream");
    (is_legal_media_type(header) && !says_nothing).then(|| header.to_owned())
}
