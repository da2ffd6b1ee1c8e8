//! What an upstream can do wrong, and what is to be said of it.

/// A thing that an upstream does, and what the outcome of a call is to say.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) expected: Expected,
}

#[derive(Debug)]
pub(crate) enum Expected {
    /// A success whose texts have these words.
    Success(&'static str),
    /// An error whose text has all of these words.
    Error(&'static [&'static str]),
    /// An error whose text has one of these words, as the machine is fast.
    OneOf(&'static [&'static str]),
}

use Expected::{Error, OneOf, Success};

macro_rules! cases {
    ($($name:literal => $expected:expr,)*) => {
        &[$(Case { name: $name, expected: $expected }),*]
    };
}

pub(crate) const CASES: &[Case] = cases! {
    "fine" => Success("\"number\":1"),
    "fine-chunked" => Success("\"number\":1"),
    "no-content" => Success("204 No Content"),
    "slow-head" => Error(&["timed out after"]),
    "slow-body" => Error(&["timed out after"]),
    "endless-head" => Error(&["timed out after"]),
    "reset-before-head" => Error(&["no response from 127.0.0.1", "reset"]),
    "end-before-head" => Error(&["no response from 127.0.0.1", "closed"]),
    "reset-in-head" => Error(&["no response from 127.0.0.1"]),
    "reset-in-body" => Error(&["127.0.0.1", "reset"]),
    "short-body" => Error(&["127.0.0.1", "end of file"]),
    "bad-chunk" => Error(&["127.0.0.1", "chunk"]),
    "not-http" => Error(&["127.0.0.1", "HTTP"]),
    "many-headers" => Error(&["127.0.0.1", "head"]),
    "huge-header" => Error(&["127.0.0.1", "too large"]),
    "gigabyte" => OneOf(&["larger than the limit of", "timed out after"]),
    "gigabyte-declared" => Error(&["larger than the limit of"]),
    "truncated-gzip" => Error(&["127.0.0.1", "broke off or is damaged"]),
    "false-gzip" => Error(&["127.0.0.1", "broke off or is damaged"]),
    "gzip-bomb" => OneOf(&["larger than the limit of", "timed out after"]),
    "endless-events" => Success("\"data\":\"tick\""),
    "html-page" => Success("instead of the API"),
    "html-as-json" => Success("is not valid JSON"),
    "not-unicode" => Success("application/json, attached"),
    "deep-json" => Success("is only text here, because it"),
    "error-page" => Error(&["502 Bad Gateway", "<html>"]),
    "internal-error" => Error(&["500 Internal Server Error", "the database is gone"]),
    "unavailable" => Error(&["503 Service Unavailable", "overloaded"]),
    "gateway-timeout" => Error(&["504 Gateway Timeout"]),
    "redirect-loop" => Error(&["redirect"]),
    "redirect-elsewhere" => Error(&["302 Found", "another origin"]),
    "redirect-link-local" => Error(&["307 Temporary Redirect", "169.254.169.254"]),
    "redirect-nowhere" => Error(&["302 Found"]),
};
