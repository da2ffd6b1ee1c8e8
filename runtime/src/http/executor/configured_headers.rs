//! Headers that the operator adds to every request, from the program or from `{NAME}_HEADERS`. Their values count
//! as secrets. Headers that the HTTP client itself writes are rejected.

use std::fmt;

use reqwest::Request;
use reqwest::header::{self, COOKIE, HeaderName, HeaderValue};
use serde_json::{Map, Value as Json};

use crate::http::executor::ExecutorError;
use crate::http::executor::auth::Secret;
use crate::http::executor::executor_environment::{Environment, SettingValue};
use crate::request::is_reserved_header;

/// Headers of the executor that a spec may have as a parameter of one operation, but that nobody may set for all.
const OWN_HEADERS: [HeaderName; 3] = [
    header::ACCEPT_ENCODING,
    header::CONTENT_ENCODING,
    header::PROXY_AUTHORIZATION,
];

/// Whether a header is one of the message and its connection: those are the executor's, and nobody else's.
pub(super) fn is_reserved(name: &HeaderName) -> bool {
    OWN_HEADERS.contains(name) || is_reserved_header(name.as_str())
}

/// Headers that the operator adds to every call.
#[derive(Default)]
pub(super) struct ConfiguredHeaders(Vec<(HeaderName, HeaderValue)>);

impl ConfiguredHeaders {
    /// Those that the program has set, or else those of the environment: a line each, or an object
    /// of JSON.
    pub(super) fn from_settings(
        set: Vec<(String, String)>,
        environment: Environment<'_>,
    ) -> Result<Self, ExecutorError> {
        let (source, pairs) = match environment.get("HEADERS") {
            Some(SettingValue { source, value }) if set.is_empty() => {
                let pairs = parse_header_pairs(&value)
                    .map_err(|why| ExecutorError::for_setting(&source, why))?;
                (source, pairs)
            }
            _ => ("the list of headers".to_owned(), set),
        };
        let mut headers = Vec::with_capacity(pairs.len());
        for (name, value) in pairs {
            let header = parse_header(&name, &value);
            headers.push(header.map_err(|why| ExecutorError::for_setting(&source, why))?);
        }
        Ok(Self(headers))
    }

    /// Writes them in place of arguments of the same name; cookies join those that are there.
    pub(super) fn write_headers(&self, message: &mut Request) {
        let headers = message.headers_mut();
        for (name, value) in &self.0 {
            let joined = match headers.get(name) {
                // RFC 6265, section 5.4: a request has one `Cookie` header, so cookies of both sides are joined.
                Some(there) if name == COOKIE => join_cookies(value, there),
                _ => None,
            };
            headers.insert(name, joined.unwrap_or_else(|| value.clone()));
        }
    }

    /// Their names.
    pub(super) fn names(&self) -> impl Iterator<Item = &HeaderName> {
        self.0.iter().map(|(name, _)| name)
    }

    /// What no answer may repeat: the values, and of `Bearer abc` the token alone.
    pub(super) fn secrets(&self) -> impl Iterator<Item = Secret> {
        let values = self.0.iter().filter_map(|(_, value)| {
            let text = std::str::from_utf8(value.as_bytes()).ok()?;
            Some([text, text.split_once(' ').map_or("", |(_, token)| token)])
        });
        values.flatten().map(Secret::new)
    }
}

impl fmt::Debug for ConfiguredHeaders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.0.iter().map(|(name, _)| name.as_str());
        f.debug_list().entries(names).finish()
    }
}

fn join_cookies(first: &HeaderValue, second: &HeaderValue) -> Option<HeaderValue> {
    let both = [first.as_bytes(), b"; ", second.as_bytes()].concat();
    let mut value = HeaderValue::from_bytes(&both).ok()?;
    value.set_sensitive(true);
    Some(value)
}

/// Errors name no value: it may be secret.
fn parse_header(name: &str, value: &str) -> Result<(HeaderName, HeaderValue), String> {
    let (name, value) = (name.trim(), value.trim());
    let header = HeaderName::from_bytes(name.as_bytes())
        .map_err(|_| "one of the names is not a legal header name".to_owned())?;
    if is_reserved(&header) {
        return Err(format!("{header} is written by the server itself"));
    }
    let mut value = HeaderValue::from_bytes(value.as_bytes()).map_err(|_| {
        format!("the value of {header} contains a character that a header cannot contain")
    })?;
    value.set_sensitive(true);
    Ok((header, value))
}

fn parse_header_pairs(text: &str) -> Result<Vec<(String, String)>, String> {
    if text.starts_with('{') {
        let object: Map<String, Json> = serde_json::from_str(text)
            .map_err(|_| "it begins like a JSON object but is not valid JSON".to_owned())?;
        let text = |(name, value): (String, Json)| match value {
            Json::String(value) => Ok((name, value)),
            _ => Err(format!("the value of {name} is not a string")),
        };
        return object.into_iter().map(text).collect();
    }
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let pair = |line: &str| {
        let (name, value) = line
            .split_once(':')
            .ok_or("a line of it is not 'Name: value'")?;
        Ok((name.to_owned(), value.to_owned()))
    };
    lines.map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::parse_header;

    #[test]
    fn headers_of_the_message_are_the_executors() {
        for name in ["Host", "keep-alive", "proxy-connection", "accept-encoding"] {
            assert!(parse_header(name, "x").is_err(), "{name}");
        }
        assert!(parse_header("X-Tenant", "x").is_ok());
    }
}
