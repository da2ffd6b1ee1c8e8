//! Credentials that operations require and nobody has configured: which calls must not be sent, and
//! what an operator can do about it. A request without credentials would fail upstream, with an error
//! that names no variable; some APIs answer it, with less than was asked for.

use reqwest::header::{COOKIE, HeaderName};

use crate::http::HttpRequest;
use crate::http::executor::auth::Keyring;
use crate::http::executor::auth::key::Key;
use crate::http::executor::auth::pass::Pass;
use crate::http::executor::auth::place::Place;
use crate::security::Requirement;

impl Keyring {
    /// Rejects a call that has no credentials, if it must have some.
    pub(super) fn reject_missing(
        &self,
        alternatives: &[Requirement],
        pass: &Pass,
        request: &HttpRequest,
    ) -> Result<(), String> {
        let is_in_request = |key: &Key| match &key.place {
            Place::Query(name) => request.has_query(name),
            Place::Cookie(name) => request.has_cookie(name),
            place => place
                .header()
                .is_some_and(|name| request.has_header(name.as_str())),
        };
        let is_there = |key: &Key| {
            self.is_configured(key) || pass.is_passed(key.place.header()) || is_in_request(key)
        };
        if self.allow_missing || !self.lacks_all(alternatives, is_there) {
            return Ok(());
        }
        Err(format!(
            "It requires credentials that are not configured. {}",
            self.advice(alternatives)
        ))
    }

    /// Whether every call of an operation with these alternatives is rejected for its credentials.
    /// One that clients may bring along is not.
    pub(in crate::http::executor) fn rejects_all(&self, alternatives: &[Requirement]) -> bool {
        let may_be_passed = |key: &Key| {
            let header = key.place.header();
            header.is_some_and(|header| self.passing.names().any(|name| header == name))
        };
        let is_there = |key: &Key| self.is_configured(key) || may_be_passed(key);
        !self.allow_missing && self.lacks_all(alternatives, is_there)
    }

    /// Whether anything secret goes upstream.
    pub(in crate::http::executor) fn sends_credentials(&self) -> bool {
        let has_headers = !self.set_headers.is_empty() || self.passing.names().next().is_some();
        has_headers || self.keys.iter().any(Key::is_there)
    }

    /// What to do to have credentials for one of the alternatives: sentences for people. What is
    /// configured already is left out.
    pub(in crate::http::executor) fn advice(&self, alternatives: &[Requirement]) -> String {
        let is_named = self.keys.iter().filter(|key| key.has_login()).count() > 1;
        let (mut logins, mut wanted): (Vec<String>, Vec<String>) = Default::default();
        for alternative in alternatives {
            let keys = || self.keys_of(alternative).map(|(key, _)| key);
            let mut missing: Vec<&Key> = keys().filter(|key| !self.is_configured(key)).collect();
            // A header of the operator's stands for the rest, and the upstream does not accept it.
            if missing.is_empty() {
                missing = keys().filter(|key| !key.is_there()).collect();
            }
            // A login alone does only if nothing else is missing.
            match missing.as_slice() {
                [] => {}
                [key] => {
                    let login = key.login(is_named);
                    logins.extend(login.filter(|login| !logins.contains(login)));
                    wanted.push(key.wanted(false));
                }
                keys => {
                    let parts: Vec<String> = keys.iter().map(|key| key.wanted(true)).collect();
                    wanted.push(parts.join(" and "));
                }
            }
        }
        wanted.dedup();
        let set = format!(
            "et {} in the environment of this server.",
            wanted.join(", or ")
        );
        let mut sentences = logins;
        sentences.push(match sentences.is_empty() {
            true => format!("S{set}"),
            false => format!("Or s{set}"),
        });
        sentences.join(" ")
    }

    /// The headers of the operator's that stand for credentials of these alternatives.
    pub(in crate::http::executor) fn set_headers_for(
        &self,
        alternatives: &[Requirement],
    ) -> Vec<&str> {
        let keys = alternatives.iter().flat_map(|it| self.keys_of(it));
        let headers = keys.filter_map(|(key, _)| header_of(key));
        let set = headers.filter(|header| self.set_headers.contains(header));
        let mut names: Vec<&str> = set.map(|header| header.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    fn lacks_all(&self, alternatives: &[Requirement], is_there: impl Fn(&Key) -> bool) -> bool {
        let is_complete = |alternative: &Requirement| {
            let mut keys = self.keys_of(alternative);
            // Empty, it says that the operation needs no credentials.
            keys.all(|(key, _)| is_there(key))
        };
        !alternatives.is_empty() && !alternatives.iter().any(is_complete)
    }

    /// Whether it has its own value, or a header of the operator's carries one.
    fn is_configured(&self, key: &Key) -> bool {
        key.is_there() || header_of(key).is_some_and(|header| self.set_headers.contains(header))
    }
}

fn header_of(key: &Key) -> Option<&HeaderName> {
    match key.place {
        Place::Cookie(_) => Some(&COOKIE),
        _ => key.place.header(),
    }
}
