use std::path::PathBuf;
use std::sync::Arc;

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
        Self {
            scheme,
            place: Place::of(scheme),
            held,
            vault: vault.clone(),
        }
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
        self.vault.keep(lent.secret.clone());
        if self.place == Place::Authorization("Bearer") {
            let token = hint(lent.secret.expose());
            tracing::debug!(scheme = self.scheme.name, token, "a call carries a token");
        }
        if !lent.is_fresh {
            pass.renewable.push(lent.secret.clone());
        }
        self.place
            .put(&lent.secret, pass)
            .map_err(|why| format!("{} can't be sent: {why}", self.sent()))
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

    /// What to set, for people.
    pub(super) fn wanted(&self) -> String {
        let env = self.scheme.env;
        match &self.held {
            Held::Token(..) if self.scheme.has_flow(OAuthGrant::Password) => {
                format!("{env} (or {env}_USERNAME and {env}_PASSWORD)")
            }
            Held::Token(..) => {
                format!("{env} (or {env}_CLIENT_ID and {env}_CLIENT_SECRET)")
            }
            Held::Certificate(_) => format!("{env}_CERT and {env}_KEY"),
            _ => self.sent(),
        }
    }
}
