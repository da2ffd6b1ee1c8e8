//! Cells: a server over a transport in a mode of a client. The plan of a server's cells goes to the script of a
//! client as JSON, and what the script tells of them is held to it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};
use tempfile::TempDir;

use crate::http_server::HttpServer;
use crate::servers::{CELL, Call, SILENT, Server, SlowCall};
use crate::silent_upstream::SilentUpstream;

/// How clients choose a revision of the protocol, and the revision that they choose: the newest with `initialize`,
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

struct Mode {
    name: &'static str,
    revision: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Transport {
    Stdio,
    Http,
}

/// Runs a server over stdio as a child of the shell, which notes how it ends: clients do not tell.
const NOTE_EXIT_STATUS: &str = r#""$@"; echo "$?" >>"$0""#;

/// The cells of a server for one client.
pub(crate) struct Cells {
    server: &'static Server,
    cells: Vec<Cell>,
    /// One with an upstream that answers, and one with the silent upstream.
    http: Vec<HttpServer>,
    folder: TempDir,
}

struct Cell {
    /// As messages name it.
    name: String,
    transport: Transport,
    /// What a client does in it, in this order.
    steps: Vec<&'static str>,
    plan: Json,
    exit_statuses: PathBuf,
}

impl Cells {
    /// Starts the servers that listen; those over stdio are started by the client.
    pub(crate) fn prepare(server: &'static Server) -> Self {
        let folder = tempfile::tempdir().expect("a directory");
        let silent = SilentUpstream::start();
        let slow_options = server
            .slow_call
            .as_ref()
            .map(|call| fill_all(call.options, &silent));
        let all_options = [Some(server.options()), slow_options];
        let start =
            |options: &Vec<String>| HttpServer::start(server.command(options, folder.path()));
        let http: Vec<HttpServer> = all_options.iter().flatten().map(start).collect();
        let mut cells = Vec::new();
        for transport in TRANSPORTS {
            for mode in &MODES {
                let number = 7001 + cells.len();
                let exit_statuses = folder.path().join(format!("exit-{number}"));
                let steps = steps(server, mode);
                let name = format!("{} over {transport:?} in mode {}", server.title, mode.name);
                let target = |at: usize| match transport {
                    Transport::Http => json!({"url": http[at].url}),
                    Transport::Stdio => {
                        let options = all_options[at].as_ref().expect("there is a slow call");
                        stdio_target(server, options, &exit_statuses, folder.path())
                    }
                };
                let mut plan = json!({
                    "name": name, "mode": mode.name, "revision": mode.revision, "steps": steps, "target": target(0),
                });
                if let Some(call) = &server.slow_call {
                    plan["slow_target"] = target(1);
                    plan["slow_call"] = slow_call_json(call, &silent, number);
                    plan["held"] = silent.state_url(number).into();
                }
                cells.push(Cell {
                    name,
                    transport,
                    steps,
                    plan,
                    exit_statuses,
                });
            }
        }
        Self {
            server,
            cells,
            http,
            folder,
        }
    }

    /// The plan for the script of a client.
    pub(crate) fn plan(&self) -> Json {
        json!({
            "server_name": self.server.name,
            "tools": self.server.tools,
            "calls": self.server.calls.iter().map(call_json).collect::<Vec<_>>(),
            "wrong_arguments": call_json(&self.server.wrong_arguments),
            "cells": self.cells.iter().map(|cell| &cell.plan).collect::<Vec<_>>(),
        })
    }

    /// What is wrong in which cell, from the lines that the script printed; and with how the servers end.
    pub(crate) fn faults(self, lines: &str) -> Vec<String> {
        let mut told: BTreeMap<String, Vec<Json>> = BTreeMap::new();
        let mut faults = Vec::new();
        for line in lines.lines() {
            match serde_json::from_str::<Json>(line) {
                Ok(step) => {
                    let cell = step["cell"].as_str().unwrap_or_default().to_owned();
                    told.entry(cell).or_default().push(step);
                }
                Err(_) => faults.push(format!("{}: not a step: {line}", self.server.title)),
            }
        }
        for cell in &self.cells {
            let told = told.remove(&cell.name).unwrap_or_default();
            faults.extend(
                cell.faults(&told)
                    .iter()
                    .map(|fault| format!("{}: {fault}", cell.name)),
            );
        }
        faults.extend(
            told.keys()
                .map(|name| format!("{name}: there is no such cell")),
        );
        for (server, of) in self.http.into_iter().zip(["", " with the silent upstream"]) {
            let title = self.server.title;
            faults.extend(
                server
                    .end()
                    .map(|fault| format!("{title} over HTTP{of}: {fault}")),
            );
        }
        drop(self.folder);
        faults
    }
}

impl Cell {
    fn faults(&self, told: &[Json]) -> Vec<String> {
        if told.is_empty() {
            return vec!["no step is done".to_owned()];
        }
        let failed = told.iter().filter_map(|step| {
            let error = step["error"].as_str()?;
            Some(format!("{}: {error}", step["step"]))
        });
        let mut faults: Vec<String> = failed.collect();
        let done: Vec<&str> = told
            .iter()
            .filter_map(|step| step["step"].as_str())
            .collect();
        if faults.is_empty() && done != self.steps {
            faults.push(format!(
                "the steps are {done:?} instead of {:?}",
                self.steps
            ));
        }
        if self.transport == Transport::Stdio {
            let statuses = fs::read_to_string(&self.exit_statuses).unwrap_or_default();
            let connections = 1 + usize::from(self.steps.contains(&"slow_call"));
            if statuses != "0\n".repeat(connections) {
                faults.push(format!(
                    "{connections} processes end with the statuses {statuses:?} (none: killed)"
                ));
            }
        }
        faults
    }
}

/// What clients do. `cells.py` says how.
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

fn stdio_target(server: &Server, options: &[String], exit_statuses: &Path, folder: &Path) -> Json {
    let binary = server.binary().to_str().expect("the path is text");
    let exit_statuses = exit_statuses.to_str().expect("the path is text");
    let mut arguments = vec!["-c", NOTE_EXIT_STATUS, exit_statuses, binary];
    arguments.extend(options.iter().map(String::as_str));
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

fn slow_call_json(call: &SlowCall, silent: &SilentUpstream, number: usize) -> Json {
    let arguments = fill(call.arguments, silent).replace(CELL, &number.to_string());
    json!({"tool": call.tool, "arguments": parse(&arguments)})
}

fn fill_all(options: &[&str], silent: &SilentUpstream) -> Vec<String> {
    options.iter().map(|option| fill(option, silent)).collect()
}

fn fill(text: &str, silent: &SilentUpstream) -> String {
    text.replace(SILENT, &silent.url)
}

fn parse(arguments: &str) -> Json {
    serde_json::from_str(arguments).unwrap_or_else(|error| panic!("{error}: {arguments}"))
}
