//! A raw connection over streamable HTTP: every message is a POST, whose headers a check may change.

use std::time::Duration;

use futures_util::StreamExt as _;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Method, RequestBuilder};
use serde_json::Value;

use super::Exchange;
use super::stdio::is_response_to;
use crate::connection::Endpoint;

const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");

/// What a client takes.
const BOTH: &str = "application/json, text/event-stream";

pub(crate) struct HttpWire {
    pub(super) wait: Duration,
    endpoint: Endpoint,
    client: reqwest::Client,
    limit: usize,
    /// The session that the server has begun.
    pub(crate) session: Option<HeaderValue>,
    /// The version that was agreed on.
    pub(crate) version: Option<String>,
    /// Whether requests have the headers of revision 2026-07-28.
    pub(crate) is_modern: bool,
}

/// What came back.
#[derive(Clone, Debug, Default)]
pub(crate) struct HttpReply {
    pub(crate) status: u16,
    pub(crate) content_type: String,
    pub(crate) session: Option<HeaderValue>,
    pub(crate) body: String,
}

/// What a check changes in a request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes<'c> {
    /// Headers in the place of those that would be sent.
    pub(crate) headers: &'c [(&'static str, &'c str)],
    /// A header that is left out.
    pub(crate) without: Option<&'static str>,
    /// A body in the place of a message.
    pub(crate) body: Option<&'c str>,
}

impl HttpWire {
    pub(super) fn new(
        endpoint: Endpoint,
        client: reqwest::Client,
        limit: usize,
        wait: Duration,
    ) -> Self {
        Self {
            wait,
            endpoint,
            client,
            limit,
            session: None,
            version: None,
            is_modern: false,
        }
    }

    /// The URL's host, if it is this machine.
    pub(crate) fn is_local(&self) -> bool {
        let url = reqwest::Url::parse(&self.endpoint.url).ok();
        let host = url
            .as_ref()
            .and_then(reqwest::Url::host_str)
            .unwrap_or_default();
        let address = host.trim_matches(['[', ']']).parse::<std::net::IpAddr>();
        host == "localhost" || address.is_ok_and(|address| address.is_loopback())
    }

    pub(super) async fn send(&mut self, message: &Value) -> Exchange {
        let exchange = self.post(message, &Changes::default()).await;
        if message.get("method").and_then(Value::as_str) == Some("initialize") {
            self.session = exchange
                .http
                .as_ref()
                .and_then(|reply| reply.session.clone());
        }
        exchange
    }

    /// Posts a message, with changes.
    pub(crate) async fn post(&self, message: &Value, changes: &Changes<'_>) -> Exchange {
        let request = self.client.post(&self.endpoint.url);
        let headers = self.headers(message, changes);
        let body = changes
            .body
            .map_or_else(|| message.to_string(), str::to_owned);
        let request = request.headers(headers).body(body);
        let id = message.get("id").cloned();
        self.send_request(request, id.as_ref()).await
    }

    /// Opens the stream of the server's own messages. Only its head is read.
    pub(crate) async fn get(&self) -> Exchange {
        let changes = Changes {
            headers: &[("accept", "text/event-stream")],
            without: Some("content-type"),
            body: None,
        };
        let headers = self.headers(&Value::Null, &changes);
        let request = self.client.get(&self.endpoint.url).headers(headers);
        match tokio::time::timeout(self.wait, request.send()).await {
            Ok(Ok(response)) => Exchange {
                http: Some(HttpReply::head_of(&response)),
                ..Exchange::default()
            },
            Ok(Err(error)) => Exchange::silent(describe_error(&error)),
            Err(_) => Exchange::silent(self.no_answer()),
        }
    }

    /// Ends the session, if there is one. Gives the status of the answer.
    pub(crate) async fn end_session(&mut self) -> Option<u16> {
        let session = self.session.take()?;
        let request = self.client.request(Method::DELETE, &self.endpoint.url);
        let mut headers = self.headers(&Value::Null, &Changes::default());
        headers.insert(SESSION, session);
        let sent = tokio::time::timeout(self.wait, request.headers(headers).send()).await;
        Some(sent.ok()?.ok()?.status().as_u16())
    }

    fn headers(&self, message: &Value, changes: &Changes<'_>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_static(BOTH));
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let mut set = |name: &str, value: &str| {
            if let (Ok(name), Ok(value)) =
                (HeaderName::try_from(name), HeaderValue::try_from(value))
            {
                headers.insert(name, value);
            }
        };
        for (name, value) in &self.endpoint.headers {
            set(name, value);
        }
        if let Some(version) = &self.version {
            set(VERSION.as_str(), version);
        }
        if self.is_modern {
            let method = message.get("method").and_then(Value::as_str);
            set("mcp-method", method.unwrap_or_default());
            let named = |member: &str| message.get("params")?.get(member)?.as_str();
            if let Some(name) = named("name").or_else(|| named("uri")) {
                set("mcp-name", name);
            }
        }
        // Last of all, so that a check can put a wrong value in the place of any header.
        for (name, value) in changes.headers {
            set(name, value);
        }
        if let Some(session) = &self.session {
            // A check may have set a session of its own.
            headers.entry(SESSION).or_insert_with(|| session.clone());
        }
        // After everything was set, since the settings of the user may have the header as well.
        if let Some(name) = changes.without {
            headers.remove(name);
        }
        headers
    }

    async fn send_request(&self, request: RequestBuilder, id: Option<&Value>) -> Exchange {
        let answering = async {
            let response = match request.send().await {
                Ok(response) => response,
                Err(error) => return Exchange::silent(describe_error(&error)),
            };
            self.read(response, id).await
        };
        let answered = tokio::time::timeout(self.wait, answering).await;
        answered.unwrap_or_else(|_| Exchange::silent(self.no_answer()))
    }

    /// Reads a body up to the response to the request: an event stream need not end with it.
    async fn read(&self, response: reqwest::Response, id: Option<&Value>) -> Exchange {
        let mut reply = HttpReply::head_of(&response);
        let is_stream = reply.content_type.starts_with("text/event-stream");
        let mut stream = response.bytes_stream();
        let mut body = Vec::new();
        // Events that were looked at already are not looked at again with every chunk.
        let mut looked_at = 0;
        let mut found = None;
        let mut silence = None;
        while let Some(chunk) = stream.next().await {
            match chunk {
                Ok(chunk) => body.extend_from_slice(&chunk),
                Err(error) => {
                    silence = Some(describe_error(&error));
                    break;
                }
            }
            if body.len() > self.limit {
                silence = Some(format!("a body of more than {} bytes", self.limit));
                break;
            }
            if !is_stream {
                continue;
            }
            let unread = body.get(looked_at..).unwrap_or_default();
            let events = unread.get(..end_of_events(unread)).unwrap_or_default();
            found = find_event(events, id);
            // A POST without a request has a status only; a stream behind it need not end.
            if found.is_some() || id.is_none() {
                break;
            }
            looked_at += events.len();
        }
        if !is_stream {
            found = serde_json::from_slice(&body).ok();
        }
        reply.body = String::from_utf8_lossy(&body).into_owned();
        Exchange {
            response: found.filter(|value: &Value| value.is_object()),
            http: Some(reply),
            silence,
        }
    }

    fn no_answer(&self) -> String {
        format!("no answer within {} s", self.wait.as_secs_f64())
    }
}

impl HttpReply {
    fn head_of(response: &reqwest::Response) -> Self {
        let text = |name: HeaderName| {
            let value = response.headers().get(name)?;
            Some(value.to_str().ok()?.to_ascii_lowercase())
        };
        Self {
            status: response.status().as_u16(),
            content_type: text(CONTENT_TYPE).unwrap_or_default(),
            session: response.headers().get(SESSION).cloned(),
            body: String::new(),
        }
    }
}

/// Where the last whole event of a stream ends: behind an empty line.
fn end_of_events(stream: &[u8]) -> usize {
    let ends_with = |end: &[u8]| {
        let begin = stream.windows(end.len()).rposition(|window| window == end);
        begin.map_or(0, |begin| begin + end.len())
    };
    // An empty line after LF or CRLF. The standard allows a lone CR as well, which no server of MCP is known to use.
    ends_with(b"\n\n").max(ends_with(b"\n\r\n"))
}

/// The response to a request among whole events (WHATWG HTML, section 9.2.6).
fn find_event(events: &[u8], id: Option<&Value>) -> Option<Value> {
    let text = String::from_utf8_lossy(events).replace("\r\n", "\n");
    text.split("\n\n").find_map(|event| {
        let lines = event.lines().filter_map(|line| line.strip_prefix("data:"));
        let data: Vec<&str> = lines
            .map(|data| data.strip_prefix(' ').unwrap_or(data))
            .collect();
        let message: Value = serde_json::from_str(&data.join("\n")).ok()?;
        let is_wanted = match id {
            Some(id) => is_response_to(&message, id) || is_error_without_id(&message),
            None => false,
        };
        is_wanted.then_some(message)
    })
}

fn is_error_without_id(message: &Value) -> bool {
    message.get("error").is_some() && message.get("id").is_none_or(Value::is_null)
}

fn describe_error(error: &reqwest::Error) -> String {
    let mut text = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(error) = source {
        text = format!("{text}: {error}");
        source = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_response_is_found_among_events() {
        let stream = b": hello\n\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"x\"}\n\nevent: message\r\ndata: {\"id\":2,\r\ndata: \"result\":{}}\r\n\r\ndata: {";
        let whole = &stream[..end_of_events(stream)];
        assert_eq!(whole.len(), stream.len() - "data: {".len());
        let found = find_event(whole, Some(&json!(2)));
        assert_eq!(found, Some(json!({"id": 2, "result": {}})));
        assert_eq!(find_event(whole, Some(&json!(3))), None);
        assert_eq!(end_of_events(b"data: {\"id\":2}"), 0);
    }
}
