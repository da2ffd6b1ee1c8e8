use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rmcp::model::RequestId;
use tokio::sync::Notify;

/// The requests of one client that have no answer yet.
#[derive(Debug, Default)]
pub(super) struct InFlight {
    ids: Mutex<HashSet<RequestId>>,
    has_ended: Notify,
}

impl InFlight {
    /// Notes a request; `false` if one with that id is running.
    pub(super) fn add_request(&self, id: &RequestId) -> bool {
        self.lock_ids().insert(id.clone())
    }

    /// Notes that a request was answered, or that it wants no answer any more.
    pub(super) fn remove_request(&self, id: &RequestId) {
        self.lock_ids().remove(id);
        self.has_ended.notify_one();
    }

    pub(super) fn count(&self) -> usize {
        self.lock_ids().len()
    }

    /// Resolves when no request is running. Only one task may wait.
    pub(super) async fn wait_until_idle(&self) {
        while self.count() > 0 {
            self.has_ended.notified().await;
        }
    }

    fn lock_ids(&self) -> MutexGuard<'_, HashSet<RequestId>> {
        self.ids.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
