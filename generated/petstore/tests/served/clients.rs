//! The server driven by clients that are not ours: Python's `mcp`, the inspector, the conformance
//! suite.

use std::path::Path;
use std::process::{Command, Output};

use crate::server::{HttpServer, server};
use toolwright_tests::{npm, python};

/// Scenarios of the conformance suite that ask for nothing but what every tool server has; the
/// others call tools of fixed names or want resources and prompts.
const SCENARIOS: [(&str, &str); 6] = [
    ("server-initialize", "2025-11-25"),
    ("ping", "2025-11-25"),
    ("tools-list", "2025-11-25"),
    ("tools-list", "2026-07-28"),
    ("http-header-validation", "2026-07-28"),
    ("dns-rebinding-protection", "2026-07-28"),
];

#[test]
fn python_lists_and_calls_in_both_eras() {
    let Some(python) = python() else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/clients/drive.py");
    let arguments = r#"{"name": "Ada", "kind": "bird", "price": "12.5"}"#;
    let mut command = Command::new(python);
    command
        .arg(script)
        .args(["12", server().as_str(), "create_pet", arguments]);
    let output = run(&mut command);
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines.len(), 4, "two eras over two transports: {output}");
    for line in lines {
        assert!(line.contains(r#""is_error": false"#), "{line}");
        assert!(line.contains(r#""price": 12.5"#), "{line}");
    }
}

#[test]
fn the_inspector_finds_no_error_in_the_list() {
    let Some(npm) = npm() else { return };
    let mut command = Command::new(npm.join("node/bin/node"));
    command.arg(npm.join(".bin/mcp-inspector")).args([
        "--cli",
        server().as_str(),
        "--method",
        "tools/list",
        "--strict",
    ]);
    let output = run(&mut command);
    assert!(output.contains("list_pets"), "{output}");
}

#[test]
fn the_conformance_suite_passes() {
    let Some(npm) = npm() else { return };
    let server = HttpServer::start(&["--upstream", "builtin"], &[]);
    for (scenario, version) in SCENARIOS {
        let mut command = Command::new(npm.join("node/bin/node"));
        command
            .arg(npm.join("@modelcontextprotocol/conformance/dist/index.js"))
            .args(["server", "--url", &server.url()])
            .args(["--scenario", scenario, "--spec-version", version]);
        run(&mut command);
    }
}

fn run(command: &mut Command) -> String {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().expect("the client runs");
    let stdout = String::from_utf8_lossy(&stdout).into_owned();
    assert!(
        status.success(),
        "{command:?}\n{stdout}\n{}",
        String::from_utf8_lossy(&stderr)
    );
    stdout
}
