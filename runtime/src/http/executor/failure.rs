use std::error::Error;
use std::io;
use std::time::Duration;

use reqwest::Url;

use crate::http::executor::limits::NoTurn;
use crate::response::SendError;

/// What a failure message can point to.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The request, for people: `GET /pets/7`.
    pub(super) call: String,
    pub(super) address: String,
    /// The proxy on the way there, in words.
    pub(super) proxy: Option<String>,
    pub(super) connect_seconds: f64,
    pub(super) timeout: Timeout,
    pub(super) base_url_variable: String,
    pub(super) ca_variable: String,
    /// Whether it does no harm to send the request twice.
    pub(super) is_repeatable: bool,
}

/// How long a call may take.
#[derive(Clone, Debug)]
pub(super) enum Timeout {
    /// As long as the spec says of this operation.
    OfOperation(Duration),
    /// As long as all others, which this variable sets.
    Of(Duration, String),
}

impl Timeout {
    pub(super) fn seconds(&self) -> f64 {
        match self {
            Self::OfOperation(time) | Self::Of(time, _) => time.as_secs_f64(),
        }
    }
}

/// Why no response came. The URL stays out of it: its query may hold a key.
pub(super) fn describe(error: reqwest::Error, place: &Place) -> SendError {
    let error = error.without_url();
    let Place { call, address, .. } = place;
    let way = place.way();
    if error.is_timeout() && error.is_connect() {
        let message = format!(
            "{call}: could not connect to {address}{way} within {} s. {}",
            place.connect_seconds,
            place.what_to_check()
        );
        return SendError::Connection { message };
    }
    if error.is_timeout() {
        return timed_out(place);
    }
    if error.is_connect() {
        let message = unconnected(&error, place);
        return SendError::Connection { message };
    }
    let message = if error.is_decode() || error.is_body() {
        format!(
            "{call}: the response of {address}{way} broke off or is damaged: {}.{}",
            chain(&error),
            place.maybe_done()
        )
    } else {
        format!(
            "{call}: no response from {address}{way}: {}.{}",
            chain(&error),
            place.maybe_done()
        )
    };
    SendError::Broken { message }
}

/// The response has not come in time.
pub(super) fn timed_out(place: &Place) -> SendError {
    let Place { call, address, .. } = place;
    let remedy = match &place.timeout {
        Timeout::OfOperation(_) => "The spec sets this limit.".to_owned(),
        Timeout::Of(_, variable) => format!("{variable} sets another limit."),
    };
    let message = format!(
        "{call}: timed out after {} s waiting for {address}{}. {remedy}{}",
        place.timeout.seconds(),
        place.way(),
        place.maybe_done()
    );
    SendError::Timeout { message }
}

fn unconnected(error: &reqwest::Error, place: &Place) -> String {
    let Place { call, address, .. } = place;
    if let Some(rustls::Error::InvalidCertificate(why)) = of_tls(error) {
        return format!(
            "{call}: the certificate of {address} is not trusted: {why}. {} names a file of \
             authorities to trust.",
            place.ca_variable
        );
    }
    let cause = if is_refused(error) {
        let refusing = place.proxy.as_deref().unwrap_or(address);
        format!("connection refused at {refusing}.")
    } else if error.is_dns() {
        let unknown = match &place.proxy {
            Some(proxy) => proxy.clone(),
            None => format!("the host {address}"),
        };
        format!("the name of {unknown} could not be resolved.")
    } else {
        let way = place.way();
        format!("could not connect to {address}{way}: {}.", chain(error))
    };
    format!("{call}: {cause} {}", place.what_to_check())
}

/// Why a request was not sent: others were before it.
pub(super) fn no_turn(why: &NoTurn, place: &Place) -> SendError {
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

impl Place {
    /// A warning, once the request may have arrived.
    fn maybe_done(&self) -> &'static str {
        match self.is_repeatable {
            true => "",
            false => " It may have been carried out all the same: check before calling again.",
        }
    }

    fn way(&self) -> String {
        let through = |proxy| format!(" through {proxy}");
        self.proxy.as_ref().map_or_else(String::new, through)
    }

    fn what_to_check(&self) -> String {
        match self.proxy {
            Some(_) => format!(
                "Is the proxy right? NO_PROXY lists hosts that need none; {} sets another base \
                 URL.",
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
    let is_refusal = |cause: &(dyn Error + 'static)| {
        let kind = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        kind == Some(io::ErrorKind::ConnectionRefused)
    };
    causes(error).any(is_refusal)
}

/// What TLS has against the server.
pub(super) fn of_tls(error: &reqwest::Error) -> Option<&rustls::Error> {
    causes(error).find_map(|cause| cause.downcast_ref())
}

/// The error and its causes, those within an I/O error, too, which does not count them as such.
fn causes<'e>(error: &'e reqwest::Error) -> impl Iterator<Item = &'e (dyn Error + 'static)> {
    let error: &(dyn Error + 'static) = error;
    std::iter::successors(Some(error), |cause| {
        let cause: &'e (dyn Error + 'static) = *cause;
        match cause.downcast_ref::<io::Error>().map(io::Error::get_ref) {
            Some(Some(inner)) => Some(inner),
            _ => cause.source(),
        }
    })
}
