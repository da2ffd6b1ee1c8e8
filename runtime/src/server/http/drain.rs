use std::time::Duration;

use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;

/// The requests that are running, and whether new ones are still taken.
#[derive(Clone, Debug, Default)]
pub(super) struct Drain(TaskTracker);

impl Drain {
    /// Counts a request for as long as what is returned lives; `None` once the server is ending.
    pub(super) fn enter(&self) -> Option<TaskTrackerToken> {
        (!self.0.is_closed()).then(|| self.0.token())
    }

    pub(super) fn has_begun(&self) -> bool {
        self.0.is_closed()
    }

    /// Takes no more requests, and waits until those that run have ended, or for that time.
    pub(super) async fn complete(&self, time: Duration) {
        self.0.close();
        let _ = tokio::time::timeout(time, self.0.wait()).await;
    }
}
