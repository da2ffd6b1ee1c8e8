use std::error::Error;
use std::io;
use std::time::Duration;

use reqwest::Url;

use crate::http::executor::limits::NoTurn;

/// What a failure message can point to.
pub(super) struct Context<'a> {
    pub(super) call: &'a str,
    pub(super) address: &'a str,
    /// The proxy on the way there, in words.
    pub(super) proxy: Option<&'a str>,
    pub(super) connect_seconds: f64,
    pub(super) timeout: Timeout<'a>,
    pub(super) base_url_variable: &'a str,
    pub(super) ca_variable: &'a str,
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
    let way = context.way();
    if error.is_timeout() && error.is_connect() {
        return format!(
            "{call}: could not connect to {address}{way} within {} s. {}",
            context.connect_seconds,
            context.what_to_check()
        );
    }
    if error.is_timeout() {
        let remedy = match context.timeout {
            Timeout::OfOperation(_) => "The spec sets this limit.".to_owned(),
            Timeout::Of(_, variable) => format!("{variable} sets another limit."),
        };
        return format!(
            "{call}: timed out after {} s waiting for {address}{way}. {remedy}",
            context.timeout.seconds()
        );
    }
    if error.is_connect() {
        if let Some(rustls::Error::InvalidCertificate(why)) = of_tls(&error) {
            return format!(
                "{call}: the certificate of {address} is not trusted: {why}. {} names a file of \
                 authorities to trust.",
                context.ca_variable
            );
        }
        let cause = if is_refused(&error) {
            let refusing = context.proxy.unwrap_or(address);
            format!("connection refused at {refusing}.")
        } else if error.is_dns() {
            let unknown = match context.proxy {
                Some(proxy) => proxy.to_owned(),
                None => format!("the host {address}"),
            };
            format!("the name of {unknown} could not be resolved.")
        } else {
            format!("could not connect to {address}{way}: {}.", chain(&error))
        };
        return format!("{call}: {cause} {}", context.what_to_check());
    }
    if error.is_decode() || error.is_body() {
        return format!(
            "{call}: the response of {address}{way} broke off or is damaged: {}.",
            chain(&error)
        );
    }
    format!(
        "{call}: no response from {address}{way}: {}.",
        chain(&error)
    )
}

/// Why a request was not sent: others were before it.
pub(super) fn no_turn(why: &NoTurn, context: &Context<'_>) -> String {
    format!(
        "{} was not sent within the {} s that a call may take: {why}. Call again later, and make \
         fewer calls at once.",
        context.call,
        context.timeout.seconds()
    )
}

impl Context<'_> {
    fn way(&self) -> String {
        let through = |proxy| format!(" through {proxy}");
        self.proxy.map_or_else(String::new, through)
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
