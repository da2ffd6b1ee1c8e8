use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};

use crate::api::Api;
use crate::http::executor::secret::Secret;
use crate::http::{ApiKeyIn, HttpRequest};
use crate::outcome::Outcome;
use crate::security::{Requirement, SecurityKind, SecurityScheme};
use crate::value::Json;

/// The credentials of an API's security schemes, as the environment has them.
#[derive(Debug)]
pub(super) struct Keyring {
    keys: Vec<Key>,
}

#[derive(Debug)]
struct Key {
    scheme: &'static SecurityScheme,
    held: Held,
    secrets: Vec<Secret>,
}

#[derive(Debug)]
enum Held {
    Nothing,
    Header(HeaderName, HeaderValue),
    Query(&'static str, Secret),
    Cookie(&'static str, Secret),
    /// There is a credential, but it can't be sent.
    Unusable(&'static str),
}

impl Keyring {
    pub(super) fn new(api: &Api, environment: &dyn Fn(&str) -> Option<String>) -> Self {
        let keys = api
            .security
            .iter()
            .map(|scheme| Key::new(scheme, environment));
        Self {
            keys: keys.collect(),
        }
    }

    /// The alternative to authenticate with: the first whose credentials are all there. One that
    /// asks for none is what remains when there are no credentials.
    pub(super) fn choose(&self, alternatives: &[Requirement]) -> Option<Requirement> {
        let complete = |requirement: &Requirement| {
            !requirement.is_empty() && self.keys_of(requirement).all(Key::is_there)
        };
        alternatives.iter().copied().find(complete)
    }

    pub(super) fn apply(
        &self,
        requirement: Requirement,
        request: &mut HttpRequest,
        headers: &mut HeaderMap,
    ) -> Result<(), String> {
        for key in self.keys_of(&requirement) {
            match &key.held {
                Held::Nothing => {}
                Held::Header(name, value) => {
                    headers.insert(name, value.clone());
                }
                Held::Query(name, value) => request.replace_query(name, value.expose()),
                Held::Cookie(name, value) => request.replace_cookie(name, value.expose()),
                Held::Unusable(why) => {
                    return Err(format!("{} can't be sent: {why}", variables(key.scheme)));
                }
            }
        }
        Ok(())
    }

    /// The environment variables of an alternative, for people.
    pub(super) fn variables(&self, requirement: Requirement) -> String {
        let names: Vec<_> = self
            .keys_of(&requirement)
            .map(|key| variables(key.scheme))
            .collect();
        names.join(" and ")
    }

    /// Masks every credential that the upstream repeats in its refusal.
    pub(super) fn mask(&self, outcome: &mut Outcome) {
        for secret in self.keys.iter().flat_map(|key| &key.secrets) {
            secret.mask(&mut outcome.text);
            if let Some(structured) = &mut outcome.structured {
                mask_json(secret, structured);
            }
        }
    }

    fn keys_of(&self, requirement: &Requirement) -> impl Iterator<Item = &Key> {
        requirement
            .iter()
            .filter_map(|(scheme, _)| self.keys.iter().find(|key| key.scheme == *scheme))
    }
}

impl Key {
    fn new(scheme: &'static SecurityScheme, environment: &dyn Fn(&str) -> Option<String>) -> Self {
        let read = |name: &str| {
            let value = environment(name)?.trim().to_owned();
            (!value.is_empty()).then_some(value)
        };
        let mut secrets = Vec::new();
        let held = match scheme.kind {
            SecurityKind::Basic => {
                let username = read(&format!("{}_USERNAME", scheme.env));
                let password = read(&format!("{}_PASSWORD", scheme.env));
                // Some APIs take a key as the user name with no password, some the other way round.
                if username.is_none() && password.is_none() {
                    Held::Nothing
                } else {
                    secrets.extend(password.clone().map(Secret::new));
                    let pair = format!(
                        "{}:{}",
                        username.unwrap_or_default(),
                        password.unwrap_or_default()
                    );
                    let encoded = BASE64_STANDARD.encode(pair);
                    secrets.push(Secret::new(encoded.clone()));
                    header(AUTHORIZATION, &format!("Basic {encoded}"))
                }
            }
            SecurityKind::Bearer | SecurityKind::OAuth2(_) | SecurityKind::OpenIdConnect(_) => {
                match read(scheme.env) {
                    None => Held::Nothing,
                    Some(token) => {
                        secrets.push(Secret::new(token.clone()));
                        header(AUTHORIZATION, &format!("Bearer {token}"))
                    }
                }
            }
            SecurityKind::ApiKey(place, name) => match read(scheme.env) {
                None => Held::Nothing,
                Some(value) => {
                    let secret = Secret::new(value);
                    secrets.push(secret.clone());
                    api_key(place, name, secret)
                }
            },
            SecurityKind::MutualTls => Held::Nothing,
        };
        Self {
            scheme,
            held,
            secrets,
        }
    }

    fn is_there(&self) -> bool {
        !matches!(self.held, Held::Nothing)
    }
}

fn api_key(place: ApiKeyIn, name: &'static str, secret: Secret) -> Held {
    match place {
        ApiKeyIn::Query => Held::Query(name, secret),
        ApiKeyIn::Header => match HeaderName::from_bytes(name.as_bytes()) {
            Ok(name) => header(name, secret.expose()),
            Err(_) => Held::Unusable("the spec's name for its header is not a legal one"),
        },
        ApiKeyIn::Cookie => {
            if secret
                .expose()
                .contains(|c: char| c == ';' || c.is_control())
            {
                Held::Unusable("it contains a character that a cookie can't carry")
            } else {
                Held::Cookie(name, secret)
            }
        }
    }
}

fn header(name: HeaderName, value: &str) -> Held {
    match HeaderValue::from_bytes(value.as_bytes()) {
        Ok(mut value) => {
            value.set_sensitive(true);
            Held::Header(name, value)
        }
        Err(_) => Held::Unusable("it contains a character that a header can't carry"),
    }
}

fn variables(scheme: &SecurityScheme) -> String {
    match scheme.kind {
        SecurityKind::Basic => format!("{0}_USERNAME and {0}_PASSWORD", scheme.env),
        _ => scheme.env.to_owned(),
    }
}

fn mask_json(secret: &Secret, value: &mut Json) {
    match value {
        Json::String(text) => secret.mask(text),
        Json::Array(items) => items.iter_mut().for_each(|item| mask_json(secret, item)),
        Json::Object(members) => members
            .values_mut()
            .for_each(|value| mask_json(secret, value)),
        _ => {}
    }
}
