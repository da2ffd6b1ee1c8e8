use std::path::Path;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::http::executor::auth::oauth::tokens::Tokens;
use crate::http::executor::auth::secret::Secret;
use crate::security::OAuthGrant;
use crate::value::Json;

/// What a person enters where (RFC 8628, section 3.2).
#[derive(Debug)]
pub(crate) struct DeviceCode {
    pub(crate) address: String,
    pub(crate) code: String,
}

const GRANT: &str = "urn:ietf:params:oauth:grant-type:device_code";

impl Tokens {
    /// The device authorization grant (RFC 8628). `show` takes what the person has to enter. The
    /// path of the file with the tokens.
    ///
    /// # Errors
    ///
    /// A sentence for people, without secrets.
    pub(crate) async fn sign_in_by_device(
        &self,
        need: &[&str],
        show: impl FnOnce(&DeviceCode),
    ) -> Result<&Path, String> {
        let inner = &self.0;
        let id = Some(inner.client_id()?);
        let endpoints = inner.endpoints(OAuthGrant::DeviceCode).await?;
        let token_url = endpoints.token.ok_or_else(|| inner.no_address())?;
        let renewal_url = endpoints.refresh.unwrap_or_else(|| token_url.clone());
        let device_url = endpoints.device.ok_or_else(|| {
            let env = inner.settings.scheme.env;
            inner.because(&format!(
                "it is not known where devices ask. Set {env}_DEVICE_URL, or sign in without \
                 `--device`."
            ))
        })?;
        let scope = self.scopes(need, endpoints.metadata.as_ref()).join(" ");
        let mut form = inner.target();
        if !scope.is_empty() {
            form.push(("scope", &scope));
        }
        let answer = inner.ask(id, &device_url, &form).await;
        let answer = answer.map_err(|refusal| refusal.text)?;
        let text = |name: &str| answer.get(name).and_then(Json::as_str);
        let (Some(device), Some(code), Some(address)) = (
            text("device_code"),
            text("user_code"),
            text("verification_uri").or_else(|| text("verification_url")),
        ) else {
            return Err(format!("{device_url} answered without a code."));
        };
        let device = inner.vault.keep(Secret::new(device));
        show(&DeviceCode {
            address: address.to_owned(),
            code: code.to_owned(),
        });

        let seconds =
            |name: &str, default| answer.get(name).and_then(Json::as_u64).unwrap_or(default);
        let end = Instant::now() + Duration::from_secs(seconds("expires_in", 600).min(3600));
        let mut pause = Duration::from_secs(seconds("interval", 5).min(60));
        let form = [("grant_type", GRANT), ("device_code", device.expose())];
        while Instant::now() < end {
            sleep(pause).await;
            match inner.token(id, &token_url, &form).await {
                Ok(token) => return self.keep(token, &renewal_url),
                Err(refusal) if refusal.code == "authorization_pending" => {}
                Err(refusal) if refusal.code == "slow_down" => pause += Duration::from_secs(5),
                Err(refusal) => return Err(refusal.text),
            }
        }
        Err("Nobody entered the code in time.".to_owned())
    }
}
