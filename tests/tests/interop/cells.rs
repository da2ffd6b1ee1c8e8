//! Cells: a server over a transport in a mode of a client. The plan of a server's cells goes to the script of a
//! client as JSON; `verdict` holds what the script reports to it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};
use tempfile::TempDir;

use crate::http_server::HttpServer;
use crate::servers::{CELL, Call, SILENT, Server};
use crate::silent_upstream::SilentUpstream;

/// How clients choose a revision of the protocol, and the revision that they get: the newest with `initialize`,
/// the newest that the server has, and this one.
const MODES: [Mode; 3] = [
    Mode {
        name: "legacy",
        revision: "2025-11-25",
    },
    Mode {
        name: "auto",
        revision: "2026-07-28",
    },
    Mode {
        name: "2026-07-28",
        revision: "2026-07-28",
    },
];

const TRANSPORTS: [Transport; 2] = [Transport::Stdio, Transport::Http];

/// Runs a server over stdio as a child of the shell, which notes how it ends, since clients do not report that.
/// If a client kills the process group, nothing is noted.
const NOTE_EXIT_STATUS: &str = r#""$@"; echo "$?" >>"$0""#;

/// The number of the first cell. It must not occur in the target of any other request to the silent upstream.
const FIRST_NUMBER: usize = 7001;

struct Mode {
    name: &'static str,
    revision: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Transport {
    Stdio,
    Http,
}

/// The cells of a server for one client.
pub(crate) struct Cells {
    pub(crate) server: &'static Server,
    pub(crate) cells: Vec<Cell>,
    /// With the options of the table.
    pub(crate) ordinary: Instance,
    /// With the silent upstream, if there is a slow call.
    pub(crate) slow: Option<Instance>,
    /// The files of the servers, and how those over stdio end.
    folder: TempDir,
}

/// A cell as its client sees it.
pub(crate) struct Cell {
    /// As messages name it.
    pub(crate) name: String,
    pub(crate) transport: Transport,
    /// What a client does in it, in this order. `tests/clients/interop/cells.py` says how.
    pub(crate) steps: Vec<&'static str>,
    /// Where the exit status of each process over stdio is noted, in a line each.
    pub(crate) exit_statuses: PathBuf,
    plan: Json,
}

/// A server with these options: it listens, and clients start further ones over stdio.
pub(crate) struct Instance {
    options: Vec<String>,
    pub(crate) http: HttpServer,
}

impl Cells {
    /// Starts the servers that listen.
    pub(crate) fn prepare(server: &'static Server) -> Self {
        let folder = tempfile::tempdir().expect("a directory");
        let upstream = SilentUpstream::start();
        let start = |options| Instance::start(server, options, folder.path());
        let mut cells = Self {
            server,
            cells: Vec::new(),
            ordinary: start(server.options()),
            slow: server.slow_call.as_ref().map(|call| {
                let fill = |option: &&str| option.replace(SILENT, &upstream.url);
                start(call.options.iter().map(fill).collect())
            }),
            folder,
        };
        for transport in TRANSPORTS {
            for mode in &MODES {
                let cell = cells.plan_cell(transport, mode, &upstream);
                cells.cells.push(cell);
            }
        }
        cells
    }

    /// The plan for the script of a client.
    pub(crate) fn plan(&self) -> Json {
        let calls: Vec<Json> = self.server.calls.iter().map(call_json).collect();
        let cells: Vec<&Json> = self.cells.iter().map(|cell| &cell.plan).collect();
        json!({
            "server_name": self.server.name,
            "tools": self.server.tools,
            "calls": calls,
            "wrong_arguments": call_json(&self.server.wrong_arguments),
            "cells": cells,
        })
    }

    fn plan_cell(&self, transport: Transport, mode: &Mode, upstream: &SilentUpstream) -> Cell {
        let server = self.server;
        let number = FIRST_NUMBER + self.cells.len();
        let name = format!("{} over {transport:?} in mode {}", server.title, mode.name);
        let steps = steps(server, mode);
        let exit_statuses = self.folder.path().join(format!("exit-{number}"));
        let target = |instance: &Instance| match transport {
            Transport::Http => json!({"url": instance.http.url}),
            Transport::Stdio => stdio_target(server, instance, &exit_statuses, self.folder.path()),
        };
        let mut plan = json!({
            "name": name,
            "mode": mode.name,
            "revision": mode.revision,
            "steps": steps,
            "target": target(&self.ordinary),
        });
        if let (Some(call), Some(instance)) = (&server.slow_call, &self.slow) {
            let arguments = call.arguments.replace(SILENT, &upstream.url);
            let arguments = arguments.replace(CELL, &number.to_string());
            plan["slow_target"] = target(instance);
            plan["slow_call"] = json!({"tool": call.tool, "arguments": parse(&arguments)});
            plan["held"] = upstream.state_url(number).into();
        }
        Cell {
            name,
            transport,
            steps,
            exit_statuses,
            plan,
        }
    }
}

impl Instance {
    fn start(server: &Server, options: Vec<String>, folder: &Path) -> Self {
        let http = HttpServer::start(server.http_command(&options, folder));
        Self { options, http }
    }
}

fn steps(server: &Server, mode: &Mode) -> Vec<&'static str> {
    let mut steps = vec![
        "connect_to_server",
        "list_tools",
        "calls",
        "wrong_arguments",
        "unknown_tool",
        "several_calls",
    ];
    // Revision 2026-07-28 has no ping.
    if mode.name == "legacy" {
        steps.push("ping");
    }
    steps.push("resources_and_prompts");
    if server.slow_call.is_some() {
        steps.push("slow_call");
    }
    steps.push("close");
    steps
}

fn stdio_target(server: &Server, instance: &Instance, exit_statuses: &Path, folder: &Path) -> Json {
    let binary = server.binary();
    let exit_statuses = exit_statuses.to_str().expect("the path is text");
    let mut arguments = vec!["-c", NOTE_EXIT_STATUS, exit_statuses, &binary];
    arguments.extend(instance.options.iter().map(String::as_str));
    let environment: BTreeMap<String, String> = server.environment(folder).into_iter().collect();
    json!({"command": "/bin/sh", "args": arguments, "env": environment})
}

fn call_json(call: &Call) -> Json {
    json!({
        "tool": call.tool,
        "arguments": parse(call.arguments),
        "says": call.says,
        "structured": call.is_structured,
    })
}

fn parse(arguments: &str) -> Json {
    serde_json::from_str(arguments).unwrap_or_else(|error| panic!("{error}: {arguments}"))
}
