//! The command line of the MCP inspector, whose `--strict` looks for schemas that some clients cannot use.

use std::process::{Command, Output};

use serde_json::Value as Json;
use toolwright_tests::{node, npm};

use crate::http_server::HttpServer;
use crate::servers::{CMS, PETSTORE, Server};

/// The tools of a server, as the inspector sees them.
struct Inspected {
    server: &'static Server,
    /// Beside those of the table.
    options: &'static [&'static str],
    tools: usize,
}

const INSPECTED: [Inspected; 3] = [
    Inspected {
        server: &PETSTORE,
        options: &[],
        tools: 12,
    },
    Inspected {
        server: &CMS,
        options: &[],
        tools: 3,
    },
    Inspected {
        server: &CMS,
        options: &["--tools", "all"],
        tools: 47,
    },
];

/// The revisions with `initialize`, and 2026-07-28.
const ERAS: [&str; 2] = ["legacy", "modern"];

#[test]
#[ignore = "needs Node.js"]
fn the_inspector_warns_of_nothing() {
    for inspected in &INSPECTED {
        let folder = tempfile::tempdir().expect("a directory");
        let mut options = inspected.server.options();
        options.extend(inspected.options.iter().map(|&option| option.to_owned()));
        let http = HttpServer::start(inspected.server.http_command(&options, folder.path()));
        let binary = inspected.server.binary();
        let over_stdio: Vec<&str> = [binary.as_str()]
            .into_iter()
            .chain(options.iter().map(String::as_str))
            .collect();
        for target in [&over_stdio[..], &[&http.url]] {
            for era in ERAS {
                let cell = format!("{target:?}, protocol era {era}");
                let output = inspect(target, era, &inspected.server.environment(folder.path()));
                check(&output, inspected, &cell);
            }
        }
        assert_eq!(http.end(), None, "{}", inspected.server.title);
    }
}

fn inspect(target: &[&str], era: &str, environment: &[(String, String)]) -> Output {
    let mut command = Command::new(node());
    command.arg(npm().join(".bin/mcp-inspector")).arg("--cli");
    for (name, value) in environment {
        command.args(["-e", &format!("{name}={value}")]);
    }
    command
        .args([
            "--method",
            "tools/list",
            "--strict",
            "--protocol-era",
            era,
            "--",
        ])
        .args(target);
    command.output().expect("the inspector runs")
}

fn check(output: &Output, inspected: &Inspected, cell: &str) {
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{cell}: {}\n{stdout}\n{stderr}",
        output.status
    );
    let list: Json =
        serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{cell}: {error}: {stdout}"));
    assert_eq!(
        list["tools"].as_array().map(Vec::len),
        Some(inspected.tools),
        "{cell}"
    );
    assert_eq!(warnings(&stderr), Vec::<String>::new(), "{cell}");
}

/// What the inspector reports, of whatever severity, in a line each:
///
/// ```text
/// Warning: tool "create_pet"
///   Path: inputSchema.properties.born
///   Issue: `type` is an array (["string","null"]). This is legal JSON Schema, …
/// ```
fn warnings(report: &str) -> Vec<String> {
    let mut found = Vec::new();
    let (mut tool, mut path) = ("", "");
    for line in report.lines() {
        if let Some((_, name)) = line.split_once(": tool \"") {
            tool = name.trim_end_matches('"');
        } else if let Some(place) = line.strip_prefix("  Path: ") {
            path = place;
        } else if let Some(issue) = line.strip_prefix("  Issue: ") {
            let issue = issue.split([',', '.', '(']).next().unwrap_or_default();
            found.push(format!("{tool} {path}: {}", issue.trim_end()));
        }
    }
    found
}
