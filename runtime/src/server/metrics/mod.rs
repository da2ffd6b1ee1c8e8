//! What is counted. Without the feature `metrics`, nothing is.

#[cfg(feature = "metrics")]
mod metrics_route;
#[cfg(feature = "metrics")]
mod registry;

use super::observed::CallEnd;
use crate::context::UpstreamStats;

/// The figures of a server.
#[derive(Debug, Default)]
pub(super) struct Metrics {
    #[cfg(feature = "metrics")]
    registry: registry::MetricsRegistry,
}

#[cfg_attr(not(feature = "metrics"), allow(unused_variables))]
impl Metrics {
    /// A call has begun.
    pub(super) fn count_call_start(&self) {
        #[cfg(feature = "metrics")]
        self.registry.count_call_start();
    }

    /// A call of the tool of that name is over.
    pub(super) fn count_call_end(
        &self,
        tool: &'static str,
        end: CallEnd,
        seconds: f64,
        traffic: &UpstreamStats,
    ) {
        #[cfg(feature = "metrics")]
        self.registry.count_call_end(tool, end, seconds, traffic);
    }

    /// A call of the tool of that name, which another tool has made, is over.
    pub(super) fn count_operation_end(&self, tool: &'static str, end: CallEnd, seconds: f64) {
        #[cfg(feature = "metrics")]
        self.registry.count_operation_end(tool, end, seconds);
    }

    /// A tool was called that there is not.
    pub(super) fn count_unknown_tool(&self) {
        #[cfg(feature = "metrics")]
        self.registry.count_unknown_tool();
    }

    /// A client has sent more requests than it may.
    pub(super) fn count_rate_limited(&self) {
        #[cfg(feature = "metrics")]
        self.registry.count_rate_limited();
    }

    /// A client has shown no token that opens the server.
    pub(super) fn count_unauthorized(&self, reason: &'static str) {
        #[cfg(feature = "metrics")]
        self.registry.count_unauthorized(reason);
    }
}
