//! What `benches -- throughput` is compared with: no program that turns a POST into a GET does less. It reads each request,
//! sends a GET, and sends back what is answered.
//!
//! `bare_proxy ADDRESS BASE_URL` listens on the address.

use http_body_util::{BodyExt, Empty};
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::net::TcpListener;

type Upstream = Client<HttpConnector, Empty<Bytes>>;
type Error = Box<dyn std::error::Error + Send + Sync>;

/// The answer to a GET of the one operation.
async fn forward(
    upstream: Upstream,
    url: String,
    request: Request<Incoming>,
) -> Result<Response<Incoming>, Error> {
    request.into_body().collect().await?;
    Ok(upstream.get(url.parse()?).await?)
}

#[tokio::main]
async fn main() -> Result<(), Error> {
    let mut arguments = std::env::args().skip(1);
    let (Some(address), Some(base)) = (arguments.next(), arguments.next()) else {
        return Err("usage: bare_proxy ADDRESS BASE_URL".into());
    };
    let url = format!("{base}/repos/octocat/hello-world/issues/1347");
    let mut connector = HttpConnector::new();
    connector.set_nodelay(true);
    let upstream: Upstream = Client::builder(TokioExecutor::new()).build(connector);
    let listener = TcpListener::bind(address).await?;
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let (upstream, url) = (upstream.clone(), url.clone());
        let service = service_fn(move |request| forward(upstream.clone(), url.clone(), request));
        tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
    }
}
