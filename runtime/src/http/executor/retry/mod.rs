//! Sends a request again where that may help and does no harm.

mod advice;
mod cookies;
mod policy;
mod wait;

use std::time::{Duration, Instant};

use reqwest::{Client, Request, Response, StatusCode};

use crate::http::executor::HttpExecutor;
use crate::http::executor::auth::Pass;
use crate::http::executor::clients::execute;
use crate::http::executor::limits::{NoTurn, Turn};
use crate::tool::Tool;
pub(super) use advice::Tries;
pub(crate) use policy::MAX_RETRIES;
use policy::Verdict;
pub(super) use policy::{BACKOFF, Retries};

const YEAR: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// How the body of a response is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// At once, within the time of the call.
    Whole,
    /// As it comes, however long that takes.
    AsItComes,
}

/// Why there is no response.
#[derive(Debug)]
pub(super) enum Unanswered {
    /// It was never this request's turn.
    NoTurn(NoTurn),
    /// The time of the call was over.
    Late,
    Failed(reqwest::Error),
}

impl HttpExecutor {
    /// Sends the request, and again until there is a response that another try would not change,
    /// or until the time is over that all tries have together. A refusal of the credentials is
    /// answered once with a newer one, if there is one. The turn lasts until the body is read.
    pub(super) async fn exchange(
        &self,
        tool: &Tool,
        client: &Client,
        mut request: Request,
        (pass, reading): (&mut Pass, Reading),
        tries: &mut Tries,
    ) -> Result<(Response, Turn), Unanswered> {
        let deadline = after(tries.timeout());
        let mut retries = self.retries.of_call(tool, &request);
        let mut may_renew = true;
        loop {
            let turn = self.limits.turn(deadline).await;
            let turn = turn.map_err(Unanswered::NoTurn)?;
            let again = request.try_clone();
            tries.count();
            let result = match reading {
                Reading::Whole => {
                    *request.timeout_mut() = Some(left(deadline));
                    execute(client, request).await
                }
                Reading::AsItComes => {
                    *request.timeout_mut() = Some(YEAR);
                    let answer = execute(client, request);
                    let answer = tokio::time::timeout_at(deadline.into(), answer).await;
                    answer.map_err(|_| Unanswered::Late)?
                }
            };
            let Some(mut again) = again else {
                return answered(result, turn);
            };
            if may_renew
                && let Ok(response) = &result
                && response.status() == StatusCode::UNAUTHORIZED
            {
                may_renew = false;
                if let Some(renewed) = self.keyring.renew(tool.security, pass).await {
                    renewed.sign(&mut again);
                    *pass = renewed;
                    request = again;
                    continue;
                }
            }
            match retries.after(&result, left(deadline)) {
                Verdict::Done => return answered(result, turn),
                Verdict::TooLate(wait) => {
                    tries.stop(wait);
                    return answered(result, turn);
                }
                Verdict::Again(wait) => {
                    if let Ok(response) = &result {
                        cookies::keep(response, &mut again);
                    }
                    // Neither the connection nor the place is held while nothing is sent.
                    drop((result, turn));
                    tokio::time::sleep(wait).await;
                    request = again;
                }
            }
        }
    }
}

fn answered(
    result: Result<Response, reqwest::Error>,
    turn: Turn,
) -> Result<(Response, Turn), Unanswered> {
    match result {
        Ok(response) => Ok((response, turn)),
        Err(error) => Err(Unanswered::Failed(error)),
    }
}

/// The end of that time; of one that no clock can count, a year from now.
fn after(time: Duration) -> Instant {
    let now = Instant::now();
    now.checked_add(time).unwrap_or(now + YEAR)
}

fn left(deadline: Instant) -> Duration {
    deadline.saturating_duration_since(Instant::now())
}
