use std::sync::{Arc, PoisonError};

use crate::http::executor::auth::lease::{Lease, Lent};
use crate::http::executor::auth::oauth::endpoints;
use crate::http::executor::auth::oauth::store::{Saved, Store};
use crate::http::executor::auth::oauth::tokens::{Inner, Tokens};
use crate::http::executor::auth::secret::Secret;
use crate::http::executor::auth::token::Token;

impl Tokens {
    /// The token of the login. The file is the truth: `login`, `logout` and other servers change it.
    pub(super) async fn of_login(&self, rejected: &[Secret]) -> Result<Lent, String> {
        let inner = &self.0;
        let Some(store) = &inner.settings.store else {
            return Err("There is no folder for settings to find a login in.".to_owned());
        };
        let saved = store.load(&inner.vault)?;
        let lent = Lent {
            secret: saved.token.access.clone(),
            is_fresh: false,
        };
        let is_rejected = rejected.contains(&lent.secret);
        if saved.token.is_current() && !is_rejected {
            return Ok(lent);
        }
        let is_usable = !saved.token.is_expired() && !is_rejected;
        let lease = self.renewal_of(&lent.secret);
        let task = inner.clone();
        let renewed = lease.get(rejected, |_| async move { task.renew(&saved).await });
        match renewed.await {
            Err(_) if is_usable => Ok(lent),
            renewed => renewed,
        }
    }

    fn renewal_of(&self, secret: &Secret) -> Arc<Lease> {
        let mut renewal = self
            .0
            .renewal
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        match &*renewal {
            Some((known, lease)) if known == secret => lease.clone(),
            _ => {
                let lease = Arc::<Lease>::default();
                *renewal = Some((secret.clone(), lease.clone()));
                lease
            }
        }
    }
}

impl Inner {
    /// The token of a login anew, saved for the other servers that use it.
    async fn renew(&self, saved: &Saved) -> Result<Token, String> {
        let again = "Sign in again with `login`.";
        let scheme = self.settings.scheme.name;
        let Some(refresh) = &saved.token.refresh else {
            return Err(format!(
                "The login to {scheme} has expired or is not accepted. {again}"
            ));
        };
        let url = endpoints::url(&saved.token_url, None)?;
        let renewed = self.refreshed(Some(&saved.client_id), &url, refresh).await;
        let Some(store) = &self.settings.store else {
            return renewed.map_err(|refusal| refusal.text);
        };
        match renewed {
            Ok(token) => {
                let renewed = Saved {
                    token: token.clone(),
                    ..saved.clone()
                };
                if let Err(why) = store.save(&renewed) {
                    tracing::warn!("a login was renewed, but {why}");
                }
                Ok(token)
            }
            Err(refusal) => match self.renewed_elsewhere(store, saved) {
                Some(token) => Ok(token),
                None => Err(format!(
                    "The login to {scheme} could not be renewed: {} {again}",
                    refusal.text
                )),
            },
        }
    }

    /// Another server with the same login may have used the refresh token a moment before.
    fn renewed_elsewhere(&self, store: &Store, saved: &Saved) -> Option<Token> {
        let now = store.load(&self.vault).ok()?;
        let is_other = now.token.access != saved.token.access && now.token.is_current();
        is_other.then_some(now.token)
    }
}
