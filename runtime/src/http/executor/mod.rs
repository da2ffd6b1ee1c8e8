//! Sends requests to the upstream.

mod advice;
mod auth;
mod body;
mod builder;
mod clients;
#[cfg(feature = "server")]
mod document;
mod environment;
mod error;
mod failure;
mod files;
mod headers;
mod limits;
mod message;
mod proxy;
mod retry;
mod server;
mod trace;
mod trust;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use reqwest::Request;
use reqwest::header::{
    CONTENT_DISPOSITION, CONTENT_TYPE, HeaderMap, HeaderName, LINK, LOCATION, RETRY_AFTER,
};
use serde_json::Map;
use tracing::Instrument;

use crate::api::Api;
use crate::context::CallContext;
use crate::http::answer::{Answer, file_name};
use crate::http::executor::auth::{Keyring, Pass};
use crate::http::executor::body::Unread;
use crate::http::executor::clients::Clients;
use crate::http::executor::failure::Timeout;
use crate::http::executor::files::FileAccess;
use crate::http::executor::headers::Headers;
use crate::http::executor::limits::Limits;
use crate::http::executor::retry::{Retries, Tries, Unanswered};
use crate::http::executor::server::Server;
use crate::http::executor::trace::Trace;
use crate::http::{HttpRequest, Wanted};
use crate::outcome::Outcome;
use crate::schema::Schema;
use crate::tool::Tool;
use crate::value::{Json, Violation};

#[cfg(feature = "server")]
pub(crate) use auth::{DeviceCode, Tokens};
pub use builder::HttpExecutorBuilder;
#[cfg(feature = "server")]
pub(crate) use builder::{MAX_FILE_BYTES, TIMEOUT};
pub use error::ExecutorError;
#[cfg(feature = "server")]
pub(crate) use retry::MAX_RETRIES;
#[cfg(feature = "server")]
pub(crate) use server::server_suffix;

/// Sends the requests of an API's tools to its upstream.
///
/// Connections are kept alive and shared; one executor serves all calls. Credentials come from the
/// environment and appear neither in `Debug` output nor in outcomes. Redirects are followed within
/// the origin of the request only.
#[derive(Debug)]
pub struct HttpExecutor {
    api: &'static Api,
    server: Server,
    keyring: Keyring,
    clients: Arc<Clients>,
    files: FileAccess,
    headers: Headers,
    retries: Retries,
    limits: Limits,
    /// The variables that arguments come from, as far as they are set.
    variables: HashMap<&'static str, String>,
}

impl HttpExecutor {
    /// The value of a variable that arguments come from.
    pub(crate) fn variable(&self, name: &str) -> Option<String> {
        self.variables.get(name).cloned()
    }

    /// Starts setting up the executor of an API.
    pub fn builder(api: impl Into<&'static Api>) -> HttpExecutorBuilder {
        HttpExecutorBuilder::new(api.into())
    }

    /// The API whose tools' requests it sends.
    pub fn api(&self) -> &'static Api {
        self.api
    }

    /// Masks every credential that is in an outcome.
    #[cfg(feature = "server")]
    pub(crate) fn mask(&self, outcome: &mut Outcome) {
        self.keyring.mask(outcome);
    }

    /// Where requests go, as far as it is known without looking at a tool.
    pub fn base_url(&self) -> Option<&str> {
        self.server.base()
    }

    /// Reads the files that valid arguments refer to by path or URI, as far as that is
    /// [allowed](HttpExecutorBuilder::allow_files), and puts their content in.
    pub(crate) async fn load_files(
        &self,
        schema: &'static Schema,
        arguments: &mut Map<String, Json>,
    ) -> Result<(), Vec<Violation>> {
        self.files.load(schema, arguments, &self.clients).await
    }

    /// What the path and the URI of a file may be, in words; none where there may be none.
    #[cfg(feature = "server")]
    pub(crate) fn allowed_files(&self) -> (Option<String>, Option<String>) {
        self.files.described()
    }

    /// The headers of the client's HTTP request that calls want to find in their
    /// [`CallContext`]; none unless [`pass_header`](HttpExecutorBuilder::pass_header) named them.
    pub fn passed_headers(&self) -> impl Iterator<Item = &str> {
        self.keyring.passing().names()
    }

    /// The schemes whose tokens are fetched.
    #[cfg(feature = "server")]
    pub(crate) fn tokens(&self) -> impl Iterator<Item = &auth::Tokens> {
        self.keyring.tokens()
    }

    /// Sends the request of a tool. A request with problems is not sent.
    pub async fn execute(&self, tool: &'static Tool, request: HttpRequest) -> Outcome {
        self.execute_in(&CallContext::default(), tool, request)
            .await
    }

    /// [`execute`](Self::execute) for a client of which something is known.
    pub async fn execute_in(
        &self,
        context: &CallContext,
        tool: &'static Tool,
        request: HttpRequest,
    ) -> Outcome {
        if !request.problems().is_empty() {
            return Outcome::invalid_arguments(tool, request.problems());
        }
        let trace = Trace::begin(context, tool);
        let span = trace.span();
        self.execute_traced(&trace, context, tool, request)
            .instrument(span)
            .await
    }

    async fn execute_traced(
        &self,
        trace: &Trace<'_>,
        context: &CallContext,
        tool: &'static Tool,
        request: HttpRequest,
    ) -> Outcome {
        let started = Instant::now();
        let call = format!("{} {}", request.method().as_str(), request.filled_path());
        let wanted = request.wanted().clone();
        let mut tries = Tries::within(tool.call.timeout.unwrap_or(self.clients.settings().timeout));
        let mut outcome = match self.prepare(context, tool, request).await {
            Ok(prepared) => {
                self.send(trace, tool, (&call, &wanted), prepared, &mut tries)
                    .await
            }
            Err(why) => Outcome::failure(format!("{call} was not sent. {why}")),
        };
        if outcome.is_error {
            outcome.text.push_str(&tries.told());
            self.keyring.mask(&mut outcome);
        }
        trace.ends(&outcome, tries.made());
        tracing::debug!(
            tool = tool.name,
            is_error = outcome.is_error,
            tries = tries.made(),
            elapsed = ?started.elapsed(),
            "upstream call"
        );
        outcome
    }

    async fn prepare(
        &self,
        context: &CallContext,
        tool: &Tool,
        mut request: HttpRequest,
    ) -> Result<(Request, Pass), String> {
        let base = self.server.base_of(tool)?;
        let pass = self.keyring.authorize(context, tool.security).await?;
        pass.write(&mut request);
        let mut message = message::assemble(request, &base, &tool.call)?;
        self.headers.write(&mut message);
        trace::propagate(&mut message);
        pass.sign(&mut message);
        Ok((message, pass))
    }

    async fn send(
        &self,
        trace: &Trace<'_>,
        tool: &Tool,
        (call, wanted): (&str, &Wanted),
        (request, mut pass): (Request, Pass),
        tries: &mut Tries,
    ) -> Outcome {
        let address = failure::address(request.url());
        let proxy = self.clients.settings().proxies.of(request.url());
        let client = match self.clients.for_url(request.url()) {
            Ok(client) => client,
            Err(why) => return Outcome::failure(why),
        };
        let settings = self.clients.settings();
        let timeout = match tool.call.timeout {
            Some(own) => Timeout::OfOperation(own),
            None => Timeout::Of(settings.timeout, &self.limits.timeout_variable),
        };
        let place = failure::Context {
            call,
            address: &address,
            proxy: proxy.as_deref(),
            connect_seconds: settings.connect_timeout.as_secs_f64(),
            timeout,
            base_url_variable: self.server.variable(),
            ca_variable: &settings.ca_variable,
            is_repeatable: tool.annotations.idempotent,
        };
        trace.sends(&request);
        let exchange = self.exchange(tool, client, request, &mut pass, tries);
        let (mut response, _turn) = match exchange.await {
            Ok(answered) => answered,
            Err(Unanswered::Failed(error)) => {
                trace.failed(&error);
                return Outcome::failure(failure::describe(error, &place));
            }
            Err(Unanswered::NoTurn(why)) => {
                return Outcome::failure(failure::no_turn(&why, &place));
            }
        };
        trace.answered(&response);
        let seconds = timeout.seconds();
        let read = body::read(&mut response, tool.method, &self.limits, seconds, trace).await;
        let body = match read {
            Ok(body) => body,
            Err(Unread::TooLarge) => {
                return Outcome::failure(format!(
                    "{call}: the response (HTTP {}) is larger than the limit of {} bytes, and was \
                     not read. Ask for less of it.",
                    response.status(),
                    self.limits.response_bytes
                ));
            }
            Err(Unread::Encoded(encoding)) => {
                return Outcome::failure(format!(
                    "{call}: the response (HTTP {}) has the content encoding {encoding:?}, which \
                     was not asked for and can't be read.",
                    response.status()
                ));
            }
            Err(Unread::Failed(error)) => {
                trace.failed(&error);
                return Outcome::failure(failure::describe(error, &place));
            }
        };
        let status = response.status().as_u16();
        let content_type = header(response.headers(), &CONTENT_TYPE);
        let retry_after = header(response.headers(), &RETRY_AFTER);
        let disposition = header(response.headers(), &CONTENT_DISPOSITION);
        let location = header(response.headers(), &LOCATION);
        let links = response.headers().get_all(LINK).iter();
        let links: Vec<&str> = links.filter_map(|link| link.to_str().ok()).collect();
        let answer = Answer {
            call,
            status,
            content_type: content_type.as_deref(),
            file_name: disposition.as_deref().and_then(file_name),
            retry_after: retry_after.as_deref(),
            location: location.as_deref(),
            links: &links,
            url: response.url(),
            wanted,
            body,
            attachment_limit: self.limits.attachment_bytes,
        };
        let mut outcome = answer.into_outcome(tool);
        match status {
            401 | 403 => outcome
                .text
                .push_str(&advice::on_credentials(&self.keyring, &pass, tool)),
            300..=399 if outcome.is_error => outcome
                .text
                .push_str(&advice::on_redirect(&response, self.server.variable())),
            407 => outcome.text.push_str(&advice::on_proxy(proxy.as_deref())),
            _ => {}
        }
        outcome
    }
}

fn header<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<Cow<'h, str>> {
    let value = headers.get(name)?;
    Some(String::from_utf8_lossy(value.as_bytes()))
}
