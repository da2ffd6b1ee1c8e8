//! The proxies that the environment names, with the rules of `NO_PROXY`. They are read here and not by reqwest, so
//! that an error can say which proxy a request went through and which variable named it.

use std::fmt;

use hyper_util::client::proxy::matcher::Matcher;
use reqwest::{ClientBuilder, NoProxy, Proxy, Url};

use crate::http::executor::ExecutorError;
use crate::http::executor::auth::Secret;
use crate::http::executor::executor_environment::{Environment, SettingValue};

/// This machine is reached without a proxy, as it is by Go's and Python's clients. So the upstream
/// inside the server is.
const LOOPBACK: &str = "localhost,127.0.0.0/8,::1";

const SCHEMES: [&str; 6] = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"];

/// The proxies that the environment names: `HTTP_PROXY`, `HTTPS_PROXY` and `ALL_PROXY`, but not for
/// the hosts of `NO_PROXY`; all of them in small letters, too.
#[derive(Default)]
pub(super) struct Proxies {
    http: Option<NamedProxy>,
    https: Option<NamedProxy>,
    except: String,
    /// Decides as reqwest does, which does not tell.
    matcher: Option<Matcher>,
}

/// What is read, in capitals or in lower case.
pub(super) const PROXY_VARIABLES: [&str; 4] =
    ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"];

/// A proxy and the variable that names it.
#[derive(Clone)]
struct NamedProxy {
    variable: String,
    url: Url,
}

impl Proxies {
    pub(super) fn from_environment(environment: Environment<'_>) -> Result<Self, ExecutorError> {
        let named = |name: &str| {
            let given = environment.get_shared(name);
            let given = given.or_else(|| environment.get_shared(&name.to_ascii_lowercase()));
            given.map(NamedProxy::new).transpose()
        };
        // A client of a CGI program sets it with the header `Proxy`.
        let http = match environment.get_shared("REQUEST_METHOD") {
            Some(_) => None,
            None => named("HTTP_PROXY")?,
        };
        let all = named("ALL_PROXY")?;
        let (http, https) = (http.or(all.clone()), named("HTTPS_PROXY")?.or(all));
        let except = environment
            .get_shared("NO_PROXY")
            .or_else(|| environment.get_shared("no_proxy"));
        let except = match except {
            Some(given) => format!("{LOOPBACK},{}", given.value),
            None => LOOPBACK.to_owned(),
        };
        // reqwest does not tell which proxy it takes, so its matcher is asked here again.
        let matcher = (http.is_some() || https.is_some()).then(|| {
            let text = |proxy: &Option<NamedProxy>| {
                let url = proxy.as_ref().map(|proxy| proxy.url.as_str());
                url.unwrap_or_default().to_owned()
            };
            let matcher = Matcher::builder().http(text(&http)).https(text(&https));
            matcher.no(except.clone()).build()
        });
        Ok(Self {
            http,
            https,
            except,
            matcher,
        })
    }

    /// Makes a client use them, and no others.
    pub(super) fn apply_to(&self, client: ClientBuilder) -> Result<ClientBuilder, reqwest::Error> {
        let mut client = client.no_proxy();
        let except = || NoProxy::from_string(&self.except);
        if let Some(proxy) = &self.http {
            client = client.proxy(Proxy::http(proxy.url.clone())?.no_proxy(except()));
        }
        if let Some(proxy) = &self.https {
            client = client.proxy(Proxy::https(proxy.url.clone())?.no_proxy(except()));
        }
        Ok(client)
    }

    /// The proxy that requests for a URL go through, in words: its address and its variable.
    pub(super) fn describe_proxy_for(&self, url: &Url) -> Option<String> {
        let matcher = self.matcher.as_ref()?;
        matcher.intercept(&url.as_str().parse().ok()?)?;
        let proxy = match url.scheme() {
            "https" => self.https.as_ref(),
            _ => self.http.as_ref(),
        }?;
        let address = super::send_failure::host_and_port(&proxy.url);
        Some(format!("the proxy {address} ({})", proxy.variable))
    }

    /// Whether the proxy for `http:` is itself reached by TLS.
    pub(super) fn http_needs_tls(&self) -> bool {
        let mut proxy = self.http.iter();
        proxy.any(|proxy| proxy.url.scheme() == "https")
    }

    /// What no error may repeat.
    pub(super) fn secrets(&self) -> impl Iterator<Item = Secret> {
        let proxies = self.http.iter().chain(&self.https);
        proxies.filter_map(|proxy| {
            let password = proxy.url.password()?;
            let decoded = percent_encoding::percent_decode_str(password);
            Some(Secret::new(decoded.decode_utf8_lossy()))
        })
    }
}

impl NamedProxy {
    fn new(given: SettingValue) -> Result<Self, ExecutorError> {
        // The value may hold a password and is not repeated.
        let wrong = |why: &str| ExecutorError::for_setting(&given.source, why);
        let text = match given.value.contains("://") {
            true => given.value.clone(),
            false => format!("http://{}", given.value),
        };
        let url = Url::parse(&text).map_err(|error| wrong(&error.to_string()))?;
        if !SCHEMES.contains(&url.scheme()) {
            return Err(wrong("it is not the URL of an HTTP or SOCKS proxy"));
        }
        if url.host_str().is_none_or(str::is_empty) {
            return Err(wrong("it has no host"));
        }
        Ok(Self {
            variable: given.source,
            url,
        })
    }
}

impl fmt::Debug for Proxies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let proxies = self.http.iter().chain(&self.https);
        let addresses = proxies.map(|proxy| super::send_failure::host_and_port(&proxy.url));
        f.debug_list().entries(addresses).finish()
    }
}
