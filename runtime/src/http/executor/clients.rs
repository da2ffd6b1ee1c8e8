use std::sync::OnceLock;
use std::time::Duration;

use reqwest::redirect::{Action, Attempt, Policy};
use reqwest::{Client, Url};
use rustls::crypto::{CryptoProvider, ring};

use crate::http::executor::auth::Certificate;

/// HTTP clients, built when they are first used: a server that lists its tools and calls none
/// should not pay for them. The one for `http:` is kept apart because it does not have to load the
/// system's certificates.
#[derive(Debug)]
pub(super) struct Clients {
    settings: ClientSettings,
    plain: OnceLock<Result<Client, String>>,
    secure: OnceLock<Result<Client, String>>,
}

#[derive(Debug)]
pub(super) struct ClientSettings {
    pub(super) user_agent: String,
    pub(super) connect_timeout: Duration,
    pub(super) timeout: Duration,
    pub(super) certificate: Option<Certificate>,
}

const MOST_REDIRECTS: usize = 10;

impl Clients {
    pub(super) fn new(settings: ClientSettings) -> Self {
        Self {
            settings,
            plain: OnceLock::new(),
            secure: OnceLock::new(),
        }
    }

    pub(super) fn settings(&self) -> &ClientSettings {
        &self.settings
    }

    pub(super) fn for_url(&self, url: &Url) -> Result<&Client, String> {
        let is_secure = url.scheme() == "https";
        let slot = if is_secure { &self.secure } else { &self.plain };
        slot.get_or_init(|| self.settings.client(is_secure))
            .as_ref()
            .map_err(Clone::clone)
    }
}

impl ClientSettings {
    fn client(&self, is_secure: bool) -> Result<Client, String> {
        if CryptoProvider::get_default().is_none() {
            // Fails only when another thread was faster, with whatever provider it prefers.
            let _ = ring::default_provider().install_default();
        }
        let builder = Client::builder()
            .user_agent(&self.user_agent)
            .connect_timeout(self.connect_timeout)
            .timeout(self.timeout)
            .tcp_nodelay(true)
            .referer(false)
            .redirect(Policy::custom(within_origin));
        let builder = match (is_secure, &self.certificate) {
            (false, _) => builder.tls_certs_only([]),
            (true, None) => builder,
            (true, Some(certificate)) => builder.identity(certificate.identity()?),
        };
        builder.build().map_err(|error| {
            format!(
                "The HTTP client could not be set up: {}",
                super::failure::chain(&error)
            )
        })
    }
}

/// Follows redirects within the origin that the request was for. Elsewhere they would take the
/// arguments, and maybe the credentials, to a server that nobody chose.
fn within_origin(attempt: Attempt<'_>) -> Action {
    let Some(first) = attempt.previous().first() else {
        return attempt.stop();
    };
    if attempt.url().origin() != first.origin() {
        attempt.stop()
    } else if attempt.previous().len() > MOST_REDIRECTS {
        attempt.error(format!("more than {MOST_REDIRECTS} redirects"))
    } else {
        attempt.follow()
    }
}
