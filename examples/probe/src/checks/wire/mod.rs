//! Raw connections for the checks. rmcp's client sends nothing that is wrong and shows nothing of how an answer came;
//! here messages are texts, and an answer has all that there is to be seen of it.

mod http;
mod stdio;

use std::time::Duration;

use serde_json::{Value, json};

pub(crate) use http::{Changes, HttpReply, HttpWire};
pub(crate) use stdio::StdioWire;

use crate::Settings;
use crate::connection::{Target, implementation};
use crate::failure::Failure;

/// The newest revision with `initialize`.
pub(crate) const LEGACY_VERSION: &str = "2025-11-25";
/// The revision with `server/discover`.
pub(crate) const MODERN_VERSION: &str = "2026-07-28";
/// A version that no server knows.
pub(crate) const UNKNOWN_VERSION: &str = "1900-01-01";

/// How long a check waits for one answer: less than a call, since some checks wait for answers that do not come.
const MAX_WAIT: Duration = Duration::from_secs(10);

/// How a session is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Era {
    /// With `initialize`.
    Legacy,
    /// With what the client is in every request.
    Modern,
}

/// A raw connection.
pub(crate) enum Wire {
    Stdio(Box<StdioWire>),
    Http(Box<HttpWire>),
}

/// What came of a request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exchange {
    /// The response to it.
    pub(crate) response: Option<Value>,
    /// How it came over HTTP.
    pub(crate) http: Option<HttpReply>,
    /// Why there is none.
    pub(crate) silence: Option<String>,
}

impl Exchange {
    pub(crate) fn result(&self) -> Option<&Value> {
        self.response.as_ref()?.get("result")
    }

    pub(crate) fn error(&self) -> Option<&Value> {
        self.response.as_ref()?.get("error")
    }

    pub(crate) fn error_code(&self) -> Option<i64> {
        self.error()?.get("code")?.as_i64()
    }

    pub(crate) fn status(&self) -> Option<u16> {
        Some(self.http.as_ref()?.status)
    }

    /// What came, in a few words.
    pub(crate) fn describe(&self) -> String {
        let status = self
            .status()
            .map_or(String::new(), |status| format!("HTTP {status}, "));
        let Some(response) = &self.response else {
            let body = self.http.as_ref().map(|reply| reply.body.trim());
            return match (&self.silence, body) {
                (Some(silence), _) => format!("{status}{silence}"),
                // A notification is answered by a status alone.
                (None, Some("") | None) => format!("{status}no message"),
                (None, Some(body)) => format!("{status}{}", crate::connection::excerpt(body)),
            };
        };
        if let Some(error) = response.get("error") {
            let message = error
                .get("message")
                .and_then(Value::as_str)
                .unwrap_or_default();
            let code = error.get("code").unwrap_or(&Value::Null);
            return format!(
                "{status}error {code}: {}",
                crate::connection::excerpt(message)
            );
        }
        let shown = response.get("result").unwrap_or(response).to_string();
        format!("{status}{}", crate::connection::excerpt(&shown))
    }
}

impl Wire {
    /// Opens a connection, which introduces nobody yet.
    pub(crate) fn open(
        target: &Target,
        settings: &Settings,
        http: &reqwest::Client,
    ) -> Result<Self, Failure> {
        // Some checks expect no answer at all, so each of them takes this long.
        let wait = settings.request_timeout.min(MAX_WAIT);
        Ok(match target {
            Target::Stdio(command) => {
                Self::Stdio(Box::new(StdioWire::start(command, settings, wait)?))
            }
            Target::Http(endpoint) => Self::Http(Box::new(HttpWire::new(
                endpoint.clone(),
                http.clone(),
                settings.max_message_bytes,
                wait,
            ))),
        })
    }

    /// Lets the first answer take as long as a server may need to start.
    pub(crate) fn set_wait(&mut self, wait: Duration) {
        match self {
            Self::Stdio(wire) => wire.wait = wait,
            Self::Http(wire) => wire.wait = wait,
        }
    }

    /// Sends a request and waits for its response.
    pub(crate) async fn send(&mut self, request: &Value) -> Exchange {
        match self {
            Self::Stdio(wire) => wire.send(request).await,
            Self::Http(wire) => wire.send(request).await,
        }
    }

    /// Sends a notification.
    pub(crate) async fn notify(&mut self, notification: &Value) -> Exchange {
        match self {
            Self::Stdio(wire) => wire.write(&notification.to_string()).await,
            Self::Http(wire) => wire.send(notification).await,
        }
    }

    pub(crate) fn http(&mut self) -> Option<&mut HttpWire> {
        match self {
            Self::Http(wire) => Some(wire),
            Self::Stdio(_) => None,
        }
    }

    pub(crate) fn stdio(&mut self) -> Option<&mut StdioWire> {
        match self {
            Self::Stdio(wire) => Some(wire),
            Self::Http(_) => None,
        }
    }

    /// Ends the connection. A local server that had to be ended by a signal is told.
    pub(crate) async fn close(self) -> Option<stdio::End> {
        match self {
            Self::Stdio(wire) => Some(wire.close().await),
            Self::Http(mut wire) => {
                wire.end_session().await;
                None
            }
        }
    }
}

/// The parameters of `initialize`.
pub(crate) fn initialize_parameters(version: &str) -> Value {
    json!({
        "protocolVersion": version,
        "capabilities": {},
        "clientInfo": client_info(),
    })
}

/// What every request of a modern session says of the client.
pub(crate) fn modern_meta(version: &str) -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientInfo": client_info(),
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

fn client_info() -> Value {
    let own = implementation();
    json!({"name": own.name, "version": own.version})
}
