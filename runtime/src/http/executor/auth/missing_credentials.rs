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

/// The credentials that are missing of one alternative, each once.
#[derive(Default)]
struct MissingKeys<'k>(Vec<&'k SchemeCredential>);

impl<'k> MissingKeys<'k> {
    fn has_key(&self, key: &SchemeCredential) -> bool {
        self.0.iter().any(|own| own.scheme == key.scheme)
    }

    fn has_all(&self, others: &Self) -> bool {
        others.0.iter().all(|key| self.has_key(key))
    }

    fn add_all(&mut self, others: &MissingKeys<'k>) {
        for key in &others.0 {
            if !self.has_key(key) {
                self.0.push(key);
            }
        }
    }

    fn describe_variables(&self) -> String {
        let parts: Vec<String> = self
            .0
            .iter()
            .map(|key| key.describe_required(true))
            .collect();
        parts.join(" and ")
    }
}

impl PartialEq for MissingKeys<'_> {
    fn eq(&self, other: &Self) -> bool {
        let schemes = self.0.iter().map(|key| key.scheme);
        schemes.eq(other.0.iter().map(|key| key.scheme))
    }
}

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
        self.describe_ways(&self.missing_ways(alternatives))
    }

    /// [`describe_remedy`](Self::describe_remedy) for several operations, of which each needs one of its alternatives: no
    /// name is repeated that one sentence can say once.
    pub(in crate::http::executor) fn describe_common_remedy(
        &self,
        operations: &[&[Requirement]],
    ) -> String {
        let mut all: Vec<Vec<MissingKeys<'_>>> = Vec::new();
        for alternatives in operations {
            let ways = self.missing_ways(alternatives);
            if !all.contains(&ways) {
                all.push(ways);
            }
        }
        let logins = self.describe_logins(all.iter().flatten());
        let mut needed = MissingKeys::default();
        for ways in &all {
            if let [only] = ways.as_slice() {
                needed.add_all(only);
            }
        }
        // An operation that can do with what others need anyway asks for nothing else.
        all.retain(|ways| ways.len() > 1 && !ways.iter().any(|way| needed.has_all(way)));
        match (needed.0.is_empty(), all.as_slice()) {
            (false, []) if needed.0.len() == 1 => self.describe_ways(&[needed]),
            (true, [choice]) => self.describe_ways(choice),
            (is_empty, choices) => {
                let needed = (!is_empty).then(|| needed.describe_variables());
                let choices = choices.iter().map(|ways| {
                    let ways: Vec<String> =
                        ways.iter().map(MissingKeys::describe_variables).collect();
                    format!("either {}", ways.join(", or "))
                });
                let parts: Vec<String> = needed.into_iter().chain(choices).collect();
                join_remedies(logins, &parts.join(", and "))
            }
        }
    }

    /// What is not configured of each alternative. One of which nothing is missing is none of them.
    fn missing_ways(&self, alternatives: &[Requirement]) -> Vec<MissingKeys<'_>> {
        let mut ways = Vec::new();
        for alternative in alternatives {
            let keys = || self.credentials_for(alternative).map(|(key, _)| key);
            let mut missing: Vec<&SchemeCredential> =
                keys().filter(|key| !self.is_configured(key)).collect();
            // A header of the operator's stands for the rest, and the upstream does not accept it.
            if missing.is_empty() {
                missing = keys().filter(|key| !key.is_available()).collect();
            }
            let missing = MissingKeys(missing);
            if !missing.0.is_empty() && !ways.contains(&missing) {
                ways.push(missing);
            }
        }
        ways
    }

    fn describe_ways(&self, ways: &[MissingKeys<'_>]) -> String {
        let wanted = ways.iter().map(|way| match way.0.as_slice() {
            [key] => key.describe_required(false),
            _ => way.describe_variables(),
        });
        let wanted: Vec<String> = wanted.collect();
        join_remedies(self.describe_logins(ways.iter()), &wanted.join(", or "))
    }

    /// How to sign in where nothing else is missing, since a login alone does only then.
    fn describe_logins<'w>(&self, ways: impl Iterator<Item = &'w MissingKeys<'w>>) -> Vec<String> {
        let is_named = self.keys.iter().filter(|key| key.has_login()).count() > 1;
        let mut logins: Vec<String> = Vec::new();
        for way in ways {
            if let [key] = way.0.as_slice() {
                let login = key.describe_login(is_named);
                logins.extend(login.filter(|login| !logins.contains(login)));
            }
        }
        logins
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

/// Sentences that tell people to sign in, or to set these variables.
fn join_remedies(logins: Vec<String>, variables: &str) -> String {
    let set = format!("et {variables} in the environment of this server.");
    let mut sentences = logins;
    sentences.push(match sentences.is_empty() {
        true => format!("S{set}"),
        false => format!("Or s{set}"),
    });
    sentences.join(" ")
}

fn credential_header(key: &SchemeCredential) -> Option<&HeaderName> {
    match key.place {
        CredentialPlace::Cookie(_) => Some(&COOKIE),
        _ => key.place.header_name(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Api;
    use crate::http::HttpExecutor;
    use crate::security::{SecurityKind, SecurityScheme};

    static A: SecurityScheme = SecurityScheme::new("a", SecurityKind::Bearer, "A");
    static B: SecurityScheme = SecurityScheme::new("b", SecurityKind::Bearer, "B");
    static C: SecurityScheme = SecurityScheme::new("c", SecurityKind::Bearer, "C");
    static SCHEMES: [&SecurityScheme; 3] = [&A, &B, &C];
    static API: Api = Api::new("pets").security(&SCHEMES);

    const NEEDS_A: Requirement = &[(&A, &[])];
    const NEEDS_B: Requirement = &[(&B, &[])];
    const NEEDS_C: Requirement = &[(&C, &[])];
    const NEEDS_A_AND_B: Requirement = &[(&A, &[]), (&B, &[])];

    #[test]
    fn operations_that_need_different_credentials_have_one_sentence() {
        let executor = HttpExecutor::builder(&API).environment(|_| None).build();
        let executor = executor.expect("is right");
        for (operations, set) in [
            (&[&[NEEDS_A][..]][..], "Set A in"),
            (
                &[&[NEEDS_A], &[NEEDS_A_AND_B], &[NEEDS_B]],
                "Set A and B in",
            ),
            (&[&[NEEDS_A, NEEDS_B]], "Set A, or B in"),
            (&[&[NEEDS_A, NEEDS_B], &[NEEDS_A]], "Set A in"),
            (
                &[&[NEEDS_A, NEEDS_B], &[NEEDS_C]],
                "Set C, and either A, or B in",
            ),
            (
                &[&[NEEDS_A, NEEDS_B], &[NEEDS_A_AND_B, NEEDS_C]],
                "Set either A, or B, and either A and B, or C in",
            ),
        ] {
            assert_eq!(
                executor.keyring.describe_common_remedy(operations),
                format!("{set} the environment of this server.")
            );
        }
    }
}
