use axum::Router;
use axum::http::{StatusCode, Uri};
use axum::response::Html;
use axum::routing::get;
use reqwest::Url;
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use crate::http::executor::auth::oauth::exchange::described;
use crate::value::Json;

/// The path of the address that the browser comes back to.
pub(super) const PATH: &str = "/callback";

/// What the browser brought back.
#[derive(Debug)]
pub(super) struct Returned {
    pub(super) code: Result<String, String>,
    pub(super) issuer: Option<String>,
}

/// Waits until the browser comes back with `state`; anyone else is sent away.
pub(super) async fn returned(listener: TcpListener, state: &str) -> Result<Returned, String> {
    let (sender, mut receiver) = mpsc::channel(1);
    let state = state.to_owned();
    let answer = move |uri: Uri| {
        let returned = read(&uri, &state);
        let sender = sender.clone();
        async move {
            let Some(returned) = returned else {
                return (
                    StatusCode::BAD_REQUEST,
                    page("This is not the login that is waited for."),
                );
            };
            let text = match &returned.code {
                Ok(_) => "You are signed in. You can close this window.",
                Err(_) => "You are not signed in: the terminal says why.",
            };
            // Full only when the browser came twice.
            let _ = sender.try_send(returned);
            (StatusCode::OK, page(text))
        }
    };
    let router = Router::new().route(PATH, get(answer));
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

fn page(text: &str) -> Html<String> {
    Html(format!(
        "<!doctype html><meta charset=utf-8><title>Login</title><p>{text}</p>\n"
    ))
}

/// The redirect of RFC 6749, section 4.1.2, if it is the answer to our request.
fn read(uri: &Uri, state: &str) -> Option<Returned> {
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
            Err(described(&members.collect::<serde_json::Map<_, _>>().into()).text)
        }
    };
    Some(Returned {
        code,
        issuer: parameter("iss"),
    })
}
