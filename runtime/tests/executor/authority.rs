use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use crate::upstream::{Upstream, response};

/// An authorization server and an API that takes its latest token, both at one address.
pub struct Authority {
    pub server: Upstream,
    /// How many tokens were given; `token-{issued}-secret` is the latest.
    issued: Arc<AtomicUsize>,
}

/// How an [`Authority`] behaves.
#[derive(Clone, Debug, Default)]
pub struct Manners {
    /// Members of the answer beside the token.
    pub with: &'static str,
    pub secret_in_body: bool,
    pub delay: Duration,
    /// The API takes no token at all.
    pub refuses: bool,
    /// What the token endpoint answers instead of tokens.
    pub fails: Option<(&'static str, &'static str)>,
}

const JSON: &str = "Content-Type: application/json\r\n";

impl Authority {
    pub async fn start(manners: Manners) -> Self {
        let issued = Arc::new(AtomicUsize::new(0));
        let count = issued.clone();
        let answer = move |message: &str| {
            if message.starts_with("POST /oauth/token") {
                (manners.delay, token(&manners, &count, message))
            } else {
                (Duration::ZERO, api(&manners, &count, message))
            }
        };
        let server = Upstream::with(move |message| {
            let (delay, text) = answer(message);
            (delay, text.into_bytes())
        })
        .await;
        Self { server, issued }
    }

    pub fn issued(&self) -> usize {
        self.issued.load(Ordering::SeqCst)
    }

    /// Makes the latest token worthless.
    pub fn revoke(&self) {
        self.issued.fetch_add(1000, Ordering::SeqCst);
    }

    /// The forms that the token endpoint was sent.
    pub fn forms(&self) -> Vec<HashMap<String, String>> {
        let requests = self.server.received_for("POST /oauth/token");
        requests.iter().map(|message| form(message)).collect()
    }

    pub fn calls(&self) -> Vec<String> {
        self.server.received_for("GET /v1/pets")
    }
}

fn token(manners: &Manners, count: &AtomicUsize, message: &str) -> String {
    let expected = format!(
        "authorization: Basic {}",
        BASE64_STANDARD.encode("me:s3%2Fcret")
    );
    let form = form(message);
    let is_known = if manners.secret_in_body {
        form.get("client_id").is_some_and(|id| id == "me")
            && form
                .get("client_secret")
                .is_some_and(|secret| secret == "s3/cret")
    } else {
        message.contains(&expected)
    };
    if let Some((status, body)) = manners.fails {
        return response(status, JSON, body);
    }
    if !is_known {
        let body = r#"{"error":"invalid_client"}"#;
        return response("401 Unauthorized", JSON, body);
    }
    let number = count.fetch_add(1, Ordering::SeqCst) + 1;
    let with = manners.with;
    let body = format!(r#"{{"access_token":"token-{number}-secret","token_type":"Bearer"{with}}}"#);
    response("200 OK", JSON, &body)
}

fn api(manners: &Manners, count: &AtomicUsize, message: &str) -> String {
    let latest = count.load(Ordering::SeqCst);
    let expected = format!("authorization: Bearer token-{latest}-secret\r\n");
    if message.contains(&expected) && !manners.refuses {
        response("200 OK", JSON, "{}")
    } else {
        response(
            "401 Unauthorized",
            JSON,
            &format!(r#"{{"message":"no: {}"}}"#, latest),
        )
    }
}

fn form(message: &str) -> HashMap<String, String> {
    let (_, body) = message.split_once("\r\n\r\n").unwrap();
    let url = url::Url::parse(&format!("http://localhost/?{body}")).unwrap();
    url.query_pairs().into_owned().collect()
}
