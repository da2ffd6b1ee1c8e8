//! Decides after each attempt whether another one helps and does no harm, and how long to wait before it. It knows
//! statuses and errors, not how a request is sent.

use std::time::Duration;

use reqwest::{Request, Response, StatusCode};
use tower::util::rng::{HasherRng, Rng};

use crate::http::executor::retry::retry_after::requested_wait;
use crate::http::executor::send_failure;
use crate::tool::Tool;

pub(crate) const MAX_RETRIES: u32 = 2;
pub(in crate::http::executor) const BACKOFF: Duration = Duration::from_millis(200);
/// What the wait grows to, unless the upstream asks for a longer one.
const LONGEST_BACKOFF: Duration = Duration::from_secs(10);

/// When requests are sent again.
#[derive(Debug)]
pub(in crate::http::executor) struct RetryPolicy {
    /// How often, after the first try.
    pub(in crate::http::executor) most: u32,
    /// The longest wait before the second try; it doubles with each further one.
    pub(in crate::http::executor) backoff: Duration,
    /// Whether every operation may be repeated, whatever its method.
    pub(in crate::http::executor) any_method: bool,
}

/// What is still left of them for one call.
#[derive(Debug)]
pub(super) struct CallRetries<'r> {
    retries: &'r RetryPolicy,
    made: u32,
    is_repeatable: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RetryDecision {
    /// This is the answer.
    Done,
    Again(Duration),
    /// Another try would help, after a wait for which there is no time.
    TooLate(Duration),
}

impl RetryPolicy {
    pub(super) fn for_call(&self, tool: &Tool, request: &Request) -> CallRetries<'_> {
        CallRetries {
            retries: self,
            made: 0,
            is_repeatable: self.any_method || is_repeatable(tool, request),
        }
    }
}

impl CallRetries<'_> {
    /// What to do after a try, when so much time is `left`.
    pub(super) fn decide_after(
        &mut self,
        result: &Result<Response, reqwest::Error>,
        left: Duration,
    ) -> RetryDecision {
        let asked = result.as_ref().ok().and_then(requested_wait);
        let helps = match result {
            Ok(response) => self.helps_after(response.status(), asked.is_some()),
            Err(error) => self.helps_against(error),
        };
        if !helps || self.made == self.retries.most {
            return RetryDecision::Done;
        }
        let wait = self.random_backoff().max(asked.unwrap_or_default());
        match (wait < left, asked) {
            (true, _) => {
                self.made += 1;
                RetryDecision::Again(wait)
            }
            (false, Some(asked)) => RetryDecision::TooLate(asked),
            (false, None) => RetryDecision::Done,
        }
    }

    /// 429 says that the request was not processed, and so does 503 that says when it will be
    /// (RFC 6585, section 4; RFC 9110, section 15.6.4).
    fn helps_after(&self, status: StatusCode, asks_to_wait: bool) -> bool {
        match status {
            StatusCode::TOO_MANY_REQUESTS => true,
            StatusCode::SERVICE_UNAVAILABLE if asks_to_wait => true,
            StatusCode::REQUEST_TIMEOUT
            | StatusCode::INTERNAL_SERVER_ERROR
            | StatusCode::BAD_GATEWAY
            | StatusCode::SERVICE_UNAVAILABLE
            | StatusCode::GATEWAY_TIMEOUT => self.is_repeatable,
            _ => false,
        }
    }

    /// Without a connection nothing was sent. When one breaks, the request may have been processed.
    /// A certificate that is refused now is refused again.
    fn helps_against(&self, error: &reqwest::Error) -> bool {
        if error.is_connect() {
            return send_failure::find_tls_error(error).is_none();
        }
        error.is_request() && !error.is_timeout() && self.is_repeatable
    }

    /// "Full jitter": anything up to a bound that grows exponentially.
    fn random_backoff(&self) -> Duration {
        let bound = 2_u32.checked_pow(self.made);
        let bound = bound.and_then(|factor| self.retries.backoff.checked_mul(factor));
        let bound = bound.unwrap_or(LONGEST_BACKOFF);
        let longest = LONGEST_BACKOFF.max(self.retries.backoff);
        bound.min(longest).mul_f64(HasherRng::new().next_f64())
    }
}

/// Whether sending it twice has the effect of sending it once: by its method (RFC 9110, section
/// 9.2.2), by what the spec says of the operation, or because it has a key for that
/// (draft-ietf-httpapi-idempotency-key-header).
fn is_repeatable(tool: &Tool, request: &Request) -> bool {
    let method = request.method();
    if request.headers().contains_key("idempotency-key") {
        return true;
    }
    if method.as_str() == tool.method.as_str() {
        // The hint follows from the method, unless the spec or a setting states it.
        return tool.annotations.idempotent;
    }
    // `QUERY` is safe and idempotent by its draft (draft-ietf-httpbis-safe-method-w-body), but unknown to the
    // `http` crate.
    method.is_idempotent() || method.as_str() == "QUERY"
}
