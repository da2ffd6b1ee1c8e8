//! The HTTP server on this machine that a browser is redirected to after a login. It accepts the one redirect that
//! has the expected `state` and gives its parameters.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use axum::Router;
use axum::http::{StatusCode, Uri};
use axum::response::Html;
use axum::routing::get;
use reqwest::Url;
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use crate::http::executor::auth::oauth::token_request::parse_error_response;
use crate::value::Json;

/// Where the browser comes back to: an address of this machine.
#[derive(Debug)]
pub(super) struct LoginRedirect {
    url: Url,
    /// As it is set, since authorization servers compare addresses letter by letter.
    text: String,
}

impl LoginRedirect {
    /// The address that is set, with this port unless that is 0. Without one, any free port of the
    /// loopback interface.
    ///
    /// # Errors
    ///
    /// What is wrong with the address, to be put behind its name.
    pub(super) fn new(set: Option<&str>, port: u16) -> Result<Self, String> {
        let wrong = |text: &str| {
            format!(
                "is '{text}', which is not an `http` address of this machine, for example \
                 http://127.0.0.1:8123/callback."
            )
        };
        let text = set.unwrap_or("http://127.0.0.1:0/callback");
        let mut url = Url::parse(text).map_err(|_| wrong(text))?;
        // RFC 8252, section 8.3: the code must not leave this machine.
        let is_here = matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
        if url.scheme() != "http" || !is_here || url.query().or(url.fragment()).is_some() {
            return Err(wrong(text));
        }
        let mut exact = text.to_owned();
        if port != 0 {
            url.set_port(Some(port)).map_err(|()| wrong(text))?;
            exact = url.to_string();
        }
        Ok(Self { url, text: exact })
    }

    /// Listens there. The address, with the port that was free where any would do.
    pub(super) async fn bind_listener(&self) -> Result<(String, TcpListener), String> {
        let port = self.url.port_or_known_default().unwrap_or_default();
        let host = match self.url.host_str() {
            Some("[::1]") => IpAddr::from(Ipv6Addr::LOCALHOST),
            _ => IpAddr::from(Ipv4Addr::LOCALHOST),
        };
        let listener = TcpListener::bind((host, port))
            .await
            .map_err(|error| format!("Cannot listen on port {port}: {error}."))?;
        if port != 0 {
            return Ok((self.text.clone(), listener));
        }
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        let mut url = self.url.clone();
        // That of an address which can have one.
        let _ = url.set_port(Some(address.port()));
        Ok((url.to_string(), listener))
    }

    pub(super) fn path(&self) -> &str {
        self.url.path()
    }
}

/// What the browser brought back.
#[derive(Debug)]
pub(super) struct RedirectParameters {
    pub(super) code: Result<String, String>,
    pub(super) issuer: Option<String>,
}

/// Waits until the browser comes back with `state`; anyone else is sent away.
pub(super) async fn wait_for_redirect(
    listener: TcpListener,
    path: &str,
    state: &str,
) -> Result<RedirectParameters, String> {
    let (sender, mut receiver) = mpsc::channel(1);
    let (path, state) = (path.to_owned(), state.to_owned());
    let answer = move |uri: Uri| {
        let returned = parse_redirect(&uri, &state).filter(|_| uri.path() == path);
        let sender = sender.clone();
        async move {
            let Some(returned) = returned else {
                return (
                    StatusCode::BAD_REQUEST,
                    message_page("This is not the login that is waited for."),
                );
            };
            let text = match &returned.code {
                Ok(_) => "You are signed in. You can close this window.",
                Err(_) => "You are not signed in: see the terminal for the reason.",
            };
            // Full only when the browser came twice.
            let _ = sender.try_send(returned);
            (StatusCode::OK, message_page(text))
        }
    };
    let router = Router::new().fallback(get(answer));
    let mut received = None;
    let end = async {
        received = receiver.recv().await;
    };
    let (done, ended) = tokio::sync::oneshot::channel::<()>();
    let served = axum::serve(listener, router).with_graceful_shutdown(async {
        let _ = ended.await;
    });
    let serving = tokio::spawn(served.into_future());
    end.await;
    let _ = done.send(());
    // The page is still on its way; a browser may keep its connection open without end.
    let _ = tokio::time::timeout(std::time::Duration::from_secs(2), serving).await;
    received.ok_or_else(|| "The login ended early.".to_owned())
}

fn message_page(text: &str) -> Html<String> {
    Html(format!(
        "<!doctype html><meta charset=utf-8><title>Login</title><p>{text}</p>\n"
    ))
}

/// The redirect of RFC 6749, section 4.1.2, if it is the answer to our request.
fn parse_redirect(uri: &Uri, state: &str) -> Option<RedirectParameters> {
    let url = Url::parse("http://127.0.0.1/").ok()?;
    let url = url.join(&uri.to_string()).ok()?;
    let parameter = |name: &str| {
        let mut pairs = url.query_pairs();
        let (_, value) = pairs.find(|(known, _)| known == name)?;
        Some(value.into_owned())
    };
    if parameter("state")? != state {
        return None;
    }
    let code = match parameter("code") {
        Some(code) if parameter("error").is_none() => Ok(code),
        _ => {
            let members = ["error", "error_description"]
                .into_iter()
                .filter_map(|name| Some((name.to_owned(), Json::from(parameter(name)?))));
            Err(parse_error_response(&members.collect::<serde_json::Map<_, _>>().into()).text)
        }
    };
    Some(RedirectParameters {
        code,
        issuer: parameter("iss"),
    })
}

#[cfg(test)]
mod tests {
    use super::LoginRedirect;

    #[tokio::test]
    async fn is_the_address_that_is_set() {
        let address = |set: Option<&'static str>, port| async move {
            let redirect = LoginRedirect::new(set, port).expect("is of this machine");
            let (address, listener) = redirect.bind_listener().await.expect("can listen");
            let port = listener.local_addr().expect("listens").port().to_string();
            address.replace(&port, "PORT")
        };
        assert_eq!(address(None, 0).await, "http://127.0.0.1:PORT/callback");
        let set = Some("http://localhost:0/oauth/back");
        assert_eq!(address(set, 0).await, "http://localhost:PORT/oauth/back");
        let free = std::net::TcpListener::bind("127.0.0.1:0").expect("can listen");
        let port = free.local_addr().expect("listens").port();
        drop(free);
        assert_eq!(address(set, port).await, "http://localhost:PORT/oauth/back");
    }

    #[tokio::test]
    async fn is_said_letter_by_letter() {
        let free = std::net::TcpListener::bind("127.0.0.1:0").expect("can listen");
        let set = format!("HTTP://{}", free.local_addr().expect("listens"));
        drop(free);
        let redirect = LoginRedirect::new(Some(&set), 0).expect("is of this machine");
        assert_eq!(redirect.path(), "/");
        let (address, _) = redirect.bind_listener().await.expect("can listen");
        assert_eq!(address, set);
    }

    #[test]
    fn is_on_this_machine() {
        for elsewhere in [
            "https://127.0.0.1:1/callback",
            "http://example.com/callback",
            "http://127.0.0.1:1/callback?a=b",
            "http://127.0.0.1:1/callback#a",
            "callback",
        ] {
            let error = LoginRedirect::new(Some(elsewhere), 0).expect_err("is refused");
            assert!(error.contains(elsewhere), "{error}");
        }
    }
}
