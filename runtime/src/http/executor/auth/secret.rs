use std::fmt;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// A credential. It is never printed.
#[derive(Clone, PartialEq, Eq)]
pub(in crate::http::executor) struct Secret(String);

/// What RFC 3986 leaves as it is: the form of `application/x-www-form-urlencoded` that every
/// server reads, even one that forgets to decode it.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

impl Secret {
    pub(in crate::http::executor) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    pub(in crate::http::executor) fn expose(&self) -> &str {
        &self.0
    }
}

/// A text as it stands in a form or a query.
pub(super) fn url_encode(text: &str) -> String {
    utf8_percent_encode(text, RESERVED).to_string()
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}
