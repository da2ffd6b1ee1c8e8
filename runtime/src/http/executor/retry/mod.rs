//! Sends a request again where that may help and does no harm.

mod attempts;
mod retry_after;
mod retry_cookies;
mod retry_policy;

use std::time::{Duration, Instant};

use reqwest::{Client, Request, Response, StatusCode};

use crate::http::executor::HttpExecutor;
use crate::http::executor::auth::Credentials;
use crate::http::executor::http_clients::send_request;
use crate::http::executor::request_limits::{NoPermit, Permit};
use crate::tool::Tool;
pub(super) use attempts::Attempts;
pub(crate) use retry_policy::MAX_RETRIES;
use retry_policy::RetryDecision;
pub(super) use retry_policy::{BACKOFF, RetryPolicy};

const YEAR: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// How the body of a response is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BodyReading {
    /// At once, within the time of the call.
    Whole,
    /// As it comes, however long that takes.
    AsItComes,
}

/// A request that is about to be sent, and how its response is read.
pub(super) struct Exchange<'e> {
    pub(super) tool: &'e Tool,
    pub(super) client: &'e Client,
    pub(super) request: Request,
    pub(super) reading: BodyReading,
    /// When the time is over that all attempts share, and whatever comes before them.
    pub(super) deadline: Instant,
}

/// Why there is no response.
#[derive(Debug)]
pub(super) enum NoResponse {
    /// The request got no permit before the deadline.
    NoPermit(NoPermit),
    /// The time of the call was over.
    Late,
    Failed(reqwest::Error),
}

impl HttpExecutor {
    /// Sends the request, and again until there is a response that another attempt would not change,
    /// or until the time is over that all attempts share. A refusal of the credentials is
    /// answered once with a newer one, if there is one. The permit lasts until the body is read.
    pub(super) async fn send_with_retries(
        &self,
        exchange: Exchange<'_>,
        credentials: &mut Credentials,
        attempts: &mut Attempts,
    ) -> Result<(Response, Permit), NoResponse> {
        let Exchange {
            tool,
            client,
            mut request,
            reading,
            deadline,
        } = exchange;
        let mut retries = self.retries.for_call(tool, &request);
        let mut may_renew = true;
        loop {
            let permit = self.limits.acquire_permit(deadline).await;
            let permit = permit.map_err(NoResponse::NoPermit)?;
            // Cloned before sending, since sending consumes the request.
            let again = request.try_clone();
            attempts.count_attempt();
            let result = match reading {
                BodyReading::Whole => {
                    *request.timeout_mut() = Some(time_until(deadline));
                    send_request(client, request).await
                }
                BodyReading::AsItComes => {
                    // A timeout of reqwest would also end the body, which may last; the wait for the headers is
                    // limited below.
                    *request.timeout_mut() = Some(YEAR);
                    let answer = send_request(client, request);
                    let answer = tokio::time::timeout_at(deadline.into(), answer).await;
                    answer.map_err(|_| NoResponse::Late)?
                }
            };
            let Some(mut again) = again else {
                return into_response(result, permit);
            };
            if may_renew
                && let Ok(response) = &result
                && response.status() == StatusCode::UNAUTHORIZED
            {
                // Once only: a second 401 means that the new token does not help either.
                may_renew = false;
                let renewing = self.keyring.renew_credentials(tool.security, credentials);
                let renewed = tokio::time::timeout_at(deadline.into(), renewing).await;
                if let Ok(Some(renewed)) = renewed {
                    renewed.rewrite_message(&mut again);
                    *credentials = renewed;
                    request = again;
                    continue;
                }
            }
            match retries.decide_after(&result, time_until(deadline)) {
                RetryDecision::Done => return into_response(result, permit),
                RetryDecision::TooLate(wait) => {
                    attempts.stop_for_wait(wait);
                    return into_response(result, permit);
                }
                RetryDecision::Again(wait) => {
                    if let Ok(response) = &result {
                        retry_cookies::carry_cookies_over(response, &mut again);
                    }
                    // Neither the connection nor the place is held while nothing is sent.
                    drop((result, permit));
                    tokio::time::sleep(wait).await;
                    request = again;
                }
            }
        }
    }
}

fn into_response(
    result: Result<Response, reqwest::Error>,
    permit: Permit,
) -> Result<(Response, Permit), NoResponse> {
    match result {
        Ok(response) => Ok((response, permit)),
        Err(error) => Err(NoResponse::Failed(error)),
    }
}

fn time_until(deadline: Instant) -> Duration {
    deadline.saturating_duration_since(Instant::now())
}
