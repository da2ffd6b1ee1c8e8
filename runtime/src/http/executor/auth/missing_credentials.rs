//! Credentials that operations require and nobody has configured: which calls must not be sent, and
//! what an operator can do about it. A request without credentials would fail upstream, with an error
//! that names no variable; some APIs answer it, with less than was asked for.

use reqwest::header::{COOKIE, HeaderName};

use crate::http::executor::auth::Keyring;
use crate::http::executor::auth::credential_place::CredentialPlace;
use crate::http::executor::auth::credentials::Credentials;
use crate::http::executor::auth::scheme_credential::SchemeCredential;
use crate::request::HttpRequest;
use crate::security::Requirement;

impl Keyring {
    /// Rejects a call that has no credentials, if it must have some.
    pub(super) fn reject_missing(
        &self,
        alternatives: &[Requirement],
        credentials: &Credentials,
        request: &HttpRequest,
    ) -> Result<(), String> {
        let is_in_request = |key: &SchemeCredential| match &key.place {
            CredentialPlace::Query(name) => request.has_query(name),
            CredentialPlace::Cookie(name) => request.has_cookie(name),
            place => place
                .header_name()
                .is_some_and(|name| request.has_header(name.as_str())),
        };
        let is_there = |key: &SchemeCredential| {
            self.is_configured(key)
                || credentials.is_header_passed(key.place.header_name())
                || is_in_request(key)
        };
        // Fails closed: a call without its required credentials is never sent unless the operator allows it.
        if self.allow_missing || !self.lacks_every_alternative(alternatives, is_there) {
            return Ok(());
        }
        Err(format!(
            "It requires credentials that are not configured. {}",
            self.describe_remedy(alternatives)
        ))
    }

    /// Whether every call of an operation with these alternatives is rejected for its credentials.
    /// One that clients may bring along is not.
    pub(in crate::http::executor) fn rejects_every_call(
        &self,
        alternatives: &[Requirement],
    ) -> bool {
        let may_be_passed = |key: &SchemeCredential| {
            let header = key.place.header_name();
            header.is_some_and(|header| self.passing.names().any(|name| header == name))
        };
        let is_there = |key: &SchemeCredential| self.is_configured(key) || may_be_passed(key);
        !self.allow_missing && self.lacks_every_alternative(alternatives, is_there)
    }

    /// Whether anything secret goes upstream.
    pub(in crate::http::executor) fn sends_credentials(&self) -> bool {
        let has_headers = !self.set_headers.is_empty() || self.passing.names().next().is_some();
        has_headers || self.keys.iter().any(SchemeCredential::is_available)
    }

    /// What to do to have credentials for one of the alternatives: sentences for people. What is
    /// configured already is left out.
    pub(in crate::http::executor) fn describe_remedy(
        &self,
        alternatives: &[Requirement],
    ) -> String {
        let is_named = self.keys.iter().filter(|key| key.has_login()).count() > 1;
        let (mut logins, mut wanted): (Vec<String>, Vec<String>) = Default::default();
        for alternative in alternatives {
            let keys = || self.credentials_for(alternative).map(|(key, _)| key);
            let mut missing: Vec<&SchemeCredential> =
                keys().filter(|key| !self.is_configured(key)).collect();
            // A header of the operator's stands for the rest, and the upstream does not accept it.
            if missing.is_empty() {
                missing = keys().filter(|key| !key.is_available()).collect();
            }
            // A login alone does only if nothing else is missing.
            match missing.as_slice() {
                [] => {}
                [key] => {
                    let login = key.describe_login(is_named);
                    logins.extend(login.filter(|login| !logins.contains(login)));
                    wanted.push(key.describe_required(false));
                }
                keys => {
                    let parts: Vec<String> =
                        keys.iter().map(|key| key.describe_required(true)).collect();
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
    pub(in crate::http::executor) fn configured_headers_for(
        &self,
        alternatives: &[Requirement],
    ) -> Vec<&str> {
        let keys = alternatives.iter().flat_map(|it| self.credentials_for(it));
        let headers = keys.filter_map(|(key, _)| credential_header(key));
        let set = headers.filter(|header| self.set_headers.contains(header));
        let mut names: Vec<&str> = set.map(|header| header.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    fn lacks_every_alternative(
        &self,
        alternatives: &[Requirement],
        is_there: impl Fn(&SchemeCredential) -> bool,
    ) -> bool {
        let is_complete = |alternative: &Requirement| {
            let mut keys = self.credentials_for(alternative);
            // Empty, it says that the operation needs no credentials.
            keys.all(|(key, _)| is_there(key))
        };
        !alternatives.is_empty() && !alternatives.iter().any(is_complete)
    }

    /// Whether it has its own value, or a header of the operator's carries one.
    fn is_configured(&self, key: &SchemeCredential) -> bool {
        key.is_available()
            || credential_header(key).is_some_and(|header| self.set_headers.contains(header))
    }
}

fn credential_header(key: &SchemeCredential) -> Option<&HeaderName> {
    match key.place {
        CredentialPlace::Cookie(_) => Some(&COOKIE),
        _ => key.place.header_name(),
    }
}
