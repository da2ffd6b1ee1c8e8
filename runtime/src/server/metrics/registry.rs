//! The Prometheus metrics of a server, and their text form.
//!
//! Labels are constants of the program and names of its tools. What clients or upstreams send never becomes a label, since
//! each new value would be a new time series.

use std::fmt;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use crate::context::UpstreamStats;
use crate::server::observed::CallEnd;

/// The metrics, and where they are listed. The values of labels are those of the program and the
/// names of its tools: what clients and upstreams say is none.
pub(super) struct MetricsRegistry {
    registry: Registry,
    calls: Family<CallLabels, Counter>,
    seconds: Family<ToolLabel, Histogram, fn() -> Histogram>,
    running: Gauge,
    responses: Family<StatusClassLabel, Counter>,
    retries: Counter,
    sent: Counter,
    received: Counter,
    limited: Family<LimiterLabel, Counter>,
    unauthenticated: Family<ReasonLabel, Counter>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct CallLabels {
    tool: &'static str,
    outcome: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ToolLabel {
    tool: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct StatusClassLabel {
    class: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct LimiterLabel {
    by: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ReasonLabel {
    reason: &'static str,
}

/// The bounds that OpenTelemetry's conventions for MCP advise, in seconds.
const SECONDS: [f64; 14] = [
    0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0,
];

impl Default for MetricsRegistry {
    fn default() -> Self {
        let mut registered = Self {
            registry: Registry::with_prefix("toolwright"),
            calls: Family::default(),
            seconds: Family::new_with_constructor(|| Histogram::new(SECONDS)),
            running: Gauge::default(),
            responses: Family::default(),
            retries: Counter::default(),
            sent: Counter::default(),
            received: Counter::default(),
            limited: Family::default(),
            unauthenticated: Family::default(),
        };
        registered.register_metrics();
        registered
    }
}

impl MetricsRegistry {
    fn register_metrics(&mut self) {
        let registry = &mut self.registry;
        registry.register(
            "calls",
            "Calls, by tool and outcome: ok, error, invalid (arguments), cancelled, unknown (tool)",
            self.calls.clone(),
        );
        registry.register(
            "call_duration_seconds",
            "How long calls took, by tool",
            self.seconds.clone(),
        );
        registry.register("calls_in_flight", "Calls that run", self.running.clone());
        registry.register(
            "upstream_responses",
            "Last responses of the upstream, by class of status; none: no response",
            self.responses.clone(),
        );
        registry.register(
            "upstream_retries",
            "Requests that were sent again",
            self.retries.clone(),
        );
        registry.register(
            "upstream_request_bytes",
            "Bytes of the bodies of requests",
            self.sent.clone(),
        );
        registry.register(
            "upstream_response_bytes",
            "Bytes of the bodies of responses",
            self.received.clone(),
        );
        registry.register(
            "rate_limited",
            "Requests that were rejected by a limit: requests of a client, by this server, or requests of \
             this server, by the upstream (status 429)",
            self.limited.clone(),
        );
        registry.register(
            "unauthenticated_requests",
            "Requests of clients without a token that opens this server, by reason",
            self.unauthenticated.clone(),
        );
    }

    pub(super) fn count_call_start(&self) {
        self.running.inc();
    }

    pub(super) fn count_call_end(
        &self,
        tool: &'static str,
        end: CallEnd,
        seconds: f64,
        traffic: &UpstreamStats,
    ) {
        self.running.dec();
        self.count_operation_end(tool, end, seconds);
        self.sent.inc_by(traffic.request_bytes);
        self.received.inc_by(traffic.response_bytes);
        self.retries
            .inc_by(u64::from(traffic.attempts.saturating_sub(1)));
        if traffic.attempts == 0 && traffic.status.is_none() {
            return;
        }
        let class = match traffic.status {
            Some(100..=199) => "1xx",
            Some(200..=299) => "2xx",
            Some(300..=399) => "3xx",
            Some(400..=499) => "4xx",
            Some(_) => "5xx",
            None => "none",
        };
        self.responses
            .get_or_create(&StatusClassLabel { class })
            .inc();
        if traffic.status == Some(429) {
            self.limited
                .get_or_create(&LimiterLabel { by: "upstream" })
                .inc();
        }
    }

    pub(super) fn count_operation_end(&self, tool: &'static str, end: CallEnd, seconds: f64) {
        self.count_call(tool, end.as_str());
        let of_tool = ToolLabel { tool };
        self.seconds.get_or_create(&of_tool).observe(seconds);
    }

    pub(super) fn count_unknown_tool(&self) {
        self.count_call("", "unknown");
    }

    pub(super) fn count_rate_limited(&self) {
        self.limited
            .get_or_create(&LimiterLabel { by: "server" })
            .inc();
    }

    pub(super) fn count_unauthorized(&self, reason: &'static str) {
        self.unauthenticated
            .get_or_create(&ReasonLabel { reason })
            .inc();
    }

    fn count_call(&self, tool: &'static str, outcome: &'static str) {
        self.calls
            .get_or_create(&CallLabels { tool, outcome })
            .inc();
    }

    /// All of them, as OpenMetrics has it.
    pub(super) fn encode_text(&self) -> Result<String, fmt::Error> {
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }
}

impl fmt::Debug for MetricsRegistry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Registered")
    }
}
