use std::error::Error;
use std::io;
use std::time::Duration;

use reqwest::Url;

/// What a failure message can point to.
pub(super) struct Context<'a> {
    pub(super) call: &'a str,
    pub(super) address: &'a str,
    pub(super) connect_seconds: f64,
    pub(super) timeout: Timeout<'a>,
    pub(super) base_url_variable: &'a str,
}

/// How long a call may take.
#[derive(Clone, Copy)]
pub(super) enum Timeout<'a> {
    /// As long as the spec says of this operation.
    OfOperation(Duration),
    /// As long as all others, which this variable sets.
    Of(Duration, &'a str),
}

impl Timeout<'_> {
    pub(super) fn seconds(&self) -> f64 {
        match self {
            Self::OfOperation(time) | Self::Of(time, _) => time.as_secs_f64(),
        }
    }
}

/// Why no response came, in words. The URL stays out of it: its query may hold a key.
pub(super) fn describe(error: reqwest::Error, context: &Context<'_>) -> String {
    let error = error.without_url();
    let Context { call, address, .. } = context;
    if error.is_timeout() && error.is_connect() {
        return format!(
            "{call}: could not connect to {address} within {} s. Is the upstream running there? \
             {} sets another base URL.",
            context.connect_seconds, context.base_url_variable
        );
    }
    if error.is_timeout() {
        let remedy = match context.timeout {
            Timeout::OfOperation(_) => "The spec sets this limit.".to_owned(),
            Timeout::Of(_, variable) => format!("{variable} sets another limit."),
        };
        return format!(
            "{call}: timed out after {} s waiting for {address}. {remedy}",
            context.timeout.seconds()
        );
    }
    if error.is_connect() {
        let cause = if is_refused(&error) {
            format!("connection refused at {address}. Is the upstream running there?")
        } else if error.is_dns() {
            format!("the name of the host {address} could not be resolved.")
        } else {
            format!("could not connect to {address}: {}.", chain(&error))
        };
        return format!(
            "{call}: {cause} {} sets another base URL.",
            context.base_url_variable
        );
    }
    format!("{call}: no response from {address}: {}.", chain(&error))
}

/// Host and port, as people write them.
pub(super) fn address(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    match url.port_or_known_default() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}

/// An error and its causes, those left out that only repeat the one before.
pub(super) fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let message = cause.to_string();
        if !text.ends_with(&message) {
            text.push_str(": ");
            text.push_str(&message);
        }
        source = cause.source();
    }
    text
}

fn is_refused(error: &reqwest::Error) -> bool {
    let mut source = error.source();
    while let Some(cause) = source {
        let kind = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        if kind == Some(io::ErrorKind::ConnectionRefused) {
            return true;
        }
        source = cause.source();
    }
    false
}
