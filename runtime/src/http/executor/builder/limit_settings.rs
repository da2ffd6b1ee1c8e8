//! Settings of the executor's builder for time, retries, concurrency, rate and sizes.

use std::num::NonZeroU32;
use std::time::Duration;

use super::HttpExecutorBuilder;

/// How long calls may take, how often they are sent, and how much may come back.
impl HttpExecutorBuilder {
    /// How long connecting may take; 10 seconds unless set.
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.connect_timeout = timeout;
        self
    }

    /// How long a call may take, from connecting to the end of the response, with all tries and
    /// the waits between them; 30 seconds unless set here or in the environment.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// How often a request is sent again after its first try; 2 times unless set here or in the
    /// environment, and 0 is never.
    ///
    /// Again are sent: any request for which there was no connection; any that is answered with
    /// 429, or with 503 and `Retry-After`, which say that it was not processed; and where the
    /// method is idempotent (RFC 9110, section 9.2.2), the spec says that the operation is, or the
    /// request has an `Idempotency-Key`, also one whose connection breaks or that is answered with
    /// 408, 500, 502, 503 or 504. `Retry-After` is honoured where the time of the call allows it.
    pub fn max_retries(mut self, retries: u32) -> Self {
        self.max_retries = Some(retries);
        self
    }

    /// The longest wait before the second try, which doubles with every further one up to ten
    /// seconds; 200 milliseconds unless set. How long it is of that is left to chance, so that
    /// servers which failed together do not come back together.
    pub fn retry_backoff(mut self, longest: Duration) -> Self {
        self.retry_backoff = Some(longest);
        self
    }

    /// Whether every request may be sent again, whatever its method: for an API that is known to
    /// do no harm with a `POST` that it gets twice. It is not unless set here or in the
    /// environment.
    pub fn retry_any_method(mut self, any: bool) -> Self {
        self.retry_any_method = Some(any);
        self
    }

    /// How many requests may be under way at once, from sending to the end of the response; 100
    /// unless set here or in the environment. Others wait, as long as a call may take.
    pub fn max_concurrency(mut self, requests: NonZeroU32) -> Self {
        self.max_concurrency = Some(requests);
        self
    }

    /// How many requests may be sent in a minute; any number unless set here or in the
    /// environment. A tenth of them, at most ten, may go at once; others wait, as long as a call
    /// may take. Every try counts.
    pub fn requests_per_minute(mut self, requests: NonZeroU32) -> Self {
        self.requests_per_minute = Some(requests);
        self
    }

    /// Whether credentials are masked in successful results as well, as they always are in errors: as
    /// they are, percent-encoded, escaped in JSON, and as base64. They are not unless set here or in the
    /// environment, because a result that legitimately contains such a text is changed.
    pub fn mask_results(mut self, mask: bool) -> Self {
        self.mask_results = Some(mask);
        self
    }

    /// Whether the value of a path parameter may contain `/` or `\`, which are percent-encoded. They
    /// are rejected unless set here or in the environment: many servers decode a path before they
    /// route it, so that `orders/1%2Fcancel` is another operation than `orders/1`.
    ///
    /// A parameter that the spec declares to be of several segments (`x-multi-segment`,
    /// `x-ms-skip-url-encoding`) or with `allowReserved` may contain them in any case.
    ///
    /// ```
    /// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
    /// use toolwright::HttpExecutor;
    ///
    /// let builder = HttpExecutor::builder(&pets::API);
    /// let executor = builder.allow_path_slashes(true).mask_results(true).build()?;
    /// # Ok::<(), toolwright::ExecutorError>(())
    /// ```
    pub fn allow_path_slashes(mut self, allow: bool) -> Self {
        self.allow_path_slashes = Some(allow);
        self
    }

    /// How large a response may be; 10 MiB unless set. A compressed one is measured as it
    /// unpacks.
    pub fn max_response_bytes(mut self, limit: usize) -> Self {
        self.max_response_bytes = limit;
        self
    }

    /// How large a file in a response may be to be handed to the client; 5 MiB unless set. Of a
    /// larger one the client is told type and size.
    pub fn max_attachment_bytes(mut self, limit: usize) -> Self {
        self.max_attachment_bytes = limit;
        self
    }

    /// How many items of a stream are read (server-sent events, lines of JSON); 1000 unless set. It
    /// ends before that when the response gets larger than
    /// [`max_response_bytes`](Self::max_response_bytes) or the call takes as long as it may.
    pub fn max_stream_items(mut self, limit: usize) -> Self {
        self.max_stream_items = limit;
        self
    }
}
