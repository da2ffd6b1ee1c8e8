//! Who may talk to a server over HTTP: the access tokens and the issuer of its clients, the names it
//! is called by, and where it may listen. Everything here fails closed: a setting that holds nothing,
//! or that has a misspelt name, stops the server before it listens.

use std::collections::BTreeSet;
use std::net::SocketAddr;

use toolwright_inspect::suggest::did_you_mean;

use super::Failure;
use super::environment::ProcessEnvironment;
use super::options::Options;
use crate::api::Api;
use crate::server::{AccessTokens, HttpConfig, ProtectedResource};

/// How clients prove who they are.
#[derive(Debug, Default)]
pub(super) struct AccessControl {
    tokens: AccessTokens,
    issuer: Option<Issuer>,
}

/// An authorization server whose tokens open the server.
#[derive(Debug)]
struct Issuer {
    url: String,
    resource: Option<String>,
    audience: Option<String>,
    scopes: Vec<String>,
}

impl AccessControl {
    /// Reads the variables of access control; `known` are all variables of the server.
    ///
    /// # Errors
    ///
    /// A variable that begins like them is none of them, is set without a value, or needs another one
    /// that is not set.
    pub(super) async fn from_environment(
        api: &Api,
        environment: &ProcessEnvironment,
        known: &BTreeSet<String>,
    ) -> Result<Self, Failure> {
        if let Some((name, suggestion)) = environment.unknown_access_variable(api, known) {
            let question = did_you_mean(suggestion.as_deref());
            let meant = question.map_or(".".to_owned(), |question| format!("; {question}"));
            return Err(format!(
                "{name} is not a setting of this server, and ignoring it could leave the server \
                 open{meant} See --help for all settings, or unset it."
            )
            .into());
        }
        Ok(Self {
            tokens: read_tokens(api, environment).await?,
            issuer: Issuer::from_environment(api, environment)?,
        })
    }

    /// Whether clients have to show a token.
    pub(super) fn is_restricted(&self) -> bool {
        !self.tokens.is_empty() || self.issuer.is_some()
    }

    /// Rejects an address beyond the loopback interface if anyone there could call the tools, unless
    /// the operator wants just that.
    pub(super) fn check_listen(
        &self,
        api: &Api,
        address: SocketAddr,
        is_open: bool,
    ) -> Result<(), Failure> {
        // `to_canonical` turns ::ffff:127.0.0.1 into 127.0.0.1, which `is_loopback` would miss.
        if is_open || self.is_restricted() || address.ip().to_canonical().is_loopback() {
            return Ok(());
        }
        Err(format!(
            "listening on {address} without authentication would let anyone who reaches it call the \
             tools with this server's credentials. Set {tokens} (or {tokens}_FILE, or {issuer}) so \
             that clients must send a token, or allow everyone with --open ({open}=true).",
            tokens = api.variable("ACCESS_TOKENS"),
            issuer = api.variable("ACCESS_ISSUER"),
            open = api.variable("OPEN"),
        )
        .into())
    }

    /// Who may talk to a server at `address`, and how much.
    pub(super) fn http_config(
        self,
        api: &Api,
        address: SocketAddr,
        options: &Options,
    ) -> Result<HttpConfig, Failure> {
        let mut config = HttpConfig::listening_on(address);
        config.access_tokens = self.tokens;
        let hosts = options.allowed_hosts.iter();
        config.allowed_hosts.extend(hosts.cloned());
        let origins = options.allowed_origins.iter();
        config.allowed_origins.extend(origins.cloned());
        let issuer = self.issuer;
        let resource = issuer.map(|issuer| issuer.protected_resource(api, address));
        config.protected_resource = resource.transpose()?;
        let serving = &options.serving;
        config.client_requests_per_minute = serving.client_rate;
        config.trusted_proxies = serving.trusted_proxies.clone().unwrap_or_default();
        #[cfg(feature = "metrics")]
        {
            config.metrics = serving.metrics_listen.is_none();
        }
        #[cfg(feature = "bridge")]
        {
            config.bridge = serving.bridge == Some(true);
        }
        #[cfg(feature = "sessions")]
        if serving.sessions == Some(true) {
            let mut limits = crate::server::SessionLimits::default();
            limits.max_sessions = serving.max_sessions.unwrap_or(limits.max_sessions);
            config.sessions = Some(limits);
        }
        config.drain = serving.drain.unwrap_or(config.drain);
        if let Some(most) = serving.max_connections {
            config.max_connections = most.get();
        }
        Ok(config)
    }
}

impl Issuer {
    /// The settings that only say more about an issuer mean nothing without one.
    fn from_environment(
        api: &Api,
        environment: &ProcessEnvironment,
    ) -> Result<Option<Self>, Failure> {
        let get = |suffix: &str| {
            let value = environment.non_empty(&api.variable(suffix))?;
            Ok::<_, Failure>(value.map(str::to_owned))
        };
        let (resource, audience) = (get("ACCESS_RESOURCE")?, get("ACCESS_AUDIENCE")?);
        let scopes = get("ACCESS_SCOPES")?;
        let Some(url) = get("ACCESS_ISSUER")? else {
            let settings = [
                ("ACCESS_RESOURCE", &resource),
                ("ACCESS_AUDIENCE", &audience),
                ("ACCESS_SCOPES", &scopes),
            ];
            let mut set = settings.iter().filter(|(_, value)| value.is_some());
            return match set.next() {
                None => Ok(None),
                Some((suffix, _)) => Err(format!(
                    "{} is set, and {} is not: set it to the URL of the authorization server, or \
                     unset both.",
                    api.variable(suffix),
                    api.variable("ACCESS_ISSUER")
                )
                .into()),
            };
        };
        let is_given = scopes.is_some();
        let scopes = scopes.unwrap_or_default();
        // OAuth separates scopes by spaces (RFC 6749, section 3.3); operators also write commas.
        let scopes = scopes.split([',', ' ']).filter(|scope| !scope.is_empty());
        let scopes: Vec<String> = scopes.map(str::to_owned).collect();
        if is_given && scopes.is_empty() {
            let name = api.variable("ACCESS_SCOPES");
            return Err(format!("{name} contains no scope. Set at least one, or unset it.").into());
        }
        Ok(Some(Self {
            url,
            resource,
            audience,
            scopes,
        }))
    }

    fn protected_resource(
        self,
        api: &Api,
        address: SocketAddr,
    ) -> Result<ProtectedResource, Failure> {
        let resource = match self.resource {
            Some(resource) => resource,
            None if address.ip().is_unspecified() => {
                let name = api.variable("ACCESS_RESOURCE");
                return Err(
                    format!("set {name} to the URL at which clients reach this server").into(),
                );
            }
            None => format!("http://{address}/mcp"),
        };
        let mut protected = ProtectedResource::new(&self.url, &resource)?;
        if let Some(audience) = self.audience {
            protected = protected.audience(audience);
        }
        Ok(protected.scopes(self.scopes))
    }
}

async fn read_tokens(api: &Api, environment: &ProcessEnvironment) -> Result<AccessTokens, Failure> {
    match environment.configured_secret(&api.variable("ACCESS_TOKENS"))? {
        Some(secret) => Ok(AccessTokens::from_secret(secret).await?),
        None => Ok(AccessTokens::default()),
    }
}

/// Warns of settings that let in more than they seem to.
pub(super) fn warn_of_wide_settings(options: &Options) {
    for host in options
        .allowed_hosts
        .iter()
        .filter(|host| host.contains('*'))
    {
        tracing::warn!(
            "--allow-host {host} is not a pattern and matches no host that clients use: name each \
             host by an option of its own"
        );
    }
    for origin in options.allowed_origins.iter().filter(|it| *it == "null") {
        tracing::warn!(
            "--allow-origin {origin} allows any local file and any sandboxed web page to call the \
             tools"
        );
    }
    let proxies = options.serving.trusted_proxies.iter().flatten();
    if proxies.clone().any(|proxy| proxy.is_everyone()) {
        tracing::warn!(
            "--trusted-proxy names every address, so that any client can claim to be another one in \
             X-Forwarded-For: name the networks of your proxies"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::variables::variable_names;
    use crate::tools::Tools;

    static API: Api = Api::new("pets").version("1");

    async fn read(variables: &[(&str, &str)]) -> Result<AccessControl, String> {
        let known = variable_names(&Tools::from_api(&API));
        let environment = ProcessEnvironment::from_texts(variables);
        let access = AccessControl::from_environment(&API, &environment, &known).await;
        access.map_err(|error| error.to_string())
    }

    #[tokio::test]
    async fn settings_that_protect_nothing_are_errors() {
        for (variables, expected) in [
            (
                &[("PETS_ACCESS_TOKENS", "")][..],
                "PETS_ACCESS_TOKENS is set but empty",
            ),
            (
                &[("PETS_ACCESS_TOKENS", " , ,")],
                "PETS_ACCESS_TOKENS contains no token",
            ),
            (
                &[("PETS_ACCESS_TOKENS_FILE", "")],
                "PETS_ACCESS_TOKENS_FILE is set but empty",
            ),
            (
                &[("PETS_ACCESS_TOKENS_FILE", "/nowhere/to/be/found")],
                "PETS_ACCESS_TOKENS_FILE",
            ),
            (
                &[("PETS_ACCESS_TOKENS_COMMAND", " ")],
                "PETS_ACCESS_TOKENS_COMMAND is set but empty",
            ),
            (
                &[
                    ("PETS_ACCESS_TOKENS", "0123456789abcdef"),
                    ("PETS_ACCESS_TOKENS_FILE", ""),
                ],
                "PETS_ACCESS_TOKENS_FILE is set but empty",
            ),
            (
                &[("PETS_ACCESS_TOKEN", "x")],
                "did you mean `PETS_ACCESS_TOKENS`?",
            ),
            (
                &[("PETS_ACCESS_TOKENS_PATH", "x")],
                "PETS_ACCESS_TOKENS_PATH is not a setting",
            ),
            // On Windows, the case of a name makes no difference.
            #[cfg(not(windows))]
            (
                &[("pets_access_tokens", "x")],
                "pets_access_tokens is not a setting",
            ),
            (
                &[("PETS_ACCESS_ISSUER", "")],
                "PETS_ACCESS_ISSUER is set but empty",
            ),
            (
                &[("PETS_ACCESS_SCOPES", "a")],
                "PETS_ACCESS_SCOPES is set, and PETS_ACCESS_ISSUER",
            ),
            (
                &[("PETS_ACCESS_AUDIENCE", "a")],
                "PETS_ACCESS_AUDIENCE is set, and",
            ),
            (
                &[("PETS_ACCESS_RESOURCE", "a")],
                "PETS_ACCESS_RESOURCE is set, and",
            ),
            (
                &[
                    ("PETS_ACCESS_ISSUER", "https://a.example"),
                    ("PETS_ACCESS_SCOPES", " , "),
                ],
                "PETS_ACCESS_SCOPES contains no scope",
            ),
        ] {
            let error = read(variables).await.expect_err("protects nothing");
            assert!(error.contains(expected), "{variables:?}: {error}");
        }
    }

    #[tokio::test]
    async fn settings_that_protect_are_taken() {
        let none = read(&[("PETS_BASE_URL", "https://a.example")]).await;
        assert!(!none.expect("is no error").is_restricted());
        for variables in [
            &[("PETS_ACCESS_TOKENS", "0123456789abcdef,")][..],
            &[("PETS_ACCESS_ISSUER", "https://a.example")],
            &[("PETS_ACCESS_TOKENS_COMMAND", "echo 0123456789abcdef")],
        ] {
            let access = read(variables).await.expect("is no error");
            assert!(access.is_restricted(), "{variables:?}");
        }
    }

    #[tokio::test]
    async fn listening_beyond_loopback_needs_a_token_or_a_decision() {
        let open = read(&[]).await.expect("is no error");
        let closed = read(&[("PETS_ACCESS_TOKENS", "0123456789abcdef")]).await;
        let closed = closed.expect("is no error");
        for (address, is_loopback) in [
            ("127.0.0.1:8000", true),
            ("127.3.2.1:8000", true),
            ("[::1]:8000", true),
            ("[::ffff:127.0.0.1]:8000", true),
            ("0.0.0.0:8000", false),
            ("[::]:8000", false),
            ("192.0.2.1:0", false),
            ("[2001:db8::1]:8000", false),
        ] {
            let address: SocketAddr = address.parse().expect("is an address");
            let checked = open.check_listen(&API, address, false);
            assert_eq!(checked.is_ok(), is_loopback, "{address}");
            if let Err(error) = checked {
                let error = error.to_string();
                for way_out in ["PETS_ACCESS_TOKENS ", "--open", "PETS_OPEN=true"] {
                    assert!(error.contains(way_out), "{error}");
                }
            }
            assert!(open.check_listen(&API, address, true).is_ok());
            assert!(closed.check_listen(&API, address, false).is_ok());
            assert!(closed.check_listen(&API, address, true).is_ok());
        }
    }
}
