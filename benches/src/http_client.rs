//! A client of streamable HTTP that does no more than it must.

use reqwest::{Client, RequestBuilder, Response};

use crate::Error;
use crate::client::{INITIALIZE, INITIALIZED};

const SESSION: &str = "mcp-session-id";

/// A client after `initialize`.
#[derive(Debug)]
pub struct HttpClient {
    client: Client,
    url: String,
    session: Option<String>,
}

impl HttpClient {
    /// Connects to the server whose MCP is at this address.
    pub async fn connect_to(url: String) -> Result<Self, Error> {
        // Fails only when there is one already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut client = Self {
            // What is compressed is only counted.
            client: Client::builder().tcp_nodelay(true).no_gzip().build()?,
            url,
            session: None,
        };
        let response = client.send_message(INITIALIZE).await?;
        let session = response.headers().get(SESSION);
        client.session = session.and_then(|it| Some(it.to_str().ok()?.to_owned()));
        response.text().await?;
        client.send_message(INITIALIZED).await?.text().await?;
        Ok(client)
    }

    /// Sends a request, and gives its answer, whether it comes as JSON or as an event.
    pub async fn send_request(&self, message: &str) -> Result<String, Error> {
        let text = self.send_message(message).await?.text().await?;
        let data = text.lines().filter_map(|line| line.strip_prefix("data:"));
        let answer = data.map(str::trim).find(|data| !data.is_empty());
        let answer = answer.unwrap_or(&text).to_owned();
        match answer.contains("\"result\"") {
            true => Ok(answer),
            false => Err(format!("no result: {text}").into()),
        }
    }

    /// How many bytes the answer to a request has in transit, when the client takes them compressed by gzip.
    pub async fn count_compressed(&self, message: &str) -> Result<usize, Error> {
        let request = self.build_post(message).header("accept-encoding", "gzip");
        let response = request.send().await?.error_for_status()?;
        match response.headers().get("content-encoding") {
            Some(encoding) if encoding == "gzip" => Ok(response.bytes().await?.len()),
            _ => Err("the answer is not compressed".into()),
        }
    }

    async fn send_message(&self, message: &str) -> Result<Response, Error> {
        Ok(self.build_post(message).send().await?.error_for_status()?)
    }

    fn build_post(&self, message: &str) -> RequestBuilder {
        let request = self
            .client
            .post(&self.url)
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .body(message.to_owned());
        self.in_session(request)
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
