//! Describes why no response came: connection, TLS, DNS, timeout or a broken response. Messages name the address
//! and what to check, and never the URL, whose query may hold a key.

use std::error::Error;
use std::io;
use std::time::Duration;

use reqwest::Url;

use crate::http::executor::request_limits::NoPermit;
use crate::response::SendError;

/// What a failure message can point to.
#[derive(Clone, Debug)]
pub(super) struct FailureContext {
    /// The request, for people: `GET /pets/7`.
    pub(super) call: String,
    pub(super) address: String,
    /// The proxy on the way there, in words.
    pub(super) proxy: Option<String>,
    pub(super) connect_seconds: f64,
    pub(super) timeout: CallTimeout,
    pub(super) base_url_variable: String,
    pub(super) ca_variable: String,
    /// Whether it does no harm to send the request twice.
    pub(super) is_repeatable: bool,
}

/// How long a call may take.
#[derive(Clone, Debug)]
pub(super) enum CallTimeout {
    /// As long as the spec says of this operation.
    OfOperation(Duration),
    /// As long as all others, which this variable sets.
    Of(Duration, String),
}

impl CallTimeout {
    pub(super) fn seconds(&self) -> f64 {
        match self {
            Self::OfOperation(time) | Self::Of(time, _) => time.as_secs_f64(),
        }
    }
}

/// Why no response came. The URL stays out of it: its query may hold a key.
pub(super) fn describe_send_error(error: reqwest::Error, place: &FailureContext) -> SendError {
    let error = error.without_url();
    let FailureContext { call, address, .. } = place;
    let way = place.describe_route();
    // Asked before the general timeout: nothing was sent yet, so the call may be repeated safely.
    if error.is_timeout() && error.is_connect() {
        let message = format!(
            "{call}: could not connect to {address}{way} within {} s. {}",
            place.connect_seconds,
            place.what_to_check()
        );
        return SendError::Connection { message };
    }
    if error.is_timeout() {
        return describe_timeout(place);
    }
    if error.is_connect() {
        let message = describe_connect_error(&error, place);
        return SendError::Connection { message };
    }
    let message = if error.is_decode() || error.is_body() {
        format!(
            "{call}: the response of {address}{way} broke off or is damaged: {}.{}",
            describe_error_chain(&error),
            place.side_effect_warning()
        )
    } else {
        format!(
            "{call}: no response from {address}{way}: {}.{}",
            describe_error_chain(&error),
            place.side_effect_warning()
        )
    };
    SendError::Broken { message }
}

/// The response has not come in time.
pub(super) fn describe_timeout(place: &FailureContext) -> SendError {
    let FailureContext { call, address, .. } = place;
    let remedy = match &place.timeout {
        CallTimeout::OfOperation(_) => "The spec sets this limit.".to_owned(),
        CallTimeout::Of(_, variable) => format!("{variable} sets another limit."),
    };
    let message = format!(
        "{call}: timed out after {} s waiting for {address}{}. {remedy}{}",
        place.timeout.seconds(),
        place.describe_route(),
        place.side_effect_warning()
    );
    SendError::Timeout { message }
}

fn describe_connect_error(error: &reqwest::Error, place: &FailureContext) -> String {
    let FailureContext { call, address, .. } = place;
    if let Some(rustls::Error::InvalidCertificate(why)) = find_tls_error(error) {
        return format!(
            "{call}: the certificate of {address} is not trusted: {why}. {} names a file of \
             authorities to trust.",
            place.ca_variable
        );
    }
    let cause = if is_connection_refused(error) {
        let refusing = place.proxy.as_deref().unwrap_or(address);
        format!("connection refused at {refusing}.")
    } else if error.is_dns() {
        let unknown = match &place.proxy {
            Some(proxy) => proxy.clone(),
            None => format!("the host {address}"),
        };
        format!("the name of {unknown} could not be resolved.")
    } else {
        let way = place.describe_route();
        format!(
            "could not connect to {address}{way}: {}.",
            describe_error_chain(error)
        )
    };
    format!("{call}: {cause} {}", place.what_to_check())
}

/// Why a request was not sent: others were before it.
pub(super) fn describe_missing_permit(why: &NoPermit, place: &FailureContext) -> SendError {
    let message = format!(
        "{} was not sent within the {} s that a call may take: {why}. Call again later, and make \
         fewer calls at once.",
        place.call,
        place.timeout.seconds()
    );
    SendError::NotSent {
        message,
        problems: Vec::new(),
    }
}

impl FailureContext {
    /// A warning, once the request may have arrived.
    fn side_effect_warning(&self) -> &'static str {
        match self.is_repeatable {
            true => "",
            false => " It may have been executed nevertheless: check before calling again.",
        }
    }

    fn describe_route(&self) -> String {
        let through = |proxy| format!(" through {proxy}");
        self.proxy.as_ref().map_or_else(String::new, through)
    }

    fn what_to_check(&self) -> String {
        match self.proxy {
            Some(_) => format!(
                "Check the proxy: NO_PROXY lists hosts that do not need one, and {} sets another base URL.",
                self.base_url_variable
            ),
            None => format!(
                "Is the upstream running there? {} sets another base URL.",
                self.base_url_variable
            ),
        }
    }
}

/// Host and port, as people write them.
pub(super) fn host_and_port(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    match url.port_or_known_default() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}

/// An error and its causes, those left out that only repeat the one before.
pub(super) fn describe_error_chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let message = cause.to_string();
        // Many libraries print the cause in their own message already.
        if !text.ends_with(&message) {
            text.push_str(": ");
            text.push_str(&message);
        }
        source = cause.source();
    }
    text
}

fn is_connection_refused(error: &reqwest::Error) -> bool {
    let is_refusal = |cause: &(dyn Error + 'static)| {
        let kind = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        kind == Some(io::ErrorKind::ConnectionRefused)
    };
    error_causes(error).any(is_refusal)
}

/// What TLS has against the server.
pub(super) fn find_tls_error(error: &reqwest::Error) -> Option<&rustls::Error> {
    error_causes(error).find_map(|cause| cause.downcast_ref())
}

/// The error and its causes, those within an I/O error, too, which does not count them as such.
fn error_causes<'e>(error: &'e reqwest::Error) -> impl Iterator<Item = &'e (dyn Error + 'static)> {
    let error: &(dyn Error + 'static) = error;
    std::iter::successors(Some(error), |cause| {
        let cause: &'e (dyn Error + 'static) = *cause;
        match cause.downcast_ref::<io::Error>().map(io::Error::get_ref) {
            Some(Some(inner)) => Some(inner),
            _ => cause.source(),
        }
    })
}
