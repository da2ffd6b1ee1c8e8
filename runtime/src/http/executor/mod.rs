//! Sends requests to the upstream.

mod advice;
mod auth;
mod body;
mod builder;
mod clients;
mod failure;
mod files;
mod message;
mod server;

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Instant;

use reqwest::header::{
    CONTENT_DISPOSITION, CONTENT_TYPE, HeaderMap, HeaderName, LINK, RETRY_AFTER,
};
use reqwest::{Client, Request, Response, StatusCode};
use serde_json::Map;
use thiserror::Error;

use crate::api::Api;
use crate::context::CallContext;
use crate::http::answer::{Answer, file_name};
use crate::http::executor::auth::{Keyring, Pass};
use crate::http::executor::body::Unread;
use crate::http::executor::clients::Clients;
use crate::http::executor::failure::Timeout;
use crate::http::executor::files::FileAccess;
use crate::http::executor::server::Server;
use crate::http::{HttpRequest, Wanted};
use crate::outcome::Outcome;
use crate::tool::Tool;
use crate::value::{Json, Violation};

#[cfg(feature = "server")]
pub(crate) use auth::{DeviceCode, Tokens};
pub use builder::HttpExecutorBuilder;
#[cfg(feature = "server")]
pub(crate) use builder::{MAX_FILE_BYTES, TIMEOUT};

/// Sends the requests of an API's tools to its upstream.
///
/// Connections are kept alive and shared; one executor serves all calls. Credentials come from the
/// environment and appear neither in `Debug` output nor in outcomes. Redirects are followed within
/// the origin of the request only.
#[derive(Debug)]
pub struct HttpExecutor {
    server: Server,
    keyring: Keyring,
    clients: Arc<Clients>,
    files: FileAccess,
    limits: Limits,
}

#[derive(Debug)]
struct Limits {
    response_bytes: usize,
    attachment_bytes: usize,
    stream_items: usize,
    timeout_variable: String,
}

/// Why an [`HttpExecutor`] could not be set up.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExecutorError {
    /// The base URL that was given can't be one.
    #[error("{origin} is not usable: {reason}")]
    BaseUrl {
        /// Where the base URL came from: an environment variable, or the program.
        origin: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A timeout is no number of seconds above zero.
    #[error("{variable} is '{value}', which is not a number of seconds above zero")]
    Timeout {
        /// The environment variable.
        variable: String,
        /// Its value.
        value: String,
    },
    /// What may be read for files can't be allowed.
    #[error("'{value}' can't be read from: {reason}")]
    Files {
        /// The directory or the origin.
        value: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The limit of what is read for a file is no number.
    #[error("{variable} is '{value}', which is not a number of bytes")]
    MaxFileBytes {
        /// The environment variable.
        variable: String,
        /// Its value.
        value: String,
    },
    /// A header that was named for being passed on can't be.
    #[error("'{name}' is not a header that can be passed on")]
    Header {
        /// Its name.
        name: String,
    },
}

impl HttpExecutor {
    /// Starts setting up the executor of an API.
    pub fn builder(api: &'static Api) -> HttpExecutorBuilder {
        HttpExecutorBuilder::new(api)
    }

    /// Where requests go, as far as it is known without looking at a tool.
    pub fn base_url(&self) -> Option<&str> {
        self.server.base()
    }

    /// Reads the files that valid arguments of a tool refer to by path or URI, as far as that is
    /// [allowed](HttpExecutorBuilder::allow_files), and puts their content in.
    pub(crate) async fn load_files(
        &self,
        tool: &Tool,
        arguments: &mut Map<String, Json>,
    ) -> Result<(), Vec<Violation>> {
        self.files
            .load(tool.input.check, arguments, &self.clients)
            .await
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
        let started = Instant::now();
        let call = format!("{} {}", request.method().as_str(), request.filled_path());
        let wanted = request.wanted().clone();
        let mut outcome = match self.prepare(context, tool, request).await {
            Ok(prepared) => self.send(context, tool, (&call, &wanted), prepared).await,
            Err(why) => Outcome::failure(format!("{call} was not sent. {why}")),
        };
        if outcome.is_error {
            self.keyring.mask(&mut outcome);
        }
        tracing::debug!(
            tool = tool.name,
            is_error = outcome.is_error,
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
        let mut message = message::assemble(request, &base)?;
        pass.sign(&mut message);
        *message.timeout_mut() = tool.call.timeout;
        Ok((message, pass))
    }

    /// Sends the request; once more when it is refused and there is a newer credential.
    async fn exchange(
        &self,
        tool: &Tool,
        client: &Client,
        request: Request,
        pass: &mut Pass,
    ) -> Result<Response, reqwest::Error> {
        let again = request.try_clone();
        let response = client.execute(request).await?;
        if response.status() == StatusCode::UNAUTHORIZED
            && let Some(mut again) = again
            && let Some(renewed) = self.keyring.renew(tool.security, pass).await
        {
            renewed.sign(&mut again);
            *pass = renewed;
            return client.execute(again).await;
        }
        Ok(response)
    }

    async fn send(
        &self,
        context: &CallContext,
        tool: &Tool,
        (call, wanted): (&str, &Wanted),
        (request, mut pass): (Request, Pass),
    ) -> Outcome {
        let address = failure::address(request.url());
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
            connect_seconds: settings.connect_timeout.as_secs_f64(),
            timeout,
            base_url_variable: self.server.variable(),
        };
        let mut response = match self.exchange(tool, client, request, &mut pass).await {
            Ok(response) => response,
            Err(error) => return Outcome::failure(failure::describe(error, &place)),
        };
        let seconds = timeout.seconds();
        let read = body::read(&mut response, tool.method, &self.limits, seconds, context).await;
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
            Err(Unread::Failed(error)) => {
                return Outcome::failure(failure::describe(error, &place));
            }
        };
        let status = response.status().as_u16();
        let content_type = header(response.headers(), &CONTENT_TYPE);
        let retry_after = header(response.headers(), &RETRY_AFTER);
        let disposition = header(response.headers(), &CONTENT_DISPOSITION);
        let links = response.headers().get_all(LINK).iter();
        let links: Vec<&str> = links.filter_map(|link| link.to_str().ok()).collect();
        let answer = Answer {
            call,
            status,
            content_type: content_type.as_deref(),
            file_name: disposition.as_deref().and_then(file_name),
            retry_after: retry_after.as_deref(),
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
            _ => {}
        }
        outcome
    }
}

fn header<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<Cow<'h, str>> {
    let value = headers.get(name)?;
    Some(String::from_utf8_lossy(value.as_bytes()))
}
