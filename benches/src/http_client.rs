//! A client of streamable HTTP that does no more than it must.

use reqwest::{Client, RequestBuilder, Response};

use crate::Error;
use crate::client::{INITIALIZE, INITIALIZED};

const SESSION: &str = "mcp-session-id";

/// A client after `initialize`.
pub(super) struct HttpClient {
    client: Client,
    url: String,
    session: Option<String>,
}

impl HttpClient {
    pub(super) async fn connect(url: String) -> Result<Self, Error> {
        // Fails only when there is one already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut client = Self {
            client: Client::builder().tcp_nodelay(true).build()?,
            url,
            session: None,
        };
        let response = client.send(INITIALIZE).await?;
        let session = response.headers().get(SESSION);
        client.session = session.and_then(|it| Some(it.to_str().ok()?.to_owned()));
        response.text().await?;
        client.send(INITIALIZED).await?.text().await?;
        Ok(client)
    }

    /// The answer to a request, whether it comes as JSON or as an event.
    pub(super) async fn ask(&self, message: &str) -> Result<String, Error> {
        let text = self.send(message).await?.text().await?;
        let data = text.lines().filter_map(|line| line.strip_prefix("data:"));
        let answer = data.map(str::trim).find(|data| !data.is_empty());
        let answer = answer.unwrap_or(&text).to_owned();
        match answer.contains("\"result\"") {
            true => Ok(answer),
            false => Err(format!("no result: {text}").into()),
        }
    }

    async fn send(&self, message: &str) -> Result<Response, Error> {
        let request = self
            .client
            .post(&self.url)
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .body(message.to_owned());
        Ok(self.in_session(request).send().await?.error_for_status()?)
    }

    fn in_session(&self, request: RequestBuilder) -> RequestBuilder {
        match &self.session {
            Some(session) => request
                .header(SESSION, session)
                .header("mcp-protocol-version", "2025-11-25"),
            None => request,
        }
    }
}
