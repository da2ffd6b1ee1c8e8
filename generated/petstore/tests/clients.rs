//! The server driven by clients that are not ours: Python's `mcp`, the inspector, the conformance
//! suite.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use toolwright_tests::{npm, python};

const SERVER: &str = env!("CARGO_BIN_EXE_petstore-mcp");

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
        .args(["12", SERVER, "create_pet", arguments]);
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
        SERVER,
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
    let server = HttpServer::start();
    for (scenario, version) in SCENARIOS {
        let mut command = Command::new(npm.join("node/bin/node"));
        command
            .arg(npm.join("@modelcontextprotocol/conformance/dist/index.js"))
            .args(["server", "--url", &server.url])
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

/// The server over HTTP on a port of its own, until dropped.
struct HttpServer {
    child: Child,
    url: String,
}

impl HttpServer {
    fn start() -> Self {
        let mut child = Command::new(SERVER)
            .args(["--transport", "http", "--listen", "127.0.0.1:0"])
            .args(["--upstream", "builtin"])
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let stderr = child.stderr.take().expect("its standard error is piped");
        let mut lines = BufReader::new(stderr).lines().map_while(Result::ok);
        let url = lines
            .find_map(|line| line.strip_prefix("listening on ").map(str::to_owned))
            .expect("the server says where it listens");
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, url }
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
