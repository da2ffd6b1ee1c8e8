//! The tools for the connection.

use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::Value;
use toolwright::{Call, ToolError};

use super::to_map;
use crate::Probe;
use crate::api::types::{
    Closed, ConnectToServerBody, ConnectToServerResponse, ConnectionDetails, DisconnectResponse,
    GetConnectionStatusResponse, Metadata, PreviousConnection, ServerInfo, Statistics,
};
use crate::api::{self, handlers};
use crate::arguments::{invalid_arguments, reject_unknown_arguments};
use crate::clock::{Stopwatch, format_now, format_time};
use crate::connection::{CommandLine, Connection, Target};
use crate::failure::{Failure, FailureKind};

impl handlers::ConnectToServer for Probe {
    async fn connect_to_server(
        &self,
        request: api::ConnectToServer,
        call: &Call<'_>,
    ) -> Result<ConnectToServerResponse, ToolError> {
        let stopwatch = Stopwatch::start();
        let connecting = async {
            let target = self.target_of(request.body)?;
            call.report(format!("connecting to {}", target.server_url()));
            self.connect(target).await
        };
        match connecting.await {
            Ok(connection) => Ok(ConnectToServerResponse {
                success: true,
                message: describe_success(&connection),
                connection: describe_details(&connection),
                metadata: metadata(stopwatch),
            }),
            Err(failure) => Err(self.report(failure, stopwatch)),
        }
    }
}

impl handlers::Disconnect for Probe {
    async fn disconnect(
        &self,
        _: api::Disconnect,
        _: &Call<'_>,
    ) -> Result<DisconnectResponse, ToolError> {
        let stopwatch = Stopwatch::start();
        let disconnected = Probe::disconnect(self).await;
        let (connection, exit_status) =
            disconnected.map_err(|failure| self.report(failure, stopwatch))?;
        let server_url = connection.target.server_url();
        Ok(DisconnectResponse {
            success: true,
            message: format!("disconnected from {server_url}"),
            previous_connection: PreviousConnection {
                server_url,
                connected_at: format_time(connection.connected_at),
                disconnected_at: format_now(),
                exit_status,
            },
            metadata: metadata(stopwatch),
        })
    }
}

impl handlers::GetConnectionStatus for Probe {
    async fn get_connection_status(
        &self,
        _: api::GetConnectionStatus,
        _: &Call<'_>,
    ) -> Result<GetConnectionStatusResponse, ToolError> {
        let stopwatch = Stopwatch::start();
        let connection = self.current_connection();
        let closing = connection.as_ref().and_then(|it| it.closing());
        let closed = closing.map(|closing| Closed {
            reason: closing.reason,
            closed_at: format_time(closing.at),
            stderr_tail: connection.as_ref().and_then(|it| it.stderr_tail()),
        });
        Ok(GetConnectionStatusResponse {
            success: true,
            // A connection that its server has closed is kept, so that a model can ask why.
            connected: connection.is_some() && closed.is_none(),
            connection: connection.as_deref().map(describe_details),
            statistics: connection.as_deref().map(describe_statistics),
            closed,
            metadata: metadata(stopwatch),
        })
    }
}

impl Probe {
    /// What to connect to.
    fn target_of(&self, body: ConnectToServerBody) -> Result<Target, Failure> {
        const TOOL: &str = "connect_to_server";
        reject_unknown_arguments(
            TOOL,
            &body.additional_properties,
            &["url", "command", "args", "env"],
        )?;
        let wrong = |pointer: &str, message: &str| {
            let violation =
                toolwright::value::Violation::new(pointer.to_owned(), message.to_owned());
            Err(invalid_arguments(TOOL, &[violation]))
        };
        match (body.url, body.command) {
            (Some(_), Some(_)) => wrong("", "give either `url` or `command`, not both"),
            (None, None) => wrong(
                "",
                "give `url` for a deployed server or `command` for a local one",
            ),
            // Refused and not ignored: the caller expects that they have an effect.
            (Some(_), None) if body.args.is_some() || body.env.is_some() => {
                wrong("/url", "`args` and `env` go with `command`, not with `url`")
            }
            (Some(url), None) => Target::at_url(&url, Vec::new()),
            (None, Some(command)) if command.trim().is_empty() => {
                wrong("/command", "must not be empty")
            }
            // On a server that others can reach, a command would run with the rights of whoever
            // operates it.
            (None, Some(_)) if !self.settings().allows_commands => Err(Failure::new(
                FailureKind::ConnectionFailed,
                "this probe does not start local servers (MCP_PROBE_COMMANDS is `off`)",
            )
            .with_suggestion("connect to a deployed server by its `url`")),
            (None, Some(program)) => {
                let environment = body.env.as_ref().into_iter().flatten();
                Ok(Target::Stdio(CommandLine {
                    program,
                    arguments: body.args.unwrap_or_default(),
                    environment: environment.cloned().collect(),
                }))
            }
        }
    }
}

fn describe_success(connection: &Connection) -> String {
    let [name, version] = connection.server_name_and_version();
    let named = match (name.as_str(), version.as_str()) {
        ("", _) => "a server that does not tell its name".to_owned(),
        (name, "") => name.to_owned(),
        (name, version) => format!("{name} {version}"),
    };
    let revision = &connection.server_info().protocol_version;
    format!("connected to {named}, which speaks MCP {revision}")
}

fn describe_details(connection: &Connection) -> ConnectionDetails {
    let info = connection.server_info();
    let server = info.server_info.as_ref();
    let capabilities = serde_json::to_value(&info.capabilities).unwrap_or_default();
    let text = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    ConnectionDetails {
        server_url: connection.target.server_url(),
        transport: connection.target.transport(),
        connected_at: format_time(connection.connected_at),
        server_info: ServerInfo {
            name: server.and_then(|server| text(&server.name)),
            version: server.and_then(|server| text(&server.version)),
            title: server.and_then(|server| server.title.clone()),
        },
        protocol_version: info.protocol_version.to_string(),
        capabilities: match &capabilities {
            Value::Object(members) => Some(to_map(members)),
            _ => None,
        },
        instructions: info.instructions.clone(),
        process_id: connection.process_id().map(i64::from),
    }
}

fn describe_statistics(connection: &Connection) -> Statistics {
    let value = |counter: &AtomicU64| {
        counter
            .load(Ordering::Relaxed)
            .try_into()
            .unwrap_or(i64::MAX)
    };
    Statistics {
        tools_called: value(&connection.tools_called),
        resources_read: value(&connection.resources_read),
        prompts_retrieved: value(&connection.prompts_retrieved),
    }
}

fn metadata(stopwatch: Stopwatch) -> Metadata {
    Metadata {
        request_time_ms: stopwatch.elapsed_ms(),
    }
}
