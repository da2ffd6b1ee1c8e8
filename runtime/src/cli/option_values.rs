//! Parses the values of a server's options: addresses, durations, sizes, levels. An error says what is expected; which option
//! the value belongs to is known in `options`.

use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::str::FromStr;
use std::time::Duration;

use tracing::level_filters::LevelFilter;

use super::log;
use super::options::{Transport, Upstream};
use crate::http::has_http_scheme;

/// A value that is not one of those that an option takes.
#[derive(Debug)]
struct Expected(&'static str);

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.0)
    }
}

impl std::error::Error for Expected {}

pub(super) fn invalid_value(value: &str, expected: &'static str) -> lexopt::Error {
    lexopt::Error::ParsingFailed {
        value: value.to_owned(),
        error: Box::new(Expected(expected)),
    }
}

pub(super) fn parse_transport(text: &str) -> Result<Transport, lexopt::Error> {
    match text {
        "stdio" => Ok(Transport::Stdio),
        "http" => Ok(Transport::Http),
        _ => Err(invalid_value(text, "`stdio` or `http`")),
    }
}

pub(super) fn parse_upstream(text: &str) -> Result<Upstream, lexopt::Error> {
    match text {
        "builtin" => Ok(Upstream::Builtin),
        url if has_http_scheme(url) => Ok(Upstream::Url(url.to_owned())),
        _ => Err(invalid_value(
            text,
            "a URL (http:// or https://) or `builtin`",
        )),
    }
}

/// An IP address and a port; `localhost:PORT` and a port alone are the loopback interface. Other
/// names are not looked up: what they resolve to may change, and with it who reaches the server.
pub(super) fn parse_listen_address(text: &str) -> Result<SocketAddr, lexopt::Error> {
    let port = match text.rsplit_once(':') {
        Some((host, port)) if host.eq_ignore_ascii_case("localhost") => port,
        _ => text,
    };
    // `u16::from_str` also accepts a leading `+`.
    let is_number = port.bytes().all(|byte| byte.is_ascii_digit());
    let port = port.parse::<u16>().ok().filter(|_| is_number);
    let loopback = port.map(|port| SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    let address = loopback.or_else(|| text.parse().ok());
    let expected =
        "an IP address and a port, for example 127.0.0.1:8000, or localhost:8000, or a port";
    address.ok_or_else(|| invalid_value(text, expected))
}

pub(super) fn parse_origin(text: String) -> Result<String, lexopt::Error> {
    // `null` is the origin of sandboxed pages and local files (RFC 6454, section 7.1).
    if text == "null" || text.contains("://") {
        return Ok(text);
    }
    Err(invalid_value(
        &text,
        "an origin, for example https://app.example.com:443",
    ))
}

pub(super) fn parse_timeout(text: &str) -> Result<Duration, lexopt::Error> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| *seconds > 0.0);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| invalid_value(text, "a number of seconds greater than 0"))
}

pub(super) fn parse_bytes<N: FromStr + PartialOrd + From<u8>>(
    text: &str,
) -> Result<N, lexopt::Error> {
    let bytes = text.parse().ok().filter(|bytes| *bytes > N::from(0));
    bytes.ok_or_else(|| invalid_value(text, "a number of bytes greater than 0"))
}

pub(super) fn parse_log_level(text: &str) -> Result<LevelFilter, lexopt::Error> {
    log::parse_level(text)
        .ok_or_else(|| invalid_value(text, "off, error, warn, info, debug or trace"))
}
