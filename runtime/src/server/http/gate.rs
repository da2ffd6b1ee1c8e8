//! Admits or rejects a request by its head, before its body is read: shutdown, `Host`, token, rate limit.
//!
//! The body is not touched and nothing of MCP is known here. A rejection counts for the sender's address, so that the work
//! of guessing tokens is limited; a right one is let in at any time, because others may guess from behind the same address.

use std::sync::Arc;
use std::time::{Duration, Instant};

#[cfg(feature = "metrics")]
use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, CONNECTION, HOST, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderValue, StatusCode};
#[cfg(feature = "metrics")]
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio_util::task::task_tracker::TaskTrackerToken;

use super::access_tokens::bearer_token;
use super::client_identity::{self, ClientIdentity, TokenDigest};
use super::drain::Drain;
#[cfg(feature = "metrics")]
use super::early_response::respond_early;
use super::host_rejection::{RequestNames, reject_host, reject_several_hosts};
use super::oauth::{TokenError, TokenVerifier};
use super::rate_limit::RateLimiter;
use super::running_calls::{Caller, RunningCalls};
use super::{AccessTokens, HttpConfig};
use crate::server::Shared;

/// What a request has to pass before it is read: the end of the server, the client's token, and
/// its share of requests.
#[derive(Debug)]
pub(super) struct Gate {
    tokens: AccessTokens,
    verifier: Option<TokenVerifier>,
    rates: Option<RateLimiter>,
    config: HttpConfig,
    drain: Drain,
    shared: Arc<Shared>,
}

/// A request that may be answered.
#[derive(Debug)]
pub(super) struct Admitted {
    /// Who sends it.
    pub(super) client: ClientIdentity,
    /// Who sends it, if enough is known of them to cancel their calls.
    pub(super) caller: Option<Caller>,
    /// Counts the request as running until it is dropped.
    pub(super) running: TaskTrackerToken,
}

/// Why a request is not read.
#[derive(Debug)]
enum GateRejection {
    /// Who it was, as far as it matters, and what was wrong with the token if there was one.
    Token(Option<TokenError>),
    Rate(Duration),
    Ending,
}

/// Lets those requests pass that are no calls, and do not count as requests: the token is enough.
#[cfg(feature = "metrics")]
pub(super) async fn require_token(
    State(gate): State<Arc<Gate>>,
    request: Request,
    next: Next,
) -> Response {
    let (head, body) = request.into_parts();
    if let Err(rejected) = gate.check_host(&head) {
        return respond_early(body, *rejected).await;
    }
    match gate.authenticate_scrape(&head).await {
        Ok(()) => next.run(Request::from_parts(head, body)).await,
        Err(rejection) => respond_early(body, gate.reject_request(&head, rejection)).await,
    }
}

impl Gate {
    /// Checks the names that a request calls the server by, and the web page that it comes from: rmcp does so for
    /// what it answers, and this for all else.
    ///
    /// # Errors
    ///
    /// The answer to a request whose `Host` or `Origin` is not allowed.
    pub(super) fn check_names(&self, head: &Parts) -> Result<(), Box<Response>> {
        self.check_host(head)?;
        let mut origins = head.headers.get_all(axum::http::header::ORIGIN).iter();
        let is_allowed = |origin: &HeaderValue| {
            let mut allowed = self.config.allowed_origins.iter();
            let origin = origin.as_bytes();
            allowed.any(|it| it.as_bytes().eq_ignore_ascii_case(origin))
        };
        match origins.all(is_allowed) {
            true => Ok(()),
            false => Err(RequestNames::from_head(head).reject_origin().into()),
        }
    }

    /// Checks that it is asked by one of its names, as no web page of somebody else's can.
    fn check_host(&self, head: &Parts) -> Result<(), Box<Response>> {
        self.check_target(head)?;
        let host = head.headers.get(HOST);
        let is_allowed = match host {
            Some(host) => host.to_str().is_ok_and(|host| self.allows_host(host)),
            None => head.uri.authority().is_some(),
        };
        match is_allowed {
            true => Ok(()),
            false => Err(reject_host(host).into()),
        }
    }

    /// Checks what rmcp does not look at: that there is one `Host`, and that a target in absolute form, which counts
    /// before it (RFC 9112, section 3.2.2), is at one of the server's names as well.
    fn check_target(&self, head: &Parts) -> Result<(), Box<Response>> {
        if head.headers.get_all(HOST).iter().nth(1).is_some() {
            return Err(reject_several_hosts().into());
        }
        let authority = head.uri.authority().map(Authority::as_str);
        match authority {
            Some(authority) if !self.allows_host(authority) => {
                Err(reject_host(HeaderValue::from_str(authority).ok().as_ref()).into())
            }
            _ => Ok(()),
        }
    }

    fn allows_host(&self, authority: &str) -> bool {
        let Ok(authority) = authority.parse::<Authority>() else {
            return false;
        };
        // Hosts are compared without their port, so that a server behind a port mapping works.
        let asked = without_brackets(authority.host());
        let mut allowed = self.config.allowed_hosts.iter();
        allowed.any(|host| {
            host.eq_ignore_ascii_case(authority.as_str())
                || without_brackets(host).eq_ignore_ascii_case(asked)
        })
    }

    pub(super) fn new(config: &HttpConfig, shared: &Arc<Shared>, drain: Drain) -> Self {
        let resource = config.protected_resource.clone();
        let verifier = |resource| TokenVerifier::new(resource, Arc::clone(&shared.first));
        Self {
            shared: Arc::clone(shared),
            tokens: config.access_tokens.clone(),
            verifier: resource.map(verifier),
            rates: config.client_requests_per_minute.map(RateLimiter::new),
            config: config.clone(),
            drain,
        }
    }

    pub(super) fn config(&self) -> &HttpConfig {
        &self.config
    }

    pub(super) fn running_calls(&self) -> &RunningCalls {
        &self.shared.running_calls
    }

    /// Lets only those requests pass that may be answered: such a one is running for as long as what
    /// is returned lives.
    pub(super) async fn admit_request(&self, head: &Parts) -> Result<Admitted, Response> {
        self.check_target(head).map_err(|rejected| *rejected)?;
        let Some(running) = self.drain.track_request() else {
            return Err(self.reject_request(head, GateRejection::Ending));
        };
        match self.authenticate_and_count(head).await {
            Ok(client) => Ok(Admitted {
                client: client.clone(),
                caller: Caller::new(client, self.client_by_address(head), &head.headers),
                running,
            }),
            Err(rejection) => Err(self.reject_request(head, rejection)),
        }
    }

    async fn authenticate_and_count(&self, head: &Parts) -> Result<ClientIdentity, GateRejection> {
        let (client, rejection) = match self.authenticate(head).await {
            Ok(Some(client)) => (client, None),
            Ok(None) => (self.client_by_address(head), None),
            // Guesses count for where they come from.
            Err(rejection) => (
                self.client_by_address(head),
                Some(GateRejection::Token(rejection)),
            ),
        };
        self.count_request(&client)?;
        rejection.map_or(Ok(client), Err)
    }

    /// Lets a request for metrics pass. Those with a token are frequent and do not count; guesses of one do.
    #[cfg(feature = "metrics")]
    async fn authenticate_scrape(&self, head: &Parts) -> Result<(), GateRejection> {
        let Err(rejection) = self.authenticate(head).await else {
            return Ok(());
        };
        self.count_request(&self.client_by_address(head))?;
        Err(GateRejection::Token(rejection))
    }

    fn count_request(&self, client: &ClientIdentity) -> Result<(), GateRejection> {
        let Some(rates) = &self.rates else {
            return Ok(());
        };
        let taken = rates.take_request(client, Instant::now());
        taken.map_err(GateRejection::Rate)
    }

    fn client_by_address(&self, head: &Parts) -> ClientIdentity {
        client_identity::identify_by_address(head, &self.config.trusted_proxies)
    }

    /// Who has shown a token; `None` where nobody has to.
    async fn authenticate(
        &self,
        head: &Parts,
    ) -> Result<Option<ClientIdentity>, Option<TokenError>> {
        if self.tokens.is_empty() && self.verifier.is_none() {
            return Ok(None);
        }
        let Some(shown) = bearer_token(&head.headers) else {
            let has_other = head.headers.contains_key(AUTHORIZATION);
            return Err(has_other.then_some(TokenError::NoJwt));
        };
        // The same token with more spaces before it is the same client.
        let shown = shown.trim_ascii();
        let found = self.tokens.find_token(shown).await;
        if let Ok(Some(_)) = found {
            return Ok(Some(ClientIdentity::Token(TokenDigest::from_token(shown))));
        }
        match self.verify_token(shown).await {
            Ok(Some(subject)) => Ok(Some(ClientIdentity::Subject(subject))),
            // Clients whose tokens name nobody must not share one allowance and each other's sessions.
            Ok(None) => Ok(Some(ClientIdentity::Token(TokenDigest::from_token(shown)))),
            // Its own tokens can't be read, and this may be one: not the client's fault.
            Err(_) if found.is_err() => Err(Some(TokenError::NoKeys)),
            Err(why) => Err(Some(why)),
        }
    }

    /// The subject of a token of the issuer, if it names one.
    async fn verify_token(&self, shown: &[u8]) -> Result<Option<String>, TokenError> {
        let token = str::from_utf8(shown).map_err(|_| TokenError::NoJwt)?;
        match &self.verifier {
            Some(verifier) => verifier.verify_token(token.trim()).await,
            None => Err(TokenError::NoJwt),
        }
    }

    fn reject_request(&self, head: &Parts, rejection: GateRejection) -> Response {
        match rejection {
            GateRejection::Ending => {
                let headers = [(CONNECTION, "close"), (RETRY_AFTER, "1")];
                let message = "This server is ending.\n";
                (StatusCode::SERVICE_UNAVAILABLE, headers, message).into_response()
            }
            GateRejection::Rate(wait) => {
                self.shared.metrics.count_rate_limited();
                let client = self.client_by_address(head);
                tracing::warn!(?client, "a client sends more requests than it may");
                // `Retry-After` has whole seconds (RFC 9110, section 10.2.3); rounded down, the next request would
                // be too early.
                let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
                let headers = [(RETRY_AFTER, HeaderValue::from(seconds))];
                let message = format!("Too many requests: wait for {seconds} s.\n");
                (StatusCode::TOO_MANY_REQUESTS, headers, message).into_response()
            }
            GateRejection::Token(Some(TokenError::NoKeys)) => {
                self.shared
                    .metrics
                    .count_unauthorized(TokenError::NoKeys.reason());
                let headers = [(RETRY_AFTER, "10")];
                let message = "This server cannot check access tokens at the moment; its log has the reason.\n";
                (StatusCode::SERVICE_UNAVAILABLE, headers, message).into_response()
            }
            GateRejection::Token(why) => self.challenge_response(head, why),
        }
    }

    fn challenge_response(&self, head: &Parts, why: Option<TokenError>) -> Response {
        let client = self.client_by_address(head);
        let reason = why.map_or("the request has no token", TokenError::reason);
        self.shared.metrics.count_unauthorized(reason);
        tracing::info!(?client, reason, "rejected");
        let status = match why {
            Some(TokenError::Scope) => StatusCode::FORBIDDEN,
            _ => StatusCode::UNAUTHORIZED,
        };
        let challenge = match (&self.verifier, why) {
            (Some(verifier), why) => verifier.resource().challenge_header(why),
            (None, Some(why)) => format!(r#"Bearer error="{}""#, why.error_code()),
            (None, None) => "Bearer".to_owned(),
        };
        let message =
            format!("This server requires a bearer token in the header Authorization: {reason}.\n");
        let mut response = (status, message).into_response();
        // What is in it comes from whoever operates the server, and may be no header.
        if let Ok(challenge) = HeaderValue::try_from(challenge) {
            response.headers_mut().insert(WWW_AUTHENTICATE, challenge);
        }
        response
    }
}

/// A host, which has brackets in URLs if it is an IPv6 address.
fn without_brackets(host: &str) -> &str {
    host.trim_matches(['[', ']'])
}
