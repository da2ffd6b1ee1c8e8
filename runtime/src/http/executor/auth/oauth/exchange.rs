use std::sync::atomic::{AtomicBool, Ordering};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use reqwest::{Response, Url};

use crate::http::executor::auth::place::sensitive;
use crate::http::executor::auth::secret::{Secret, url_encoded};
use crate::http::executor::auth::vault::Vault;
use crate::http::executor::clients::Clients;
use crate::http::executor::failure;
use crate::value::Json;

/// Who asks an authorization server.
#[derive(Debug)]
pub(super) struct Client<'a> {
    /// None for those that a server knows none of.
    pub(super) id: Option<&'a str>,
    pub(super) secret: Option<Secret>,
    /// Whether the server wants the secret in the body; found out at the first refusal.
    pub(super) secret_in_body: &'a AtomicBool,
    pub(super) clients: &'a Clients,
    pub(super) vault: &'a Vault,
}

/// Why an authorization server gave nothing.
#[derive(Debug)]
pub(super) struct Refusal {
    /// The code of RFC 6749, section 5.2, or an extension; empty when there was none.
    pub(super) code: String,
    /// A sentence, without secrets.
    pub(super) text: String,
}

/// No answer of an authorization server is larger.
const LARGEST: usize = 1024 * 1024;
/// An error's description is meant for a line or two.
const LONGEST_DESCRIPTION: usize = 500;

impl Client<'_> {
    /// Posts a form as this client, and again with the secret in the body if the server does not
    /// take it in the header.
    pub(super) async fn ask(&self, url: &Url, form: &[(&str, &str)]) -> Result<Json, Refusal> {
        let in_body = self.secret_in_body.load(Ordering::Relaxed);
        let asked = self.post(url, form, in_body).await;
        let is_unknown = |refusal: &Refusal| refusal.code == "invalid_client";
        if in_body || self.secret.is_none() || !asked.as_ref().is_err_and(is_unknown) {
            return asked;
        }
        let again = self.post(url, form, true).await;
        if again.is_ok() {
            self.secret_in_body.store(true, Ordering::Relaxed);
            return again;
        }
        asked
    }

    async fn post(&self, url: &Url, form: &[(&str, &str)], in_body: bool) -> Result<Json, Refusal> {
        let client = self.clients.for_url(url).map_err(Refusal::of)?;
        let mut body = encoded(form);
        let mut request = client
            .post(url.clone())
            .header(
                CONTENT_TYPE,
                HeaderValue::from_static("application/x-www-form-urlencoded"),
            )
            .header(ACCEPT, HeaderValue::from_static("application/json"));
        match &self.secret {
            Some(secret) if !in_body => {
                let id = url_encoded(self.id.unwrap_or_default());
                let pair = format!("{id}:{}", url_encoded(secret.expose()));
                let pair = self.vault.keep(Secret::new(BASE64_STANDARD.encode(pair)));
                let value = sensitive(&format!("Basic {}", pair.expose()));
                request = request.header(AUTHORIZATION, value.map_err(Refusal::of)?);
            }
            secret => {
                let id = self.id.map(|id| ("client_id", id));
                let secret = secret
                    .as_ref()
                    .map(|secret| ("client_secret", secret.expose()));
                let pairs: Vec<_> = form.iter().copied().chain(id).chain(secret).collect();
                body = encoded(&pairs);
            }
        }
        let response = request
            .body(body)
            .send()
            .await
            .map_err(|error| Refusal::of(format!("{}: {}", address(url), refused(error))))?;
        let status = response.status();
        let text = body_of(response).await.map_err(Refusal::of)?;
        match answer_of(&text) {
            Some(answer) if status.is_success() && answer.get("error").is_none() => Ok(answer),
            answer => {
                let mut refusal = described(&answer.unwrap_or_default());
                let said = if refusal.text.is_empty() {
                    String::new()
                } else {
                    format!(": {}", refusal.text)
                };
                refusal.text = self
                    .vault
                    .masked(format!("{} answered {status}{said}.", address(url)));
                Err(refusal)
            }
        }
    }
}

impl Refusal {
    pub(super) fn of(text: impl Into<String>) -> Self {
        Self {
            code: String::new(),
            text: text.into(),
        }
    }
}

/// `error` and `error_description` of a refusal (RFC 6749, section 5.2).
pub(super) fn described(answer: &Json) -> Refusal {
    let member = |name| answer.get(name).and_then(Json::as_str).unwrap_or_default();
    let code = member("error").to_owned();
    let description = member("error_description").trim().trim_end_matches('.');
    let description: String = description.chars().take(LONGEST_DESCRIPTION).collect();
    let text = match (code.is_empty(), description.is_empty()) {
        (_, true) => code.clone(),
        (true, false) => description,
        (false, false) => format!("{code} ({description})"),
    };
    Refusal { code, text }
}

/// The address without what may be secret in it.
pub(super) fn address(url: &Url) -> String {
    format!("{}{}", url.origin().ascii_serialization(), url.path())
}

/// Why no answer came.
pub(super) fn refused(error: reqwest::Error) -> String {
    failure::chain(&error.without_url())
}

/// A body, read up to a limit.
pub(super) async fn body_of(mut response: Response) -> Result<Vec<u8>, String> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(refused)? {
        if body.len() + chunk.len() > LARGEST {
            return Err("The authorization server's answer is too large.".to_owned());
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

pub(super) fn answer_of(body: &[u8]) -> Option<Json> {
    serde_json::from_slice::<Json>(body)
        .ok()
        .filter(Json::is_object)
}

fn encoded(form: &[(&str, &str)]) -> String {
    let pairs = form
        .iter()
        .map(|(name, value)| format!("{name}={}", url_encoded(value)));
    pairs.collect::<Vec<_>>().join("&")
}
