//! What is counted. Without the feature `metrics`, nothing is.

#[cfg(feature = "metrics")]
mod registry;
#[cfg(feature = "metrics")]
mod route;

use super::observed::End;
use crate::context::UpstreamStats;

/// The figures of a server.
#[derive(Debug, Default)]
pub(super) struct Metrics {
    #[cfg(feature = "metrics")]
    registry: registry::Registered,
}

#[cfg_attr(not(feature = "metrics"), allow(unused_variables))]
impl Metrics {
    /// A call has begun.
    pub(super) fn begun(&self) {
        #[cfg(feature = "metrics")]
        self.registry.begun();
    }

    /// A call of the tool of that name is over.
    pub(super) fn ended(
        &self,
        tool: &'static str,
        end: End,
        seconds: f64,
        traffic: &UpstreamStats,
    ) {
        #[cfg(feature = "metrics")]
        self.registry.ended(tool, end, seconds, traffic);
    }

    /// A call of the tool of that name, which another tool has made, is over.
    pub(super) fn ended_within(&self, tool: &'static str, end: End, seconds: f64) {
        #[cfg(feature = "metrics")]
        self.registry.ended_within(tool, end, seconds);
    }

    /// A tool was called that there is not.
    pub(super) fn unknown_tool(&self) {
        #[cfg(feature = "metrics")]
        self.registry.unknown_tool();
    }

    /// A client has sent more requests than it may.
    pub(super) fn limited(&self) {
        #[cfg(feature = "metrics")]
        self.registry.limited();
    }

    /// A client has shown no token that opens the server.
    pub(super) fn refused(&self, reason: &'static str) {
        #[cfg(feature = "metrics")]
        self.registry.refused(reason);
    }
}
