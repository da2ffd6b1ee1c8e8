//! The formats that a table can assert. A table names those that it needs, so that a server holds
//! no others.

mod address;
mod date_time;
mod duration;
mod pointer;
mod regex;
mod template;
#[cfg(test)]
mod tests;
mod uri;

use std::fmt;

/// A `format` that is asserted.
///
/// ```
/// use serde_json::json;
/// use toolwright::schema::{Format, Keyword, Schema, Types};
///
/// static BORN: Schema = Schema(Types::STRING, &[Keyword::Format(Format::DATE)]);
///
/// assert!(BORN.is_valid(&json!("2024-02-29")));
/// assert!(!BORN.is_valid(&json!("2023-02-29")));
/// assert_eq!(Format::UUID.name(), "uuid");
/// assert!(Format::EMAIL.holds("rex@example.com"));
/// ```
#[derive(Clone, Copy)]
pub struct Format {
    name: &'static str,
    holds: fn(&str) -> bool,
}

impl Format {
    /// `date`, of RFC 3339
    pub const DATE: &'static Self = &Self::new("date", date_time::date);
    /// `time`, of RFC 3339
    pub const TIME: &'static Self = &Self::new("time", date_time::time);
    /// `date-time`, of RFC 3339
    pub const DATE_TIME: &'static Self = &Self::new("date-time", date_time::date_time);
    /// `duration`, of RFC 3339
    pub const DURATION: &'static Self = &Self::new("duration", duration::duration);
    /// `email`, of RFC 5321
    pub const EMAIL: &'static Self = &Self::new("email", address::email);
    /// `idn-email`, of RFC 6531
    pub const IDN_EMAIL: &'static Self = &Self::new("idn-email", address::idn_email);
    /// `hostname`, of RFC 1123
    pub const HOSTNAME: &'static Self = &Self::new("hostname", address::hostname);
    /// `ipv4`
    pub const IPV4: &'static Self = &Self::new("ipv4", address::ipv4);
    /// `ipv6`
    pub const IPV6: &'static Self = &Self::new("ipv6", address::ipv6);
    /// `uri`, of RFC 3986
    pub const URI: &'static Self = &Self::new("uri", uri::uri);
    /// `uri-reference`, of RFC 3986
    pub const URI_REFERENCE: &'static Self = &Self::new("uri-reference", uri::uri_reference);
    /// `iri`, of RFC 3987
    pub const IRI: &'static Self = &Self::new("iri", uri::iri);
    /// `iri-reference`, of RFC 3987
    pub const IRI_REFERENCE: &'static Self = &Self::new("iri-reference", uri::iri_reference);
    /// `uri-template`, of RFC 6570
    pub const URI_TEMPLATE: &'static Self = &Self::new("uri-template", template::uri_template);
    /// `uuid`, of RFC 4122
    pub const UUID: &'static Self = &Self::new("uuid", uuid);
    /// `json-pointer`, of RFC 6901
    pub const JSON_POINTER: &'static Self = &Self::new("json-pointer", pointer::json_pointer);
    /// `relative-json-pointer`
    pub const RELATIVE_JSON_POINTER: &'static Self =
        &Self::new("relative-json-pointer", pointer::relative_json_pointer);
    /// `regex`, of ECMA-262
    pub const REGEX: &'static Self = &Self::new("regex", regex::regex);

    const fn new(name: &'static str, holds: fn(&str) -> bool) -> Self {
        Self { name, holds }
    }

    /// The name of the format.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Whether a string has the format.
    pub fn holds(&self, text: &str) -> bool {
        (self.holds)(text)
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Format").field(&self.name).finish()
    }
}

fn uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(index, byte)| match index {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}
