//! One exchange with an authorization server: a form is posted with the client's credentials and a JSON object
//! comes back, or the error of RFC 6749, section 5.2. No secret is in an error text.

use std::sync::atomic::{AtomicBool, Ordering};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use reqwest::{Response, Url};

use crate::http::executor::auth::credential_place::sensitive_header_value;
use crate::http::executor::auth::secret::{Secret, url_encode};
use crate::http::executor::auth::vault::Vault;
use crate::http::executor::http_clients::HttpClients;
use crate::http::executor::send_failure;
use crate::value::Json;

/// Who asks an authorization server.
#[derive(Debug)]
pub(super) struct OAuthClient<'a> {
    /// None for those that a server knows none of.
    pub(super) id: Option<&'a str>,
    pub(super) secret: Option<Secret>,
    /// Whether the server wants the secret in the body; found out at the first refusal.
    pub(super) secret_in_body: &'a AtomicBool,
    pub(super) clients: &'a HttpClients,
    pub(super) vault: &'a Vault,
}

/// Why an authorization server gave nothing.
#[derive(Debug)]
pub(super) struct OAuthError {
    /// The code of RFC 6749, section 5.2, or an extension; empty when there was none.
    pub(super) code: String,
    /// A sentence, without secrets.
    pub(super) text: String,
    /// Whether the server was not reached or failed, so that the same request may succeed later.
    pub(super) is_transient: bool,
}

/// No answer of an authorization server is larger.
const LARGEST: usize = 1024 * 1024;
/// An error's description is meant for a line or two.
const LONGEST_DESCRIPTION: usize = 500;

impl OAuthClient<'_> {
    /// Posts a form as this client, and again with the secret in the body if the server does not
    /// take it in the header.
    pub(super) async fn post_as_client(
        &self,
        url: &Url,
        form: &[(&str, &str)],
    ) -> Result<Json, OAuthError> {
        let in_body = self.secret_in_body.load(Ordering::Relaxed);
        let asked = self.post_form(url, form, in_body).await;
        let is_unknown = |refusal: &OAuthError| refusal.code == "invalid_client";
        // RFC 6749, section 2.3.1: servers must accept the header, but some accept the body only.
        if in_body || self.secret.is_none() || !asked.as_ref().is_err_and(is_unknown) {
            return asked;
        }
        let again = self.post_form(url, form, true).await;
        if again.is_ok() {
            self.secret_in_body.store(true, Ordering::Relaxed);
            return again;
        }
        asked
    }

    async fn post_form(
        &self,
        url: &Url,
        form: &[(&str, &str)],
        in_body: bool,
    ) -> Result<Json, OAuthError> {
        let client = self
            .clients
            .client_for(url)
            .map_err(OAuthError::from_text)?;
        let mut body = encode_form(form);
        let mut request = client
            .post(url.clone())
            .header(
                CONTENT_TYPE,
                HeaderValue::from_static("application/x-www-form-urlencoded"),
            )
            .header(ACCEPT, HeaderValue::from_static("application/json"));
        match &self.secret {
            Some(secret) if !in_body => {
                // RFC 6749, section 2.3.1: both halves are form-encoded before base64.
                let id = url_encode(self.id.unwrap_or_default());
                let pair = format!("{id}:{}", url_encode(secret.expose()));
                let pair = self
                    .vault
                    .remember_secret(Secret::new(BASE64_STANDARD.encode(pair)));
                let value = sensitive_header_value(&format!("Basic {}", pair.expose()));
                request = request.header(AUTHORIZATION, value.map_err(OAuthError::from_text)?);
            }
            secret => {
                let id = self.id.map(|id| ("client_id", id));
                let secret = secret
                    .as_ref()
                    .map(|secret| ("client_secret", secret.expose()));
                let pairs: Vec<_> = form.iter().copied().chain(id).chain(secret).collect();
                body = encode_form(&pairs);
            }
        }
        let response = request.body(body).send().await.map_err(|error| {
            OAuthError::for_transport(format!(
                "{}: {}",
                url_without_query(url),
                describe_transport_error(error)
            ))
        })?;
        let status = response.status();
        let text = read_limited_body(response)
            .await
            .map_err(OAuthError::from_text)?;
        match parse_json_object(&text) {
            // Some servers answer 200 with an error in the body.
            Some(answer) if status.is_success() && answer.get("error").is_none() => Ok(answer),
            answer => {
                let mut refusal = parse_error_response(&answer.unwrap_or_default());
                refusal.is_transient = status.is_server_error();
                let said = if refusal.text.is_empty() {
                    String::new()
                } else {
                    format!(": {}", refusal.text)
                };
                refusal.text = self.vault.masked_text(format!(
                    "{} responded with status {status}{said}.",
                    url_without_query(url)
                ));
                Err(refusal)
            }
        }
    }
}

impl OAuthError {
    pub(super) fn from_text(text: impl Into<String>) -> Self {
        Self {
            code: String::new(),
            text: text.into(),
            is_transient: false,
        }
    }

    fn for_transport(text: String) -> Self {
        Self {
            is_transient: true,
            ..Self::from_text(text)
        }
    }
}

/// `error` and `error_description` of a refusal (RFC 6749, section 5.2).
pub(super) fn parse_error_response(answer: &Json) -> OAuthError {
    let member = |name| answer.get(name).and_then(Json::as_str).unwrap_or_default();
    let code = member("error").to_owned();
    let description = member("error_description").trim().trim_end_matches('.');
    let description: String = description.chars().take(LONGEST_DESCRIPTION).collect();
    let text = match (code.is_empty(), description.is_empty()) {
        (_, true) => code.clone(),
        (true, false) => description,
        (false, false) => format!("{code} ({description})"),
    };
    OAuthError {
        code,
        text,
        is_transient: false,
    }
}

/// The address without what may be secret in it.
pub(super) fn url_without_query(url: &Url) -> String {
    format!("{}{}", url.origin().ascii_serialization(), url.path())
}

/// Why no answer came.
pub(super) fn describe_transport_error(error: reqwest::Error) -> String {
    send_failure::describe_error_chain(&error.without_url())
}

/// A body, read up to a limit.
pub(super) async fn read_limited_body(mut response: Response) -> Result<Vec<u8>, String> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(describe_transport_error)? {
        if body.len() + chunk.len() > LARGEST {
            return Err(format!(
                "The response of the authorization server is larger than {LARGEST} bytes: check its URL."
            ));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

pub(super) fn parse_json_object(body: &[u8]) -> Option<Json> {
    serde_json::from_slice::<Json>(body)
        .ok()
        .filter(Json::is_object)
}

fn encode_form(form: &[(&str, &str)]) -> String {
    let pairs = form
        .iter()
        .map(|(name, value)| format!("{name}={}", url_encode(value)));
    pairs.collect::<Vec<_>>().join("&")
}
