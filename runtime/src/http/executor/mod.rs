//! Sends requests to the upstream.

mod advice;
mod auth;
mod body;
mod builder;
mod call;
mod clients;
#[cfg(feature = "server")]
mod document;
mod environment;
mod error;
mod failure;
mod files;
mod headers;
mod limits;
mod live;
mod message;
mod proxy;
mod retry;
mod server;
mod trace;
mod trust;
mod typed;
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
use crate::http::answer::{Answer, Body, file_name};
use crate::http::executor::auth::{Keyring, Pass};
use crate::http::executor::body::{Intake, Unread};
use crate::http::executor::call::Call;
use crate::http::executor::clients::Clients;
use crate::http::executor::failure::{Place, Timeout};
use crate::http::executor::files::FileAccess;
use crate::http::executor::headers::Headers;
use crate::http::executor::limits::{Limits, Turn};
use crate::http::executor::retry::{Reading, Retries, Unanswered};
use crate::http::executor::server::Server;
use crate::http::{HttpRequest, Wanted};
use crate::outcome::Outcome;
use crate::response::SendError;
use crate::schema::Schema;
use crate::tool::Tool;
use crate::value::{Json, Violation};

#[cfg(feature = "server")]
pub(crate) use auth::{ConfiguredSecret, DeviceCode, Tokens};
pub use builder::HttpExecutorBuilder;
#[cfg(feature = "server")]
pub(crate) use builder::{MAX_CONCURRENCY, MAX_FILE_BYTES, TIMEOUT};
pub use error::ExecutorError;
#[cfg(feature = "server")]
pub(crate) use retry::MAX_RETRIES;
#[cfg(feature = "server")]
pub(crate) use server::server_suffix;

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
/// let tool = &pets::API.tools[0];
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
    server: Server,
    keyring: Keyring,
    clients: Arc<Clients>,
    files: FileAccess,
    headers: Headers,
    retries: Retries,
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
    pub(crate) fn mask(&self, outcome: &mut Outcome) {
        self.keyring.mask(outcome);
    }

    /// Whether credentials are masked in successful results, too.
    #[cfg(feature = "server")]
    pub(crate) fn masks_results(&self) -> bool {
        self.masks_results
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
        mut request: HttpRequest,
    ) -> Outcome {
        self.guard_path(&mut request);
        if !request.problems().is_empty() {
            return Outcome::invalid_arguments(tool, request.problems());
        }
        let mut call = self.begin(context, tool, &request);
        let span = call.trace.span();
        async {
            let wanted = request.wanted().clone();
            let outcome = match self.open(&mut call, request, Reading::Whole).await {
                Ok(opened) => self.outcome(&call, opened, &wanted).await,
                Err(error) => Err(error),
            };
            let mut outcome = outcome.unwrap_or_else(|error| Outcome::failure(error.to_string()));
            if outcome.is_error {
                outcome.text.push_str(&call.tries.told());
            }
            if outcome.is_error || self.masks_results {
                self.keyring.mask(&mut outcome);
            }
            call.ends(outcome.is_error);
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

    fn begin<'c>(
        &self,
        context: &'c CallContext,
        tool: &'static Tool,
        request: &HttpRequest,
    ) -> Call<'c> {
        let timeout = self.clients.settings().timeout;
        Call::begin(context, tool, request, tool.call.timeout.unwrap_or(timeout))
    }

    /// Sends a request until there is a response. Whatever is done with that, the way to it is the
    /// same.
    async fn open(
        &self,
        call: &mut Call<'_>,
        mut request: HttpRequest,
        reading: Reading,
    ) -> Result<Opened, SendError> {
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
        let (message, mut pass) = self
            .prepare(call.context, call.tool, request)
            .await
            .map_err(|why| not_sent(format!("{} was not sent. {why}", call.name)))?;
        let place = self.place(call, message.url());
        let client = self.clients.for_url(message.url()).map_err(not_sent)?;
        call.trace.sends(&message);
        let exchange = self.exchange(
            call.tool,
            client,
            message,
            (&mut pass, reading),
            &mut call.tries,
        );
        let (response, turn) = exchange.await.map_err(|unanswered| match unanswered {
            Unanswered::Failed(error) => {
                call.trace.failed(&error);
                failure::describe(error, &place)
            }
            Unanswered::Late => {
                call.trace.is_late();
                failure::timed_out(&place)
            }
            Unanswered::NoTurn(why) => failure::no_turn(&why, &place),
        })?;
        call.trace.answered(&response);
        Ok(Opened {
            response,
            turn,
            pass,
            place,
        })
    }

    fn place(&self, call: &Call<'_>, url: &Url) -> Place {
        let settings = self.clients.settings();
        Place {
            call: call.name.clone(),
            address: failure::address(url),
            proxy: settings.proxies.of(url),
            connect_seconds: settings.connect_timeout.as_secs_f64(),
            timeout: match call.tool.call.timeout {
                Some(own) => Timeout::OfOperation(own),
                None => Timeout::Of(settings.timeout, self.limits.timeout_variable.clone()),
            },
            base_url_variable: self.server.variable().to_owned(),
            ca_variable: settings.ca_variable.clone(),
            is_repeatable: call.tool.annotations.idempotent,
        }
    }

    async fn prepare(
        &self,
        context: &CallContext,
        tool: &Tool,
        mut request: HttpRequest,
    ) -> Result<(Request, Pass), String> {
        let base = self.server.base_of(tool)?;
        let pass = self
            .keyring
            .authorize(context, tool.security, &request)
            .await?;
        pass.write(&mut request);
        let mut message = message::assemble(request, &base, &tool.call)?;
        self.headers.write(&mut message);
        trace::propagate(&mut message);
        pass.sign(&mut message);
        Ok((message, pass))
    }

    async fn outcome(
        &self,
        call: &Call<'_>,
        mut opened: Opened,
        wanted: &Wanted,
    ) -> Result<Outcome, SendError> {
        let seconds = opened.place.timeout.seconds();
        let mut intake = Intake::new(&call.trace, deadline_after(call.left()));
        let response = &mut opened.response;
        let read = body::read(
            response,
            call.tool.method,
            &self.limits,
            seconds,
            &mut intake,
        )
        .await;
        let body = read.map_err(|unread| self.unread(call, &opened, unread))?;
        intake.keep();
        let then = |answer: Answer<'_>| answer.into_outcome(call.tool);
        let mut outcome = self.answered(&opened, wanted, body, then);
        if outcome.is_error {
            outcome.text.push_str(&self.advice(call, &opened));
        }
        Ok(outcome)
    }

    /// What to do about a refusal, as far as it is not for the API to say: lines to append.
    fn advice(&self, call: &Call<'_>, opened: &Opened) -> String {
        match opened.response.status().as_u16() {
            401 | 403 => advice::on_credentials(&self.keyring, &opened.pass, call.tool),
            300..=399 => {
                advice::on_redirect(&opened.response, call.tool.method, self.server.variable())
            }
            407 => advice::on_proxy(opened.place.proxy.as_deref()),
            _ => String::new(),
        }
    }

    /// Why there is no body.
    fn unread(&self, call: &Call<'_>, opened: &Opened, unread: Unread) -> SendError {
        let status = opened.response.status();
        let message = match unread {
            Unread::TooLarge => format!(
                "{}: the response (HTTP {status}) is larger than the limit of {} bytes, and was \
                 not read. Ask for less of it.",
                call.name, self.limits.response_bytes
            ),
            Unread::Encoded(encoding) => format!(
                "{}: the response (HTTP {status}) has the content encoding {encoding:?}, which \
                 was not asked for and can't be read.",
                call.name
            ),
            Unread::Failed(error) => {
                call.trace.failed(&error);
                return failure::describe(error, &opened.place);
            }
            Unread::Late => {
                call.trace.is_late();
                return failure::timed_out(&opened.place);
            }
            Unread::NoMemory => format!(
                "{}: the API has answered (HTTP {status}), but other calls have all of the memory \
                 that this server gives to answers, so the answer was not read. Make fewer calls at \
                 once, or ask for less.",
                call.name
            ),
        };
        let status = status.as_u16();
        SendError::Unreadable { status, message }
    }
}

/// A response whose body was not read yet.
struct Opened {
    response: Response,
    /// Held until the body is read.
    turn: Turn,
    /// The credentials that were sent.
    pass: Pass,
    place: Place,
}

impl HttpExecutor {
    /// A response with its body, for `then` to make something of.
    fn answered<T>(
        &self,
        opened: &Opened,
        wanted: &Wanted,
        body: Body,
        then: impl FnOnce(Answer<'_>) -> T,
    ) -> T {
        let headers = opened.response.headers();
        let content_type = header(headers, &CONTENT_TYPE);
        let retry_after = header(headers, &RETRY_AFTER);
        let disposition = header(headers, &CONTENT_DISPOSITION);
        let location = header(headers, &LOCATION);
        then(Answer {
            call: &opened.place.call,
            status: opened.response.status().as_u16(),
            content_type: content_type.as_deref(),
            file_name: disposition.as_deref().and_then(file_name),
            retry_after: retry_after.as_deref(),
            location: location.as_deref(),
            headers,
            url: opened.response.url(),
            wanted,
            body,
            attachment_limit: self.limits.attachment_bytes,
            truncate: &|text, limit| self.keyring.truncate(text, limit),
        })
    }
}

fn header<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<Cow<'h, str>> {
    let value = headers.get(name)?;
    Some(String::from_utf8_lossy(value.as_bytes()))
}
