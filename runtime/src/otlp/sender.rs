//! Sends batches of spans to the collector over HTTP.
//!
//! OpenTelemetry exports from a thread of its own, and reqwest needs tokio, so each request runs on the server's runtime.

use std::pin::Pin;
use std::sync::OnceLock;
use std::time::Duration;

use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use reqwest::Client;
use rustls::crypto::{CryptoProvider, ring};
use tokio::runtime::Handle;

/// Sends batches from the exporter's thread by way of the server's runtime, which reqwest needs.
#[derive(Debug)]
pub(super) struct Sender {
    runtime: Handle,
    client: OnceLock<Result<Client, String>>,
}

/// The standard's default.
const TIMEOUT: Duration = Duration::from_secs(10);

impl Sender {
    pub(super) fn new(runtime: Handle) -> Self {
        Self {
            runtime,
            client: OnceLock::new(),
        }
    }

    fn client(&self) -> Result<Client, String> {
        self.client.get_or_init(build_client).clone()
    }
}

fn build_client() -> Result<Client, String> {
    if CryptoProvider::get_default().is_none() {
        // Fails only when another thread was faster, with whatever provider it prefers.
        let _ = ring::default_provider().install_default();
    }
    let client = Client::builder().timeout(export_timeout()).build();
    client.map_err(|error| error.to_string())
}

fn export_timeout() -> Duration {
    let names = [
        "OTEL_EXPORTER_OTLP_TRACES_TIMEOUT",
        "OTEL_EXPORTER_OTLP_TIMEOUT",
    ];
    let mut values = names.iter().filter_map(|name| std::env::var(name).ok());
    let millis = values.find_map(|value| value.trim().parse().ok());
    millis.map_or(TIMEOUT, Duration::from_millis)
}

type Answer<'a> = Pin<Box<dyn Future<Output = Result<Response<Bytes>, HttpError>> + Send + 'a>>;

impl HttpClient for Sender {
    fn send_bytes<'s, 'a>(&'s self, request: Request<Bytes>) -> Answer<'a>
    where
        's: 'a,
        Self: 'a,
    {
        Box::pin(async move {
            let client = self.client()?;
            let request = reqwest::Request::try_from(request)?;
            let sent = self.runtime.spawn(async move {
                let response = client.execute(request).await?;
                let mut answer = Response::new(Bytes::new());
                *answer.status_mut() = response.status();
                *answer.headers_mut() = response.headers().clone();
                *answer.body_mut() = response.bytes().await?;
                Ok::<_, reqwest::Error>(answer)
            });
            Ok(sent.await??)
        })
    }
}
