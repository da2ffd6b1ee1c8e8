//! Login on another device: the device authorization grant (RFC 8628). It shows a code, polls the token endpoint at
//! the interval that the server sets, and saves the tokens.

use std::path::Path;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::http::executor::auth::oauth::token_source::TokenSource;
use crate::http::executor::auth::secret::Secret;
use crate::security::OAuthGrant;
use crate::value::Json;

/// What a person enters where (RFC 8628, section 3.2).
#[derive(Debug)]
pub(crate) struct DeviceCode {
    pub(crate) address: String,
    pub(crate) code: String,
}

/// How many requests in a row may not reach the authorization server, or find that it fails.
const TOLERATED_FAILURES: u32 = 3;
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
const GRANT: &str = "urn:ietf:params:oauth:grant-type:device_code";

impl TokenSource {
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
        let id = Some(inner.required_client_id()?);
        let endpoints = inner.find_endpoints(OAuthGrant::DeviceCode).await?;
        let token_url = endpoints
            .token
            .ok_or_else(|| inner.describe_missing_url())?;
        let renewal_url = endpoints.refresh.unwrap_or_else(|| token_url.clone());
        let device_url = endpoints.device.ok_or_else(|| {
            let env = inner.settings.scheme.env;
            inner.describe_missing_token(&format!(
                "the device authorization endpoint is unknown. Set {env}_DEVICE_URL, or sign in without \
                 `--device`."
            ))
        })?;
        let scope = self
            .requested_scopes(need, endpoints.metadata.as_ref())
            .join(" ");
        let mut form = inner.target_parameters();
        if !scope.is_empty() {
            form.push(("scope", &scope));
        }
        let answer = inner.request_json(id, &device_url, &form).await;
        let answer = answer.map_err(|refusal| refusal.text)?;
        let text = |name: &str| answer.get(name).and_then(Json::as_str);
        let (Some(device), Some(code), Some(address)) = (
            text("device_code"),
            text("user_code"),
            // Google's server says `verification_url`, as a draft of RFC 8628 had it.
            text("verification_uri").or_else(|| text("verification_url")),
        ) else {
            return Err(format!("{device_url} responded without a code."));
        };
        let device = inner.vault.remember_secret(Secret::new(device));
        show(&DeviceCode {
            address: address.to_owned(),
            code: code.to_owned(),
        });

        let seconds =
            |name: &str, default| answer.get(name).and_then(Json::as_u64).unwrap_or(default);
        // The server's own limits are capped: a wrong value must not make the command wait for days.
        let end = Instant::now() + Duration::from_secs(seconds("expires_in", 600).min(3600));
        let mut pause = Duration::from_secs(seconds("interval", 5).clamp(1, 60));
        let form = [("grant_type", GRANT), ("device_code", device.expose())];
        let mut failed_in_a_row = 0;
        while Instant::now() < end {
            sleep(pause).await;
            match inner.request_token(id, &token_url, &form).await {
                Ok(token) => return self.save_login(token, &renewal_url),
                Err(refusal) if refusal.code == "authorization_pending" => failed_in_a_row = 0,
                // RFC 8628, section 3.5: each `slow_down` adds five seconds, for good.
                Err(refusal) if refusal.code == "slow_down" => {
                    failed_in_a_row = 0;
                    pause += Duration::from_secs(5);
                }
                // The same section: after a failed connection, ask less often. The person may already be typing the
                // code, so one failure must not end the login; a wrong address fails each time.
                Err(refusal) if refusal.is_transient && failed_in_a_row < TOLERATED_FAILURES => {
                    failed_in_a_row += 1;
                    pause = (pause * 2).min(LONGEST_PAUSE);
                    tracing::warn!("{} Asking again in {} s.", refusal.text, pause.as_secs());
                }
                Err(refusal) => return Err(refusal.text),
            }
        }
        Err("Nobody entered the code in time: run `login` again.".to_owned())
    }
}
