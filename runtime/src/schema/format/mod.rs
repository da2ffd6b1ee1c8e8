//! The formats that a table can assert. A table names those that it needs, so that a server holds
//! no others.

mod date_times;
mod ecma_regex;
mod iso_duration;
mod json_pointers;
mod network_names;
#[cfg(test)]
mod tests;
mod uri_templates;
mod uris;

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
/// assert!(Format::EMAIL.has_format("rex@example.com"));
/// ```
#[derive(Clone, Copy)]
pub struct Format {
    name: &'static str,
    holds: fn(&str) -> bool,
}

impl Format {
    /// `date`, of RFC 3339
    pub const DATE: &'static Self = &Self::new("date", date_times::is_date);
    /// `time`, of RFC 3339
    pub const TIME: &'static Self = &Self::new("time", date_times::is_time);
    /// `date-time`, of RFC 3339
    pub const DATE_TIME: &'static Self = &Self::new("date-time", date_times::is_date_time);
    /// `duration`, of RFC 3339
    pub const DURATION: &'static Self = &Self::new("duration", iso_duration::is_duration);
    /// `email`, of RFC 5321
    pub const EMAIL: &'static Self = &Self::new("email", network_names::is_email);
    /// `idn-email`, of RFC 6531
    pub const IDN_EMAIL: &'static Self = &Self::new("idn-email", network_names::is_idn_email);
    /// `hostname`, of RFC 1123
    pub const HOSTNAME: &'static Self = &Self::new("hostname", network_names::is_hostname);
    /// `ipv4`
    pub const IPV4: &'static Self = &Self::new("ipv4", network_names::is_ipv4);
    /// `ipv6`
    pub const IPV6: &'static Self = &Self::new("ipv6", network_names::is_ipv6);
    /// `uri`, of RFC 3986
    pub const URI: &'static Self = &Self::new("uri", uris::is_uri);
    /// `uri-reference`, of RFC 3986
    pub const URI_REFERENCE: &'static Self = &Self::new("uri-reference", uris::is_uri_reference);
    /// `iri`, of RFC 3987
    pub const IRI: &'static Self = &Self::new("iri", uris::is_iri);
    /// `iri-reference`, of RFC 3987
    pub const IRI_REFERENCE: &'static Self = &Self::new("iri-reference", uris::is_iri_reference);
    /// `uri-template`, of RFC 6570
    pub const URI_TEMPLATE: &'static Self =
        &Self::new("uri-template", uri_templates::is_uri_template);
    /// `uuid`, of RFC 4122
    pub const UUID: &'static Self = &Self::new("uuid", is_uuid);
    /// `json-pointer`, of RFC 6901
    pub const JSON_POINTER: &'static Self =
        &Self::new("json-pointer", json_pointers::is_json_pointer);
    /// `relative-json-pointer`
    pub const RELATIVE_JSON_POINTER: &'static Self = &Self::new(
        "relative-json-pointer",
        json_pointers::is_relative_json_pointer,
    );
    /// `regex`, of ECMA-262
    pub const REGEX: &'static Self = &Self::new("regex", ecma_regex::is_regex);

    const fn new(name: &'static str, holds: fn(&str) -> bool) -> Self {
        Self { name, holds }
    }

    /// The name of the format.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Whether a string has the format.
    pub fn has_format(&self, text: &str) -> bool {
        (self.holds)(text)
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Format").field(&self.name).finish()
    }
}

fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(index, byte)| match index {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}
