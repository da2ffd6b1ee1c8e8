use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use reqwest::Url;

use crate::http::executor::auth::lease::Lent;
use crate::http::executor::auth::mask::hint;
use crate::http::executor::auth::oauth::{Settings, Tokens};
use crate::http::executor::auth::pass::Pass;
use crate::http::executor::auth::place::{Place, basic};
use crate::http::executor::auth::secret::Secret;
use crate::http::executor::auth::source::Source;
use crate::http::executor::auth::variables::Variables;
use crate::http::executor::auth::vault::Vault;
use crate::http::executor::clients::Clients;
use crate::security::{OAuthGrant, SecurityKind, SecurityScheme};

/// The credential of one security scheme.
#[derive(Debug)]
pub(super) struct Key {
    pub(super) scheme: &'static SecurityScheme,
    pub(super) place: Place,
    held: Held,
    vault: Arc<Vault>,
    has_warned: AtomicBool,
}

#[derive(Debug)]
enum Held {
    One(Option<Source>),
    /// Some APIs take a key as the user name with no password, some the other way round.
    Pair(Option<Source>, Option<Source>),
    /// A token that is given, or else fetched.
    Token(Option<Source>, Tokens),
    /// Whether there is one; the connection has it.
    Certificate(bool),
}

/// What all keys have in common.
pub(super) struct Common {
    pub(super) vault: Arc<Vault>,
    pub(super) clients: Arc<Clients>,
    pub(super) base: Option<Url>,
    pub(super) folder: Option<PathBuf>,
}

impl Key {
    pub(super) fn new(
        scheme: &'static SecurityScheme,
        variables: &Variables<'_>,
        common: &Common,
    ) -> Self {
        let vault = &common.vault;
        let read = |suffix| Source::read(variables, suffix, vault);
        let held = match scheme.kind {
            SecurityKind::Basic => Held::Pair(read("_USERNAME"), read("_PASSWORD")),
            SecurityKind::ApiKey(..) | SecurityKind::Bearer => Held::One(read("")),
            SecurityKind::OAuth2(_) | SecurityKind::OpenIdConnect(_) => {
                let settings = Settings::read(scheme, variables, vault, common.folder.clone());
                let (clients, base) = (common.clients.clone(), common.base.clone());
                let tokens = Tokens::new(settings, clients, vault.clone(), base);
                Held::Token(read(""), tokens)
            }
            SecurityKind::MutualTls => Held::Certificate(variables.get("_CERT").is_some()),
        };
        let key = Self {
            scheme,
            place: Place::of(scheme),
            held,
            vault: vault.clone(),
            has_warned: AtomicBool::default(),
        };
        if let Held::One(Some(Source::Value(secret)))
        | Held::Token(Some(Source::Value(secret)), _) = &key.held
        {
            key.as_sent(secret.clone());
        }
        key
    }

    /// Whether there is something to authenticate with.
    pub(super) fn is_there(&self) -> bool {
        match &self.held {
            Held::One(source) => source.is_some(),
            Held::Pair(username, password) => username.is_some() || password.is_some(),
            Held::Token(given, tokens) => given.is_some() || tokens.are_there(),
            Held::Certificate(is_there) => *is_there,
        }
    }

    /// Where tokens come from when none is given.
    #[cfg(feature = "server")]
    pub(super) fn tokens(&self) -> Option<&Tokens> {
        match &self.held {
            Held::Token(_, tokens) => Some(tokens),
            _ => None,
        }
    }

    /// Adds the credential to a call's pass.
    pub(super) async fn unlock(
        &self,
        scopes: &[&str],
        rejected: &[Secret],
        pass: &mut Pass,
    ) -> Result<(), String> {
        let lent = match &self.held {
            Held::One(None) | Held::Certificate(_) => return Ok(()),
            Held::One(Some(source)) | Held::Token(Some(source), _) => source.get(rejected).await?,
            Held::Token(None, tokens) => tokens.get(scopes, rejected).await?,
            Held::Pair(username, password) => {
                let username = self.half(username.as_ref()).await?;
                let password = self.half(password.as_ref()).await?;
                Lent {
                    secret: basic(username.expose(), password.expose()),
                    is_fresh: true,
                }
            }
        };
        if self.is_scheme_alone(&lent.secret) {
            return Err(format!(
                "{} has the word `Bearer` and no token behind it",
                self.sent()
            ));
        }
        self.vault.keep(lent.secret.clone());
        let secret = self.as_sent(lent.secret.clone());
        if self.place == Place::Authorization("Bearer") {
            let token = hint(secret.expose());
            tracing::debug!(scheme = self.scheme.name, token, "a call carries a token");
        }
        if !lent.is_fresh {
            pass.renewable.push(lent.secret.clone());
        }
        self.place
            .put(&secret, pass)
            .map_err(|why| format!("{} can't be sent: {why}", self.sent()))
    }

    /// Whether a token is what a template such as `Bearer $TOKEN` leaves behind without one.
    fn is_scheme_alone(&self, secret: &Secret) -> bool {
        self.place == Place::Authorization("Bearer")
            && secret.expose().trim().eq_ignore_ascii_case("Bearer")
    }

    /// A token without the `Bearer ` that it begins with, of which the operator is warned once; all
    /// else as it is.
    fn as_sent(&self, secret: Secret) -> Secret {
        if self.place != Place::Authorization("Bearer") {
            return secret;
        }
        let Some(token) = without_scheme(secret.expose()) else {
            return secret;
        };
        if !self.has_warned.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                "the token of {} begins with `Bearer `. The word is removed, since the server \
                 writes it itself: set the variable to the token alone",
                self.scheme.env
            );
        }
        self.vault.keep(Secret::new(token))
    }

    async fn half(&self, source: Option<&Source>) -> Result<Secret, String> {
        match source {
            Some(source) => Ok(self.vault.keep(source.get(&[]).await?.secret)),
            None => Ok(Secret::new("")),
        }
    }

    /// What was sent, for people: the variables that it came from.
    pub(super) fn sent(&self) -> String {
        match &self.held {
            Held::Token(None, tokens) => tokens.owner(),
            Held::Pair(..) => format!("{0}_USERNAME and {0}_PASSWORD", self.scheme.env),
            Held::Certificate(_) => format!("{}_CERT", self.scheme.env),
            Held::One(_) | Held::Token(Some(_), _) => self.scheme.env.to_owned(),
        }
    }

    /// What to set, for people; with `or_login` also that they can sign in, if they can.
    pub(super) fn wanted(&self, or_login: bool) -> String {
        let env = self.scheme.env;
        match &self.held {
            Held::Token(..) => {
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
            Held::Certificate(_) => format!("{env}_CERT and {env}_KEY"),
            _ => self.sent(),
        }
    }

    /// Whether people can sign in for it.
    pub(super) fn has_login(&self) -> bool {
        matches!(self.held, Held::Token(..)) && self.scheme.has_login()
    }

    /// How people sign in, as a sentence, with what has to be set before; `is_named` is whether
    /// there are other schemes to sign in to.
    pub(super) fn login(&self, is_named: bool) -> Option<String> {
        let Held::Token(None, tokens) = &self.held else {
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
        let unset = tokens.unset_for_login();
        Some(match unset.is_empty() {
            true => format!("Sign in: {run}."),
            false => format!("Sign in: set {}, and {run}.", unset.join(" and ")),
        })
    }
}

/// What is left of a token that is written as in its header, `Bearer abc`: many API consoles show it
/// like that. Sent as it is, it would be `Bearer Bearer abc`, which no API accepts.
fn without_scheme(token: &str) -> Option<&str> {
    let (scheme, rest) = token.split_once(' ')?;
    scheme.eq_ignore_ascii_case("Bearer").then_some(rest.trim())
}
