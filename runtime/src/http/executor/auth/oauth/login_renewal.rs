//! The access token of a person's login, renewed with the refresh token when it expires. Several servers may share
//! one login, so the file is read for each call and written after each renewal.

use std::sync::{Arc, PoisonError};

use crate::http::executor::auth::lease::{Lease, LeasedToken};
use crate::http::executor::auth::oauth::login_store::{LoginStore, SavedLogin};
use crate::http::executor::auth::oauth::oauth_endpoints;
use crate::http::executor::auth::oauth::token_source::{TokenSource, TokenState};
use crate::http::executor::auth::secret::Secret;
use crate::http::executor::auth::token::Token;

impl TokenSource {
    /// The token of the login. The file is the truth: `login`, `logout` and other servers change it.
    pub(super) async fn login_token(&self, rejected: &[Secret]) -> Result<LeasedToken, String> {
        let inner = &self.0;
        let Some(store) = &inner.settings.store else {
            return Err(
                "There is no configuration directory that could contain a login.".to_owned(),
            );
        };
        let saved = store.load_login(&inner.vault)?;
        let lent = LeasedToken {
            secret: saved.token.access.clone(),
            is_fresh: false,
        };
        let is_rejected = rejected.contains(&lent.secret);
        if saved.token.is_current() && !is_rejected {
            return Ok(lent);
        }
        let is_usable = !saved.token.is_expired() && !is_rejected;
        let lease = self.renewal_lease(&lent.secret);
        let task = inner.clone();
        let renewed =
            lease.get_or_fetch(rejected, |_| async move { task.renew_login(&saved).await });
        match renewed.await {
            Err(_) if is_usable => Ok(lent),
            renewed => renewed,
        }
    }

    fn renewal_lease(&self, secret: &Secret) -> Arc<Lease> {
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

impl TokenState {
    /// The token of a login anew, saved for the other servers that use it.
    async fn renew_login(&self, saved: &SavedLogin) -> Result<Token, String> {
        let again = "Sign in again with `login`.";
        let scheme = self.settings.scheme.name;
        let Some(refresh) = &saved.token.refresh else {
            return Err(format!(
                "The login to {scheme} has expired or is not accepted. {again}"
            ));
        };
        let url = oauth_endpoints::parse_endpoint_url(&saved.token_url, None)?;
        let renewed = self
            .refresh_token(Some(&saved.client_id), &url, refresh)
            .await;
        let Some(store) = &self.settings.store else {
            return renewed.map_err(|refusal| refusal.text);
        };
        match renewed {
            Ok(token) => {
                let renewed = SavedLogin {
                    token: token.clone(),
                    ..saved.clone()
                };
                if let Err(why) = store.save_login(&renewed) {
                    tracing::warn!("a login was renewed, but {why}");
                }
                Ok(token)
            }
            Err(refusal) => match self.find_newer_login(store, saved) {
                Some(token) => Ok(token),
                None => Err(format!(
                    "The login to {scheme} could not be renewed: {} {again}",
                    refusal.text
                )),
            },
        }
    }

    /// Another server with the same login may have used the refresh token a moment before.
    fn find_newer_login(&self, store: &LoginStore, saved: &SavedLogin) -> Option<Token> {
        let now = store.load_login(&self.vault).ok()?;
        let is_other = now.token.access != saved.token.access && now.token.is_current();
        is_other.then_some(now.token)
    }
}
