//! The memory that calls share.
//!
//! What comes from outside (bodies of requests and of answers, and the JSON trees that are parsed
//! from them) takes its memory from pools that all calls of a server share. A call that finds a pool
//! empty waits for its part, as long as the call may take, and is rejected after that. So the memory
//! of a server has a bound that does not depend on how many callers it has.
//!
//! A call takes from the pools in the order of their fields and waits for one while it holds parts of
//! those before it, never of those after it. Therefore calls can't block each other for good.

use std::sync::Arc;
#[cfg(feature = "server")]
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

const KB: usize = 1024;
const MB: usize = 1024 * KB;

/// Pools are counted in units of this size, so that a pool fits a semaphore on 32-bit machines.
const UNIT: usize = KB;

/// What a value of an answer takes once it is parsed: measured with `[[0],[0],…]`, the worst case.
const BYTES_PER_RESPONSE_VALUE: usize = 256;

/// What a value of a request takes: rmcp has it twice for a moment, as serde's `Content` too.
#[cfg(feature = "server")]
const BYTES_PER_REQUEST_VALUE: usize = 400;

/// The beginning of each body is free, so that small calls wait for nobody: a sender of a large body
/// may take its time. `--max-calls` bounds how much that is together.
#[cfg(feature = "server")]
pub(crate) const FREE_REQUEST: usize = 16 * KB;
/// The same of answers, of which `--max-concurrency` bounds the number.
pub(crate) const FREE_RESPONSE: usize = 64 * KB;

/// Answers up to this size do not wait for larger ones.
pub(crate) const MEDIUM_RESPONSE: usize = MB;

/// The pools of a server.
#[derive(Debug)]
pub(crate) struct Memory {
    #[cfg(feature = "server")]
    request_bodies: Pool,
    #[cfg(feature = "server")]
    request_values: Pool,
    medium_responses: Pool,
    large_responses: Pool,
    response_values: Pool,
}

impl Default for Memory {
    fn default() -> Self {
        Self {
            #[cfg(feature = "server")]
            request_bodies: Pool::new(12 * MB),
            #[cfg(feature = "server")]
            request_values: Pool::new(24 * MB),
            medium_responses: Pool::new(16 * MB),
            large_responses: Pool::new(20 * MB),
            response_values: Pool::new(74 * MB),
        }
    }
}

/// Memory that is shared.
#[derive(Debug)]
struct Pool {
    free: Arc<Semaphore>,
    units: u32,
}

/// A part of a pool, until it is dropped.
#[derive(Debug)]
pub(crate) struct Reservation(OwnedSemaphorePermit);

impl Reservation {
    /// Gives back what is not needed, once the size is known.
    pub(crate) fn shrink_to(&mut self, bytes: usize) {
        let spare = self.0.num_permits().saturating_sub(bytes.div_ceil(UNIT));
        drop(self.0.split(spare));
    }
}

/// What a request over HTTP takes. It is among the extensions of the request's head, so that its values
/// can be given back once they are decoded, long before the request is answered.
#[cfg(feature = "server")]
#[derive(Clone, Debug)]
pub(crate) struct RequestMemory(Arc<RequestReservations>);

#[cfg(feature = "server")]
#[derive(Debug)]
struct RequestReservations {
    #[expect(dead_code, reason = "held, not read")]
    body: Vec<Reservation>,
    values: Mutex<Option<Reservation>>,
}

#[cfg(feature = "server")]
impl RequestMemory {
    pub(crate) fn new(body: Vec<Reservation>, values: Reservation) -> Self {
        let values = Mutex::new(Some(values));
        Self(Arc::new(RequestReservations { body, values }))
    }

    /// The values of the request are gone; its body, or what was made of it, is still there.
    pub(crate) fn release_values(&self) {
        self.0
            .values
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
    }
}

/// Others had all of the memory until it was too late.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MemoryExhausted;

impl Memory {
    /// Memory for the body of a request.
    #[cfg(feature = "server")]
    pub(crate) async fn reserve_request_body(
        &self,
        bytes: usize,
        deadline: Instant,
    ) -> Result<Reservation, MemoryExhausted> {
        self.request_bodies.reserve_bytes(bytes, deadline).await
    }

    /// Memory for the values of a request, once its body is there.
    #[cfg(feature = "server")]
    pub(crate) async fn reserve_request_values(
        &self,
        values: usize,
        deadline: Instant,
    ) -> Result<Reservation, MemoryExhausted> {
        let bytes = values.saturating_mul(BYTES_PER_REQUEST_VALUE);
        self.request_values.reserve_bytes(bytes, deadline).await
    }

    /// Memory for the body of an answer.
    pub(crate) async fn reserve_response_body(
        &self,
        bytes: usize,
        deadline: Instant,
    ) -> Result<Reservation, MemoryExhausted> {
        let pool = match bytes <= MEDIUM_RESPONSE {
            true => &self.medium_responses,
            false => &self.large_responses,
        };
        pool.reserve_bytes(bytes, deadline).await
    }

    /// Memory for the values of an answer, once its body is there.
    pub(crate) async fn reserve_response_values(
        &self,
        values: usize,
        deadline: Instant,
    ) -> Result<Reservation, MemoryExhausted> {
        let bytes = values.saturating_mul(BYTES_PER_RESPONSE_VALUE);
        self.response_values.reserve_bytes(bytes, deadline).await
    }
}

impl Pool {
    fn new(bytes: usize) -> Self {
        let units = u32::try_from(bytes / UNIT).unwrap_or(u32::MAX);
        Self {
            free: Arc::new(Semaphore::new(units as usize)),
            units,
        }
    }

    /// Waits for a part of this size, or for the whole pool if the pool is smaller: what is larger
    /// than a pool is for the operator to allow (`max_response_bytes`), and runs alone.
    async fn reserve_bytes(
        &self,
        bytes: usize,
        deadline: Instant,
    ) -> Result<Reservation, MemoryExhausted> {
        let units = u32::try_from(bytes.div_ceil(UNIT)).unwrap_or(u32::MAX);
        let part = Arc::clone(&self.free).acquire_many_owned(units.min(self.units));
        match tokio::time::timeout_at(deadline.into(), part).await {
            Ok(Ok(part)) => Ok(Reservation(part)),
            _ => Err(MemoryExhausted),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn soon() -> Instant {
        Instant::now() + Duration::from_millis(20)
    }

    #[tokio::test]
    async fn parts_come_back() {
        let pool = Pool::new(10 * KB);
        let six = pool.reserve_bytes(6 * KB, soon()).await;
        assert!(six.is_ok());
        assert_eq!(
            pool.reserve_bytes(5 * KB, soon()).await.err(),
            Some(MemoryExhausted)
        );
        let four = pool.reserve_bytes(4 * KB, soon()).await;
        assert!(four.is_ok());
        drop((six, four));
        assert!(pool.reserve_bytes(10 * KB, soon()).await.is_ok());
    }

    #[tokio::test]
    async fn a_part_can_shrink() {
        let pool = Pool::new(10 * KB);
        let mut part = pool.reserve_bytes(10 * KB, soon()).await.expect("is free");
        assert!(pool.reserve_bytes(1, soon()).await.is_err());
        part.shrink_to(2 * KB + 1);
        part.shrink_to(5 * KB);
        assert!(pool.reserve_bytes(8 * KB, soon()).await.is_err());
        assert!(pool.reserve_bytes(7 * KB, soon()).await.is_ok());
    }

    #[tokio::test]
    async fn what_is_larger_than_the_pool_gets_all_of_it() {
        let pool = Pool::new(10 * KB);
        let all = pool.reserve_bytes(usize::MAX, soon()).await;
        assert!(all.is_ok());
        assert!(pool.reserve_bytes(1, soon()).await.is_err());
    }

    #[tokio::test]
    async fn those_that_wait_get_what_others_give_back() {
        let pool = Arc::new(Pool::new(10 * KB));
        let all = pool.reserve_bytes(10 * KB, soon()).await;
        let late = Instant::now() + Duration::from_secs(20);
        let waiting = tokio::spawn({
            let pool = Arc::clone(&pool);
            async move { pool.reserve_bytes(KB, late).await.is_ok() }
        });
        tokio::task::yield_now().await;
        drop(all);
        assert!(waiting.await.is_ok_and(|got| got));
    }
}
