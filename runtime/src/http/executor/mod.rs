//! Sends requests to the upstream.

mod auth;
mod builder;
mod configured_headers;
mod executor_environment;
mod executor_error;
mod failure_advice;
mod files;
mod http_clients;
mod http_message;
#[cfg(feature = "server")]
mod json_document;
mod live_body;
mod proxy;
mod request_limits;
mod request_trace;
mod response_body;
mod retry;
mod send_failure;
mod stand_in;
mod trusted_authorities;
mod typed_calls;
mod upstream_call;
mod upstream_server;
mod warnings;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use reqwest::header::{
    CONTENT_DISPOSITION, CONTENT_TYPE, HeaderMap, HeaderName, LOCATION, RETRY_AFTER,
};
use reqwest::{Request, Response, Url};
use serde_json::Map;
use tracing::Instrument;

use crate::api::Api;
use crate::context::CallContext;
use crate::deadline::deadline_after;
#[cfg(feature = "server")]
use crate::file::AllowedSources;
use crate::http::executor::auth::{Credentials, Keyring};
use crate::http::executor::configured_headers::ConfiguredHeaders;
use crate::http::executor::files::FileAccess;
use crate::http::executor::http_clients::HttpClients;
use crate::http::executor::request_limits::{Limits, Permit};
use crate::http::executor::response_body::{BodyError, ResponseMemory};
use crate::http::executor::retry::{BodyReading, Exchange, NoResponse, RetryPolicy};
use crate::http::executor::send_failure::{CallTimeout, FailureContext};
use crate::http::executor::upstream_call::UpstreamCall;
use crate::http::executor::upstream_server::UpstreamServer;
use crate::http::upstream_response::{Body, UpstreamResponse, parse_file_name};
use crate::outcome::Outcome;
use crate::request::{HttpRequest, ResponseOptions};
use crate::response::SendError;
use crate::schema::Schema;
use crate::tool::Tool;
use crate::value::{Json, Violation};

#[cfg(feature = "server")]
pub(crate) use auth::{ConfiguredSecret, DeviceCode, TokenSource};
pub use builder::HttpExecutorBuilder;
#[cfg(feature = "server")]
pub(crate) use builder::{MAX_CONCURRENCY, MAX_FILE_BYTES, TIMEOUT};
#[cfg(feature = "server")]
pub(crate) use executor_environment::{find_set_value, parse_switch, process_variable};
pub use executor_error::ExecutorError;
#[cfg(feature = "server")]
pub(crate) use retry::MAX_RETRIES;
#[cfg(feature = "server")]
pub(crate) use upstream_server::{has_http_scheme, server_suffix};

/// Sends the requests of an API's tools to its upstream.
///
/// Connections are kept alive and shared; one executor serves all calls. Credentials come from the
/// environment and appear neither in `Debug` output nor in outcomes. A call without the credentials
/// that it requires is not sent. Redirects are followed within
/// the origin of the request only.
///
/// ```
/// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
/// use toolwright::{HttpExecutor, HttpRequest};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let executor = HttpExecutor::builder(&pets::API)
///     .base_url("http://127.0.0.1:1/v1")
///     .max_retries(0)
///     .pass_header("X-Tenant")
///     .build()?;
/// assert_eq!(executor.api().name, "pets");
/// assert_eq!(executor.base_url(), Some("http://127.0.0.1:1/v1"));
/// assert_eq!(executor.passed_headers().collect::<Vec<_>>(), ["x-tenant"]);
///
/// // Nobody listens there, which is an outcome as well.
/// let tool = pets::API.tool("list_pets").expect("is in the spec");
/// let outcome = executor.execute(tool, HttpRequest::new(tool.method, tool.path)).await;
/// assert!(outcome.is_error);
/// # let context = toolwright::CallContext::default();
/// # executor.execute_in(&context, tool, HttpRequest::new(tool.method, tool.path)).await;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct HttpExecutor {
    api: &'static Api,
    server: UpstreamServer,
    keyring: Keyring,
    clients: Arc<HttpClients>,
    files: FileAccess,
    headers: ConfiguredHeaders,
    retries: RetryPolicy,
    limits: Limits,
    /// Whether successful results are masked as well.
    masks_results: bool,
    /// Whether a path parameter of one segment may have a slash.
    allows_path_slashes: bool,
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
    pub(crate) fn mask_outcome(&self, outcome: &mut Outcome) {
        self.keyring.mask_outcome(outcome);
    }

    /// Whether credentials are masked in successful results, too.
    #[cfg(feature = "server")]
    pub(crate) fn masks_results(&self) -> bool {
        self.masks_results
    }

    /// Where requests go, as far as it is known without looking at a tool.
    pub fn base_url(&self) -> Option<&str> {
        self.server.base_url()
    }

    /// Reads the files that valid arguments refer to by path or URI, as far as that is
    /// [allowed](HttpExecutorBuilder::allow_files), and puts their content in.
    pub(crate) async fn load_files(
        &self,
        schema: &'static Schema,
        arguments: &mut Map<String, Json>,
    ) -> Result<(), Vec<Violation>> {
        self.files
            .load_files(schema, arguments, &self.clients)
            .await
    }

    /// The ways to name a file in arguments that the operator allows.
    #[cfg(feature = "server")]
    pub(crate) fn allowed_sources(&self) -> AllowedSources {
        self.files.allowed_sources()
    }

    /// The headers of the client's HTTP request that calls want to find in their
    /// [`CallContext`]; none unless [`pass_header`](HttpExecutorBuilder::pass_header) named them.
    pub fn passed_headers(&self) -> impl Iterator<Item = &str> {
        self.keyring.passed_headers().names()
    }

    /// The schemes whose tokens are fetched.
    #[cfg(feature = "server")]
    pub(crate) fn token_sources(&self) -> impl Iterator<Item = &auth::TokenSource> {
        self.keyring.token_sources()
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
        mut request: HttpRequest,
    ) -> Outcome {
        self.guard_path(&mut request);
        if !request.problems().is_empty() {
            return Outcome::invalid_arguments(tool, request.problems());
        }
        let mut call = self.begin_call(context, tool, &request);
        let span = call.trace.span();
        async {
            let wanted = request.response_options().clone();
            let outcome = match self
                .send_until_response(&mut call, request, BodyReading::Whole)
                .await
            {
                Ok(opened) => self.read_outcome(&call, opened, &wanted).await,
                Err(error) => Err(error),
            };
            let mut outcome = outcome.unwrap_or_else(|error| Outcome::failure(error.to_string()));
            if outcome.is_error {
                outcome.text.push_str(&call.attempts.describe_attempts());
            }
            // Errors are always masked, since upstreams like to repeat the request. Successful
            // results are the API's own data, which masking could damage.
            if outcome.is_error || self.masks_results {
                self.keyring.mask_outcome(&mut outcome);
            }
            call.finish_call(outcome.is_error);
            outcome
        }
        .instrument(span)
        .await
    }

    /// What is wrong with the request of a call.
    #[cfg(feature = "bridge")]
    pub(crate) fn find_problem(&self, mut request: HttpRequest) -> Option<Violation> {
        self.guard_path(&mut request);
        request.problems().first().cloned()
    }

    /// Makes problems of slashes in the path, unless they are allowed.
    fn guard_path(&self, request: &mut HttpRequest) {
        if !self.allows_path_slashes {
            request.reject_slashes();
        }
    }

    fn begin_call<'c>(
        &self,
        context: &'c CallContext,
        tool: &'static Tool,
        request: &HttpRequest,
    ) -> UpstreamCall<'c> {
        let timeout = self.clients.settings().timeout;
        UpstreamCall::begin_call(context, tool, request, tool.call.timeout.unwrap_or(timeout))
    }

    /// Sends a request until there is a response. Whatever is done with that, the way to it is the
    /// same.
    async fn send_until_response(
        &self,
        call: &mut UpstreamCall<'_>,
        mut request: HttpRequest,
        reading: BodyReading,
    ) -> Result<OpenedResponse, SendError> {
        self.guard_path(&mut request);
        let problems = request.problems().to_vec();
        if !problems.is_empty() {
            let listed: String = problems.iter().map(|it| format!("\n{it}")).collect();
            let message = format!("{} was not sent.{listed}", call.name);
            return Err(SendError::NotSent { message, problems });
        }
        let not_sent = |message| SendError::NotSent {
            message,
            problems: Vec::new(),
        };
        let (message, mut credentials) = self
            .prepare_message(call, request)
            .await
            .map_err(|why| not_sent(format!("{} was not sent. {why}", call.name)))?;
        let place = self.failure_context(call, message.url());
        let client = self.clients.client_for(message.url()).map_err(not_sent)?;
        call.trace.record_request(&message);
        let exchange = Exchange {
            tool: call.tool,
            client,
            request: message,
            reading,
            deadline: deadline_after(call.time_left()),
        };
        let sent = self.send_with_retries(exchange, &mut credentials, &mut call.attempts);
        let (response, permit) = sent.await.map_err(|unanswered| match unanswered {
            NoResponse::Failed(error) => {
                call.trace.record_failure(&error);
                send_failure::describe_send_error(error, &place)
            }
            NoResponse::Late => {
                call.trace.record_timeout();
                send_failure::describe_timeout(&place)
            }
            NoResponse::NoPermit(why) => send_failure::describe_missing_permit(&why, &place),
        })?;
        call.trace.record_response(&response);
        Ok(OpenedResponse {
            response,
            permit,
            credentials,
            place,
        })
    }

    fn failure_context(&self, call: &UpstreamCall<'_>, url: &Url) -> FailureContext {
        let settings = self.clients.settings();
        FailureContext {
            call: call.name.clone(),
            address: send_failure::host_and_port(url),
            proxy: settings.proxies.describe_proxy_for(url),
            connect_seconds: settings.connect_timeout.as_secs_f64(),
            timeout: match call.tool.call.timeout {
                Some(own) => CallTimeout::OfOperation(own),
                None => CallTimeout::Of(settings.timeout, self.limits.timeout_variable.clone()),
            },
            base_url_variable: self.server.variable().to_owned(),
            ca_variable: settings.ca_variable.clone(),
            is_repeatable: call.tool.annotations.idempotent,
        }
    }

    async fn prepare_message(
        &self,
        call: &UpstreamCall<'_>,
        mut request: HttpRequest,
    ) -> Result<(Request, Credentials), String> {
        let tool = call.tool;
        let base = self.server.base_url_for(tool)?;
        let authorizing = self
            .keyring
            .authorize_call(call.context, tool.security, &request);
        let authorized = tokio::time::timeout(call.time_left(), authorizing).await;
        let credentials = authorized.map_err(|_| describe_late_credentials(call))??;
        // Before the URL is assembled: an API key in the query is part of it, and the path guard
        // has passed by now.
        credentials.write_query_and_cookies(&mut request);
        let mut message = http_message::assemble_message(request, &base, &tool.call)?;
        // The order matters: credentials come last, since they override headers of the operator and of arguments.
        self.headers.write_headers(&mut message);
        request_trace::propagate_trace_context(&mut message);
        credentials.write_headers(&mut message);
        Ok((message, credentials))
    }

    async fn read_outcome(
        &self,
        call: &UpstreamCall<'_>,
        mut opened: OpenedResponse,
        wanted: &ResponseOptions,
    ) -> Result<Outcome, SendError> {
        let seconds = opened.place.timeout.seconds();
        let mut intake = ResponseMemory::new(&call.trace, deadline_after(call.time_left()));
        let response = &mut opened.response;
        let read = response_body::read_body(
            response,
            call.tool.method,
            &self.limits,
            seconds,
            &mut intake,
        )
        .await;
        let body = read.map_err(|unread| self.describe_unread(call, &opened, unread))?;
        intake.keep_until_call_ends();
        let then = |mut answer: UpstreamResponse<'_>| {
            answer.longest_json = call.context.longest_json();
            answer.into_outcome(call.tool)
        };
        let mut outcome = self.with_response(&opened, wanted, body, then);
        if outcome.is_error {
            outcome
                .text
                .push_str(&self.advise_on_refusal(call, &opened));
        }
        Ok(outcome)
    }

    /// What to do about a refusal, as far as it is not for the API to say: lines to append.
    fn advise_on_refusal(&self, call: &UpstreamCall<'_>, opened: &OpenedResponse) -> String {
        match opened.response.status().as_u16() {
            // 403 is included: many APIs answer it to a missing or wrong token.
            401 | 403 => {
                failure_advice::advise_on_credentials(&self.keyring, &opened.credentials, call.tool)
            }
            300..=399 => failure_advice::advise_on_redirect(
                &opened.response,
                call.tool.method,
                self.server.variable(),
            ),
            407 => failure_advice::advise_on_proxy(opened.place.proxy.as_deref()),
            _ => String::new(),
        }
    }

    /// Why there is no body.
    fn describe_unread(
        &self,
        call: &UpstreamCall<'_>,
        opened: &OpenedResponse,
        unread: BodyError,
    ) -> SendError {
        let status = opened.response.status();
        let message = match unread {
            BodyError::TooLarge => format!(
                "{}: the response (HTTP {status}) is larger than the limit of {} bytes, so it was not read. \
                 Request less data.",
                call.name, self.limits.response_bytes
            ),
            BodyError::Encoded(encoding) => format!(
                "{}: the response (HTTP {status}) has the content encoding {encoding:?}, which was not \
                 requested and cannot be decoded.",
                call.name
            ),
            BodyError::Failed(error) => {
                call.trace.record_failure(&error);
                return send_failure::describe_send_error(error, &opened.place);
            }
            BodyError::Late => {
                call.trace.record_timeout();
                return send_failure::describe_timeout(&opened.place);
            }
            BodyError::NoMemory => format!(
                "{}: the API has responded (HTTP {status}), but other calls use all of the memory for \
                 responses, so the response was not read. Make fewer calls at the same time, or request less \
                 data.",
                call.name
            ),
        };
        let status = status.as_u16();
        SendError::Unreadable { status, message }
    }
}

/// A response whose body was not read yet.
struct OpenedResponse {
    response: Response,
    /// Held until the body is read.
    permit: Permit,
    /// The credentials that were sent.
    credentials: Credentials,
    place: FailureContext,
}

impl HttpExecutor {
    /// A response with its body, for `then` to make something of.
    fn with_response<T>(
        &self,
        opened: &OpenedResponse,
        wanted: &ResponseOptions,
        body: Body,
        then: impl FnOnce(UpstreamResponse<'_>) -> T,
    ) -> T {
        let headers = opened.response.headers();
        let content_type = header_text(headers, &CONTENT_TYPE);
        let retry_after = header_text(headers, &RETRY_AFTER);
        let disposition = header_text(headers, &CONTENT_DISPOSITION);
        let location = header_text(headers, &LOCATION);
        then(UpstreamResponse {
            call: &opened.place.call,
            status: opened.response.status().as_u16(),
            content_type: content_type.as_deref(),
            file_name: disposition.as_deref().and_then(parse_file_name),
            retry_after: retry_after.as_deref(),
            location: location.as_deref(),
            headers,
            url: opened.response.url(),
            wanted,
            body,
            longest_json: None,
            attachment_limit: self.limits.attachment_bytes,
            // Masked before it is truncated: half of a credential at the end of a text would no
            // longer be recognised.
            truncate: &|text, limit| self.keyring.truncate_masked(text, limit),
        })
    }
}

/// The fetch of a token is a task of its own and goes on, so that a later call finds its result.
fn describe_late_credentials(call: &UpstreamCall<'_>) -> String {
    let seconds = call.attempts.timeout().as_secs_f64();
    format!(
        "Its credentials were not there within the {seconds} s that a call may take; they are still being \
         fetched. Call again later."
    )
}

fn header_text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<Cow<'h, str>> {
    let value = headers.get(name)?;
    Some(String::from_utf8_lossy(value.as_bytes()))
}
