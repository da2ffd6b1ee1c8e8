//! The end of a listener: requests that run are waited for, streams that have no end of their own are ended.

use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;

/// The requests that are running, and whether new ones are still taken.
#[derive(Clone, Debug, Default)]
pub(super) struct Drain {
    requests: TaskTracker,
    /// Ends the streams on which clients listen: of sessions and of subscriptions.
    streams: CancellationToken,
}

impl Drain {
    /// Counts a request for as long as what is returned lives; `None` once the server is ending.
    pub(super) fn track_request(&self) -> Option<TaskTrackerToken> {
        (!self.requests.is_closed()).then(|| self.requests.token())
    }

    pub(super) fn has_begun(&self) -> bool {
        self.requests.is_closed()
    }

    /// Takes no more requests, and waits until those that run have ended, or for that time.
    pub(super) async fn wait_for_requests(&self, time: Duration) {
        self.requests.close();
        let _ = tokio::time::timeout(time, self.requests.wait()).await;
    }

    pub(super) fn end_of_streams(&self) -> CancellationToken {
        self.streams.clone()
    }

    pub(super) fn end_streams(&self) {
        self.streams.cancel();
    }
}
