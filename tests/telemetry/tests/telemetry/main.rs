//! What a server tells those who watch it: metrics for Prometheus, traces for OpenTelemetry.
#![cfg(unix)]

mod listener;
mod metrics;
mod server;
mod traces;
