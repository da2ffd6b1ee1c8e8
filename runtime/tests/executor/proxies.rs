use std::time::Duration;

use tokio::net::TcpListener;
use toolwright::HttpExecutorBuilder;

use crate::fixture::{FIND_PET, executor, request};
use crate::upstream::{Upstream, response};

const API: &str = "http://api.example.test/v1";

async fn text(builder: HttpExecutorBuilder) -> String {
    let executor = builder.max_retries(0).build().unwrap();
    executor.execute(&FIND_PET, request()).await.text
}

#[tokio::test]
async fn a_call_goes_through_the_proxy() {
    for variable in ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"] {
        let proxy = Upstream::ok().await;
        let url = format!("http://user:hunter2@{}", proxy.address());
        let text = text(executor(&[(variable, &url)]).base_url(API)).await;
        assert_eq!(text, "{}", "{variable}");
        let sent = &proxy.received()[0];
        let line = "GET http://api.example.test/v1/pets/rex HTTP/1.1\r\n";
        assert!(sent.starts_with(line), "{sent}");
        let credentials = "\r\nproxy-authorization: Basic dXNlcjpodW50ZXIy\r\n";
        assert!(sent.contains(credentials), "{sent}");
    }
}

#[tokio::test]
async fn without_a_scheme_it_speaks_http() {
    let proxy = Upstream::ok().await;
    text(executor(&[("HTTP_PROXY", &proxy.address())]).base_url(API)).await;
    assert_eq!(proxy.received().len(), 1);
}

#[tokio::test]
async fn this_machine_and_exceptions_need_none() {
    let proxy = Upstream::ok().await;
    let upstream = Upstream::ok().await;
    let proxy_url = format!("http://{}", proxy.address());
    let builder = executor(&[("HTTP_PROXY", &proxy_url)]).base_url(upstream.base_url());
    assert_eq!(text(builder).await, "{}");
    let environment = [("ALL_PROXY", proxy_url.as_str()), ("NO_PROXY", "invalid")];
    let builder = executor(&environment).base_url("http://api.invalid");
    let text = text(builder).await;
    assert!(text.contains("host api.invalid:80 could not be"), "{text}");
    assert_eq!(upstream.received().len(), 1);
    assert_eq!(proxy.received().len(), 0);
}

#[tokio::test]
async fn a_header_of_a_cgi_client_names_no_proxy() {
    let proxy = Upstream::ok().await;
    let url = format!("http://{}", proxy.address());
    let environment = [("HTTP_PROXY", url.as_str()), ("REQUEST_METHOD", "GET")];
    text(executor(&environment).base_url("http://api.invalid")).await;
    assert_eq!(proxy.received().len(), 0);
}

#[tokio::test]
async fn what_fails_says_which_proxy_it_was() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let url = format!("http://user:hunter2@{address}");
    for (variable, base) in [
        ("HTTP_PROXY", API),
        ("https_proxy", "https://api.example.test"),
    ] {
        let text = text(executor(&[(variable, &url)]).base_url(base)).await;
        assert_eq!(
            text,
            format!(
                "GET /pets/rex: connection refused at the proxy {address} ({variable}). Check the proxy: \
                 NO_PROXY lists hosts that do not need one, and PETS_BASE_URL sets another base URL."
            )
        );
    }
}

#[tokio::test]
async fn a_proxy_that_wants_credentials_says_so() {
    let refusal = response("407 Proxy Authentication Required", "", "who is hunter2?");
    let proxy = Upstream::answering(refusal).await;
    let url = format!("http://user:hunter2@{}", proxy.address());
    let plain = text(executor(&[("HTTP_PROXY", &url)]).base_url(API)).await;
    let asks = format!(
        "The error comes from the proxy {} (HTTP_PROXY), which requires a user name and a password: add them \
         to its URL.",
        proxy.address()
    );
    assert!(plain.ends_with(&asks), "{plain}");
    assert!(!plain.contains("hunter2"), "{plain}");

    let builder = executor(&[("HTTPS_PROXY", &url)]).base_url("https://api.example.test");
    let secure = text(builder).await;
    assert!(proxy.received()[1].starts_with("CONNECT api.example.test:443 HTTP/1.1\r\n"));
    let through = format!("through the proxy {} (HTTPS_PROXY): ", proxy.address());
    assert!(secure.contains(&through), "{secure}");
    assert!(secure.contains("proxy authorization required"), "{secure}");
}

#[tokio::test]
async fn it_may_be_a_socks_proxy() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("socks5://{}", listener.local_addr().unwrap());
    let greeting = tokio::spawn(async move {
        use tokio::io::AsyncReadExt;
        let (mut stream, _) = listener.accept().await.unwrap();
        stream.read_u8().await.unwrap()
    });
    let environment = [("ALL_PROXY", url.as_str())];
    let builder = executor(&environment).timeout(Duration::from_secs(5));
    let text = text(builder.base_url("http://192.0.2.1")).await;
    assert!(text.contains("through the proxy 127.0.0.1:"), "{text}");
    assert_eq!(greeting.await.unwrap(), 5);
}

#[test]
fn what_is_no_proxy_is_refused() {
    for value in [
        "ftp://user:hunter2@proxy",
        "http://user:hunter2@",
        "http://a:hunter2",
    ] {
        let error = executor(&[("HTTPS_PROXY", value)]).build().unwrap_err();
        let error = error.to_string();
        assert!(error.starts_with("HTTPS_PROXY is not usable: "), "{error}");
        assert!(!error.contains("hunter2"), "{error}");
    }
}
