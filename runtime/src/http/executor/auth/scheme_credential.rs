//! The credential of one security scheme: a value, a pair, a token that is fetched, or a certificate. It adds
//! itself to the credentials of a call, and tells an operator in words what was sent or what to set.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use reqwest::Url;

use crate::http::executor::auth::credential_place::{
    CredentialPlace, check_username, encode_basic,
};
use crate::http::executor::auth::credentials::Credentials;
use crate::http::executor::auth::lease::LeasedToken;
use crate::http::executor::auth::mask::shorten_token;
use crate::http::executor::auth::oauth::{OAuthSettings, TokenSource};
use crate::http::executor::auth::scheme_variables::SchemeVariables;
use crate::http::executor::auth::secret::Secret;
use crate::http::executor::auth::source::SecretSource;
use crate::http::executor::auth::vault::Vault;
use crate::http::executor::executor_error::ExecutorError;
use crate::http::executor::http_clients::HttpClients;
use crate::security::{OAuthGrant, SecurityKind, SecurityScheme};

/// The credential of one security scheme.
#[derive(Debug)]
pub(super) struct SchemeCredential {
    pub(super) scheme: &'static SecurityScheme,
    pub(super) place: CredentialPlace,
    held: HeldCredential,
    vault: Arc<Vault>,
    has_warned: AtomicBool,
}

#[derive(Debug)]
enum HeldCredential {
    One(Option<SecretSource>),
    /// Some APIs take a key as the user name with no password, some the other way round.
    Pair(Option<SecretSource>, Option<SecretSource>),
    /// A token that is given, or else fetched.
    Token(Option<SecretSource>, TokenSource),
    /// Whether there is one; the connection has it.
    Certificate(bool),
}

/// What all keys have in common.
pub(super) struct SharedSettings {
    pub(super) vault: Arc<Vault>,
    pub(super) clients: Arc<HttpClients>,
    pub(super) base: Option<Url>,
    pub(super) folder: Option<PathBuf>,
}

impl SchemeCredential {
    pub(super) fn new(
        scheme: &'static SecurityScheme,
        variables: &SchemeVariables<'_>,
        common: &SharedSettings,
    ) -> Self {
        let vault = &common.vault;
        let read = |suffix| SecretSource::from_variables(variables, suffix, vault);
        let held = match scheme.kind {
            SecurityKind::Basic => HeldCredential::Pair(read("_USERNAME"), read("_PASSWORD")),
            SecurityKind::ApiKey(..) | SecurityKind::Bearer => HeldCredential::One(read("")),
            SecurityKind::OAuth2(_) | SecurityKind::OpenIdConnect(_) => {
                let settings = OAuthSettings::from_environment(
                    scheme,
                    variables,
                    vault,
                    common.folder.clone(),
                );
                let (clients, base) = (common.clients.clone(), common.base.clone());
                let tokens = TokenSource::new(settings, clients, vault.clone(), base);
                HeldCredential::Token(read(""), tokens)
            }
            // `ClientCertificate` reads it.
            SecurityKind::MutualTls => HeldCredential::Certificate(variables.is_set("_CERT")),
        };
        let key = Self {
            scheme,
            place: CredentialPlace::for_scheme(scheme),
            held,
            vault: vault.clone(),
            has_warned: AtomicBool::default(),
        };
        if let HeldCredential::One(Some(SecretSource::Value(secret)))
        | HeldCredential::Token(Some(SecretSource::Value(secret)), _) = &key.held
        {
            key.strip_bearer_prefix(secret.clone());
        }
        key
    }

    /// Rejects a user name that its variable holds and that can't be sent. One of a file or a command is only known when a
    /// call needs it.
    pub(super) fn reject_unsendable_username(&self) -> Result<(), ExecutorError> {
        let HeldCredential::Pair(Some(SecretSource::Value(username)), _) = &self.held else {
            return Ok(());
        };
        let variable = || format!("{}_USERNAME", self.scheme.env);
        check_username(username).map_err(|why| ExecutorError::for_setting(variable(), why))
    }

    /// Whether there is something to authenticate with.
    pub(super) fn is_available(&self) -> bool {
        match &self.held {
            HeldCredential::One(source) => source.is_some(),
            HeldCredential::Pair(username, password) => username.is_some() || password.is_some(),
            HeldCredential::Token(given, tokens) => given.is_some() || tokens.is_configured(),
            HeldCredential::Certificate(is_there) => *is_there,
        }
    }

    /// Where tokens come from when none is given.
    #[cfg(feature = "server")]
    pub(super) fn token_source(&self) -> Option<&TokenSource> {
        match &self.held {
            HeldCredential::Token(_, tokens) => Some(tokens),
            _ => None,
        }
    }

    /// Adds the credential to those of a call.
    pub(super) async fn add_to_credentials(
        &self,
        scopes: &[&str],
        rejected: &[Secret],
        credentials: &mut Credentials,
    ) -> Result<(), String> {
        let lent = match &self.held {
            // A certificate is presented by the TLS connection and not in the request.
            HeldCredential::One(None) | HeldCredential::Certificate(_) => return Ok(()),
            HeldCredential::One(Some(source)) | HeldCredential::Token(Some(source), _) => {
                source.fetch_secret(rejected).await?
            }
            HeldCredential::Token(None, tokens) => tokens.get_token(scopes, rejected).await?,
            HeldCredential::Pair(username, password) => {
                let mut halves = [Secret::new(""), Secret::new("")];
                for (half, source) in halves.iter_mut().zip([username, password]) {
                    let Some(source) = source else { continue };
                    let lent = source.fetch_secret(rejected).await?;
                    *half = self.vault.remember_secret(lent.secret);
                    // A half is renewed by itself: its source does not know the pair.
                    if !lent.is_fresh {
                        credentials.renewable.push(half.clone());
                    }
                }
                let [username, password] = halves;
                let secret = encode_basic(&username, &password)
                    .map_err(|why| self.describe_unsendable(why))?;
                LeasedToken {
                    secret,
                    is_fresh: true,
                }
            }
        };
        if self.is_bearer_word_alone(&lent.secret) {
            return Err(format!(
                "{} contains the word `Bearer` without a token: set it to the token",
                self.describe_sent()
            ));
        }
        // Remembered before it is used, so that a failure message cannot contain it unmasked.
        self.vault.remember_secret(lent.secret.clone());
        let secret = self.strip_bearer_prefix(lent.secret.clone());
        if self.place == CredentialPlace::Authorization("Bearer") {
            let token = shorten_token(secret.expose());
            tracing::debug!(scheme = self.scheme.name, token, "a call carries a token");
        }
        // Only a credential that was kept may be stale. One that was just fetched and is rejected
        // is wrong, and fetching it again would loop.
        if !lent.is_fresh {
            credentials.renewable.push(lent.secret.clone());
        }
        self.place
            .put_secret(&secret, credentials)
            .map_err(|why| self.describe_unsendable(why))
    }

    fn describe_unsendable(&self, why: &str) -> String {
        format!("{} cannot be sent: {why}", self.describe_sent())
    }

    /// Whether a token is what a template such as `Bearer $TOKEN` leaves behind without one.
    fn is_bearer_word_alone(&self, secret: &Secret) -> bool {
        self.place == CredentialPlace::Authorization("Bearer")
            && secret.expose().trim().eq_ignore_ascii_case("Bearer")
    }

    /// A token without the `Bearer ` that it begins with, of which the operator is warned once; all
    /// else as it is.
    fn strip_bearer_prefix(&self, secret: Secret) -> Secret {
        if self.place != CredentialPlace::Authorization("Bearer") {
            return secret;
        }
        let Some(token) = strip_scheme_word(secret.expose()) else {
            return secret;
        };
        if !self.has_warned.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                "the token of {} begins with `Bearer `. This word is ignored, because the server adds it: \
                 set the variable to the token alone",
                self.scheme.env
            );
        }
        self.vault.remember_secret(Secret::new(token))
    }

    /// What was sent, for people: the variables that it came from.
    pub(super) fn describe_sent(&self) -> String {
        match &self.held {
            HeldCredential::Token(None, tokens) => tokens.describe_owner(),
            HeldCredential::Pair(..) => format!("{0}_USERNAME and {0}_PASSWORD", self.scheme.env),
            HeldCredential::Certificate(_) => format!("{}_CERT", self.scheme.env),
            HeldCredential::One(_) | HeldCredential::Token(Some(_), _) => {
                self.scheme.env.to_owned()
            }
        }
    }

    /// What to set, for people; with `or_login` also that they can sign in, if they can.
    pub(super) fn describe_required(&self, or_login: bool) -> String {
        let env = self.scheme.env;
        match &self.held {
            HeldCredential::Token(..) => {
                let has = |grant| self.scheme.has_flow(grant);
                let is_for_passwords =
                    has(OAuthGrant::Password) && !has(OAuthGrant::ClientCredentials);
                let mut ways = Vec::new();
                if self.scheme.takes_client_credentials() && !is_for_passwords {
                    ways.push(format!("{env}_CLIENT_ID and {env}_CLIENT_SECRET"));
                }
                if has(OAuthGrant::Password) {
                    ways.push(format!("{env}_USERNAME and {env}_PASSWORD"));
                }
                if or_login && self.has_login() {
                    ways.push("sign in with `login`".to_owned());
                }
                match ways.is_empty() {
                    true => format!("{env} (an access token)"),
                    false => format!("{env} (or {})", ways.join(", or ")),
                }
            }
            HeldCredential::Certificate(_) => format!("{env}_CERT and {env}_KEY"),
            _ => self.describe_sent(),
        }
    }

    /// Whether people can sign in for it.
    pub(super) fn has_login(&self) -> bool {
        matches!(self.held, HeldCredential::Token(..)) && self.scheme.has_login()
    }

    /// How people sign in, as a sentence, with what has to be set before; `is_named` is whether
    /// there are other schemes to sign in to.
    pub(super) fn describe_login(&self, is_named: bool) -> Option<String> {
        let HeldCredential::Token(None, tokens) = &self.held else {
            return None;
        };
        if !self.scheme.has_login() {
            return None;
        }
        let command = match is_named {
            true => format!("login {}", self.scheme.name),
            false => "login".to_owned(),
        };
        let run = format!("run this server's program with `{command}`");
        let unset = tokens.missing_login_variables();
        Some(match unset.is_empty() {
            true => format!("Sign in: {run}."),
            false => format!("Sign in: set {}, and {run}.", unset.join(" and ")),
        })
    }
}

/// What is left of a token that is written as in its header, `Bearer abc`: many API consoles show it
/// like that. Sent as it is, it would be `Bearer Bearer abc`, which no API accepts.
fn strip_scheme_word(token: &str) -> Option<&str> {
    let (scheme, rest) = token.split_once(' ')?;
    scheme.eq_ignore_ascii_case("Bearer").then_some(rest.trim())
}
