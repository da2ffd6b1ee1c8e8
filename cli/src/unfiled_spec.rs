//! Specs that are in no file: on standard input (`-`), or at a URL.
//!
//! Takes the argument of a command and gives the bytes, with a path that messages call them by. Only commands that look at
//! a spec or try it use this; what writes code needs a file, because its output must be the same tomorrow. The compiler itself
//! never uses the network, and what such a spec refers to is not fetched.

use std::error::Error;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{StatusCode, Url};
use thiserror::Error as ThisError;

use crate::shell::quote_for_shell;

/// The argument that means standard input.
pub(crate) const STANDARD_INPUT: &str = "-";

/// The compiler rejects larger files, so nothing behind this is read.
const MOST_BYTES: usize = 64_000_000;
/// For the whole download.
const TIME_LIMIT: Duration = Duration::from_secs(60);
const MOST_REDIRECTS: usize = 5;

/// A spec that is in no file.
#[derive(Clone, Debug)]
pub(crate) struct UnfiledSpec {
    /// What messages call it, and what its references are relative to.
    pub(crate) path: PathBuf,
    pub(crate) bytes: Arc<[u8]>,
}

/// Why such a spec cannot be read.
#[derive(Debug, ThisError)]
pub(crate) enum UnfiledSpecError {
    #[error("cannot read standard input: {0}")]
    Input(std::io::Error),
    #[error("standard input is empty; `-` means that the spec is read from it")]
    Empty,
    #[error("`{0}` is not a URL that can be fetched: {1}")]
    Url(String, String),
    #[error("cannot fetch {url}: {why}")]
    Fetch { url: String, why: String },
    #[error(
        "cannot fetch {url}: the server answered {status}\n  help: if the spec needs a login, fetch it yourself and name the file"
    )]
    Status { url: String, status: StatusCode },
    #[error("{0} is larger than a spec may be ({limit} MB)", limit = MOST_BYTES / 1_000_000)]
    TooLarge(String),
}

/// Whether an argument is a URL, and no path.
pub(crate) fn is_url(argument: &str) -> bool {
    let lower = argument.to_ascii_lowercase();
    lower.starts_with("http://") || lower.starts_with("https://")
}

/// Whether an argument means a spec that is in no file.
pub(crate) fn is_unfiled(argument: &Path) -> bool {
    let argument = argument.to_str();
    argument.is_some_and(|argument| argument == STANDARD_INPUT || is_url(argument))
}

impl UnfiledSpec {
    /// The spec that the argument of a command means; none if it is the path of a file.
    pub(crate) fn read(argument: &Path) -> Result<Option<Self>, UnfiledSpecError> {
        match argument.to_str() {
            Some(STANDARD_INPUT) => read_standard_input().map(Some),
            Some(url) if is_url(url) => fetch_spec(url).map(Some),
            _ => Ok(None),
        }
    }
}

/// How to have a spec in a file: the command that writes it.
pub(crate) fn pin_command(argument: &Path) -> String {
    let argument = argument.to_string_lossy();
    match Url::parse(&argument) {
        Ok(url) => {
            let quoted = quote_for_shell(url.as_str());
            let file = spec_path(&url);
            let file = file.file_name().unwrap_or_default().to_string_lossy();
            let file = quote_for_shell(&file);
            format!("curl -fsSL {quoted} -o {file}")
        }
        Err(_) => "cat > api.yaml".to_owned(),
    }
}

fn read_standard_input() -> Result<UnfiledSpec, UnfiledSpecError> {
    let mut bytes = Vec::new();
    // One byte more than is accepted, so that the compiler sees that it is too large.
    let input = std::io::stdin().lock();
    let mut input = input.take(MOST_BYTES as u64 + 1);
    input
        .read_to_end(&mut bytes)
        .map_err(UnfiledSpecError::Input)?;
    if bytes.is_empty() {
        return Err(UnfiledSpecError::Empty);
    }
    Ok(UnfiledSpec {
        path: "stdin".into(),
        bytes: bytes.into(),
    })
}

fn fetch_spec(argument: &str) -> Result<UnfiledSpec, UnfiledSpecError> {
    let url = Url::parse(argument)
        .map_err(|error| UnfiledSpecError::Url(argument.to_owned(), error.to_string()))?;
    // An error says that a provider is installed already, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let shown = without_credentials(&url);
    let failure = |error: std::io::Error| UnfiledSpecError::Fetch {
        url: shown.clone(),
        why: error.to_string(),
    };
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().build().map_err(failure)?;
    let downloaded = runtime.block_on(download(&url, &shown));
    // A name that is still looked up must not hold the command.
    runtime.shutdown_background();
    let bytes = downloaded?;
    eprintln!(
        "note: this is what {shown} answers now; to keep this version: {}",
        pin_command(Path::new(&shown))
    );
    Ok(UnfiledSpec {
        path: spec_path(&url),
        bytes: bytes.into(),
    })
}

async fn download(url: &Url, shown: &str) -> Result<Vec<u8>, UnfiledSpecError> {
    let failure = |error: reqwest::Error| UnfiledSpecError::Fetch {
        url: shown.to_owned(),
        why: describe_causes(&error.without_url()),
    };
    let client = reqwest::Client::builder()
        .timeout(TIME_LIMIT)
        .redirect(Policy::limited(MOST_REDIRECTS))
        // A redirect must not take away the protection that was asked for.
        .https_only(url.scheme() == "https")
        .user_agent(concat!("toolwright/", env!("CARGO_PKG_VERSION")))
        .build()
        .map_err(failure)?;
    let mut response = client.get(url.clone()).send().await.map_err(failure)?;
    if !response.status().is_success() {
        let (url, status) = (shown.to_owned(), response.status());
        return Err(UnfiledSpecError::Status { url, status });
    }
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(failure)? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > MOST_BYTES {
            return Err(UnfiledSpecError::TooLarge(shown.to_owned()));
        }
    }
    Ok(bytes)
}

/// An error with what caused it: reqwest says why in the causes only.
fn describe_causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(&format!(": {error}"));
        cause = error.source();
    }
    text
}

/// What a spec at a URL is called. As a path it leads to no file, so that a fetched spec can refer to nothing on this machine,
/// and its last part is the name of the server, as that of a file would be.
fn spec_path(url: &Url) -> PathBuf {
    let host = url.host_str().unwrap_or_default();
    let path = url.path().trim_end_matches('/');
    PathBuf::from(format!("{}://{host}{path}", url.scheme()))
}

fn without_credentials(url: &Url) -> String {
    let mut url = url.clone();
    // They fail for URLs that have no place for credentials.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_and_a_dash_are_not_files() {
        for argument in ["-", "https://a.example/api.json", "HTTP://a.example"] {
            assert!(is_unfiled(Path::new(argument)), "{argument}");
        }
        for argument in ["api.yaml", "./-", "https:", "ftp://a.example/api.json"] {
            assert!(!is_unfiled(Path::new(argument)), "{argument}");
        }
    }

    #[test]
    fn a_spec_at_a_url_is_pinned_by_a_command_without_its_credentials() {
        let url = Url::parse("https://ann:secret@a.example/v1/api.json?key=1").expect("is one");
        let shown = without_credentials(&url);
        assert_eq!(
            pin_command(Path::new(&shown)),
            "curl -fsSL 'https://a.example/v1/api.json?key=1' -o api.json"
        );
        assert_eq!(spec_path(&url), Path::new("https://a.example/v1/api.json"));
    }
}
