//! How much is sent at once, how often, and how much may come back.

use std::convert::Infallible;
use std::fmt;
use std::future::{Ready, ready};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use tokio::sync::{Mutex, OwnedSemaphorePermit, Semaphore};
use tower::limit::RateLimit;
use tower::limit::rate::Rate;
use tower::{Service, ServiceExt};

/// What a call may cost.
#[derive(Debug)]
pub(super) struct Limits {
    pub(super) response_bytes: usize,
    pub(super) attachment_bytes: usize,
    pub(super) stream_items: usize,
    pub(super) timeout_variable: String,
    pub(super) concurrency: ConcurrencyLimit,
    pub(super) rate: Option<RequestRate>,
}

/// How many requests may be under way at once.
#[derive(Debug)]
pub(super) struct ConcurrencyLimit {
    free: Arc<Semaphore>,
    most: NonZeroU32,
    variable: String,
}

/// How many requests may begin in a minute.
pub(super) struct RequestRate {
    /// Whoever waits for the next moment holds it, so that calls go in the order in which they
    /// came. It is made inside a runtime, when it is first needed.
    clock: Mutex<Option<RateLimit<Moment>>>,
    per_minute: NonZeroU32,
    variable: String,
}

/// The right to send a request, until it is dropped.
#[derive(Debug)]
pub(super) struct Permit(#[expect(dead_code, reason = "held, not read")] OwnedSemaphorePermit);

/// Why it was never a request's turn: the limit that it has waited for.
#[derive(Debug)]
pub(super) struct NoPermit(String);

impl fmt::Display for NoPermit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Limits {
    /// Waits until a request may be sent.
    pub(super) async fn acquire_permit(&self, deadline: Instant) -> Result<Permit, NoPermit> {
        // The slot comes first: a request that waits for it must not use up the rate.
        let place = self.concurrency.acquire_slot(deadline).await?;
        if let Some(pace) = &self.rate {
            pace.wait_for_rate(deadline).await?;
        }
        Ok(Permit(place))
    }
}

impl ConcurrencyLimit {
    pub(super) fn new(most: NonZeroU32, variable: String) -> Self {
        let free = usize::try_from(most.get()).unwrap_or(usize::MAX);
        Self {
            free: Arc::new(Semaphore::new(free.min(Semaphore::MAX_PERMITS))),
            most,
            variable,
        }
    }

    async fn acquire_slot(&self, deadline: Instant) -> Result<OwnedSemaphorePermit, NoPermit> {
        let place = Arc::clone(&self.free).acquire_owned();
        let place = tokio::time::timeout_at(deadline.into(), place).await;
        match place {
            Ok(Ok(place)) => Ok(place),
            _ => Err(NoPermit(format!(
                "{} requests are under way already, and {} (--max-concurrency) allows no more",
                self.most, self.variable
            ))),
        }
    }
}

impl RequestRate {
    pub(super) fn new(per_minute: NonZeroU32, variable: String) -> Self {
        Self {
            clock: Mutex::new(None),
            per_minute,
            variable,
        }
    }

    async fn wait_for_rate(&self, deadline: Instant) -> Result<(), NoPermit> {
        let moment = async {
            let mut clock = self.clock.lock().await;
            let clock = clock.get_or_insert_with(|| self.build_rate_limit());
            let Ok(()) = async { clock.ready().await?.call(()).await }.await;
        };
        let waited = tokio::time::timeout_at(deadline.into(), moment).await;
        waited.map_err(|_| {
            NoPermit(format!(
                "{} allows {} requests per minute, and all of them are used",
                self.variable, self.per_minute
            ))
        })
    }

    /// A tenth of a minute's requests may go at once, up to ten.
    fn build_rate_limit(&self) -> RateLimit<Moment> {
        let burst = (self.per_minute.get() / 10).clamp(1, 10);
        let window = Duration::from_secs(60) * burst / self.per_minute.get();
        RateLimit::new(Moment, Rate::new(burst.into(), window))
    }
}

impl fmt::Debug for RequestRate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} a minute", self.per_minute)
    }
}

/// What the limit is put on: nothing but the moment when it lets one pass.
struct Moment;

impl Service<()> for Moment {
    type Response = ();
    type Error = Infallible;
    type Future = Ready<Result<(), Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, (): ()) -> Self::Future {
        ready(Ok(()))
    }
}
