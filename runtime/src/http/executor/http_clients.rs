//! The HTTP clients of an executor, each built at its first use: with or without TLS, with or without the client's
//! certificate, and one for public addresses only. Their redirect policy keeps a request within its origin.

use std::sync::OnceLock;
use std::time::Duration;

use reqwest::redirect::{Action, Attempt, Policy};
use reqwest::{Client, ClientBuilder, Method, Request, Response, StatusCode, Url};
use rustls::crypto::{CryptoProvider, ring};

use crate::http::executor::auth::ClientCertificate;
use crate::http::executor::files::restrict_to_public;
use crate::http::executor::proxy::Proxies;
use crate::http::executor::trusted_authorities::TrustedAuthorities;

/// HTTP clients, built when they are first used: a server that lists its tools and calls none
/// should not pay for them. The one for `http:` is kept apart because it does not have to load the
/// system's certificates.
#[derive(Debug)]
pub(super) struct HttpClients {
    settings: ClientSettings,
    plain: OnceLock<Result<Client, String>>,
    secure: OnceLock<Result<Client, String>>,
    anonymous: OnceLock<Result<Client, String>>,
    guarded: OnceLock<Result<Client, String>>,
}

#[derive(Debug)]
pub(super) struct ClientSettings {
    pub(super) user_agent: String,
    pub(super) connect_timeout: Duration,
    pub(super) timeout: Duration,
    pub(super) certificate: Option<ClientCertificate>,
    pub(super) proxies: Proxies,
    pub(super) trust: TrustedAuthorities,
    /// The environment variable with the authorities to trust.
    pub(super) ca_variable: String,
}

const MOST_REDIRECTS: usize = 10;

tokio::task_local! {
    /// The method of the request that is being sent. reqwest asks the policy of a client about
    /// redirects without saying which method the request has, and asks in the task that sends it.
    static METHOD: Method;
}

/// Sends a request of a tool, whose redirects must not change its method.
pub(super) async fn send_request(client: &Client, request: Request) -> reqwest::Result<Response> {
    let method = request.method().clone();
    METHOD.scope(method, client.execute(request)).await
}

/// Whether following the redirect would make a `GET` of another request (RFC 9110, 15.4: clients do
/// so for 301, 302 and 303). The answer to that `GET` says nothing about the request that was made.
pub(super) fn changes_method(status: StatusCode, method: &Method) -> bool {
    matches!(status.as_u16(), 301..=303) && *method != Method::GET && *method != Method::HEAD
}

impl HttpClients {
    pub(super) fn new(settings: ClientSettings) -> Self {
        Self {
            settings,
            plain: OnceLock::new(),
            secure: OnceLock::new(),
            anonymous: OnceLock::new(),
            guarded: OnceLock::new(),
        }
    }

    pub(super) fn settings(&self) -> &ClientSettings {
        &self.settings
    }

    /// The client for the API and those who give tokens for it, which may show a certificate.
    pub(super) fn client_for(&self, url: &Url) -> Result<&Client, String> {
        match url.scheme() {
            "https" => self.get_or_build(&self.secure, |settings| {
                let builder = settings.secure_builder()?;
                ClientSettings::build_client(match &settings.certificate {
                    Some(certificate) => builder.identity(certificate.load_identity()?),
                    None => builder,
                })
            }),
            _ => self.plain_client(),
        }
    }

    /// The client for other URLs that somebody listed.
    pub(super) fn anonymous_client(&self, url: &Url) -> Result<&Client, String> {
        match url.scheme() {
            "https" => self.get_or_build(&self.anonymous, |settings| {
                ClientSettings::build_client(settings.secure_builder()?)
            }),
            _ => self.plain_client(),
        }
    }

    /// The client for URLs that nobody listed, which reaches public addresses only.
    pub(super) fn public_only_client(&self) -> Result<&Client, String> {
        self.get_or_build(&self.guarded, |settings| {
            ClientSettings::build_client(restrict_to_public(settings.secure_builder()?))
        })
    }

    fn plain_client(&self) -> Result<&Client, String> {
        self.get_or_build(&self.plain, |settings| {
            ClientSettings::build_client(match settings.proxies.http_needs_tls() {
                true => settings.secure_builder()?,
                // Plain HTTP needs none of the system's certificates, and loading them takes time.
                false => settings.base_builder()?.tls_certs_only([]),
            })
        })
    }

    fn get_or_build<'c>(
        &'c self,
        slot: &'c OnceLock<Result<Client, String>>,
        make: fn(&ClientSettings) -> Result<Client, String>,
    ) -> Result<&'c Client, String> {
        slot.get_or_init(|| make(&self.settings))
            .as_ref()
            .map_err(Clone::clone)
    }
}

impl ClientSettings {
    fn secure_builder(&self) -> Result<ClientBuilder, String> {
        Ok(self.trust.apply_to(self.base_builder()?))
    }

    fn base_builder(&self) -> Result<ClientBuilder, String> {
        if CryptoProvider::get_default().is_none() {
            // Fails only when another thread was faster, with whatever provider it prefers.
            let _ = ring::default_provider().install_default();
        }
        let builder = Client::builder()
            .user_agent(&self.user_agent)
            .connect_timeout(self.connect_timeout)
            .timeout(self.timeout)
            // Small requests would otherwise wait for the server's delayed acknowledgement.
            .tcp_nodelay(true)
            // The URL of a request may hold a key, and a redirect would tell it to the next page.
            .referer(false)
            .redirect(Policy::custom(follow_within_origin));
        self.proxies.apply_to(builder).map_err(describe_setup_error)
    }

    fn build_client(builder: ClientBuilder) -> Result<Client, String> {
        builder.build().map_err(describe_setup_error)
    }
}

fn describe_setup_error(error: reqwest::Error) -> String {
    let why = super::send_failure::describe_error_chain(&error.without_url());
    format!("The HTTP client could not be set up: {why}")
}

/// Follows redirects within the origin that the request was for. Elsewhere they would take the
/// arguments, and maybe the credentials, to a server that nobody chose. Nor is one followed that
/// would turn an operation into a `GET`.
fn follow_within_origin(attempt: Attempt<'_>) -> Action {
    let Some(first) = attempt.previous().first() else {
        return attempt.stop();
    };
    let status = attempt.status();
    let changes_method = METHOD.try_with(|method| changes_method(status, method));
    if attempt.url().origin() != first.origin() || changes_method.unwrap_or(false) {
        attempt.stop()
    } else if attempt.previous().len() > MOST_REDIRECTS {
        attempt.error(format!("more than {MOST_REDIRECTS} redirects"))
    } else {
        attempt.follow()
    }
}
