//! Does with a crate that `new` writes what its README says: it builds, its own tests pass, and its server answers a call
//! without an edit. All crates share one target directory, so that each dependency is compiled once.
#![allow(dead_code)]

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use toolwright_tests::{share_dependencies, target, user_programs};

use crate::support::{read, said, succeed};

/// What the crates are held to.
#[derive(Clone, Copy, PartialEq)]
pub enum With {
    Tests,
    TestsAndLints,
}

/// Writes a crate for a spec, and does with it what its README says.
pub fn try_out(name: &str, spec: &Path, options: &[&str], with: With) {
    let folder = target().join("servers/new").join(name);
    let _ = fs::remove_dir_all(&folder);
    let spec = spec.to_str().expect("is UTF-8");
    let place = folder.to_str().expect("is UTF-8");
    succeed(Path::new("."), &[&["new", spec, place], options].concat());
    cargo(&folder, &["build"]);
    cargo(&folder, &["test"]);
    let is_formatted = cargo_command(&folder, &["fmt", "--check"]).output();
    assert!(
        is_formatted.expect("cargo runs").status.success(),
        "{place} is not formatted"
    );
    if with == With::TestsAndLints {
        cargo(
            &folder,
            &["clippy", "--all-targets", "--", "-D", "warnings"],
        );
    }
    if !options.contains(&"--build-script") {
        succeed(&folder, &["check"]);
    }
    let binary = format!("{name}-mcp");
    let by_name: &[&str] = match options.contains(&"--discovery") {
        true => &["--tools", "all"],
        false => &[],
    };
    let calls = read_calls(&folder);
    let mut with_arguments = calls.iter().filter(|call| call["arguments"].is_object());
    if let Some(sent) = with_arguments.clone().find(|call| is_sent(call)) {
        let result = call(&binary, by_name, sent);
        assert_ne!(result["isError"], true, "{name}: {result}");
    }
    let has_bridge = options.contains(&"--bridge");
    assert_eq!(starts_with_bridge(&binary), has_bridge, "{name}");
    let readme = read(&folder, "README.md");
    let command = "cargo run -- --transport http --bridge";
    assert_eq!(readme.contains(command), has_bridge, "{readme}");
    let by_hand = with_arguments.find(|call| !is_sent(call));
    assert_eq!(by_hand.is_some(), options.contains(&"--manual"), "{name}");
    if let Some(by_hand) = by_hand {
        let result = call(&binary, by_name, by_hand);
        let text = result["content"][0]["text"].as_str().unwrap_or_default();
        let expected = "is not written yet: its handler is in src/handlers.rs";
        assert!(text.contains(expected), "{name}: {result}");
    }
}

fn cargo(folder: &Path, words: &[&str]) {
    let (code, stdout, stderr) = said(cargo_command(folder, words).output().expect("cargo runs"));
    assert_eq!(
        code,
        Some(0),
        "{}: {words:?}\n{stdout}{stderr}",
        folder.display()
    );
}

/// Cargo with no network, and the target directory of all generated servers.
fn cargo_command(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO"));
    share_dependencies(&mut command)
        .args(words)
        .current_dir(folder)
        .env("CARGO_NET_OFFLINE", "true")
        .env("INSTA_UPDATE", "no");
    command
}

/// What `tests/calls.json` has.
pub fn read_calls(folder: &Path) -> Vec<Value> {
    let calls: Value = serde_json::from_str(&read(folder, "tests/calls.json")).expect("JSON");
    calls.as_array().expect("is a list").clone()
}

/// Whether a call is sent upstream.
pub fn is_sent(call: &Value) -> bool {
    call["request"].is_object()
}

/// Whether a server has the bridge: one that has says that it listens.
fn starts_with_bridge(binary: &str) -> bool {
    let mut server = Command::new(user_programs().join(binary))
        .args(["--transport", "http", "--listen", "127.0.0.1:0", "--bridge"])
        .args(["--upstream", "builtin"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let stderr = BufReader::new(server.stderr.take().expect("is piped"));
    let mut lines = stderr.lines().map_while(Result::ok);
    let listens = lines.any(|line| line.contains("listening on http://"));
    let _ = server.kill();
    let _ = server.wait();
    listens
}

/// The result of a call, made over stdio to the built-in upstream.
fn call(binary: &str, options: &[&str], call: &Value) -> Value {
    let mut server = Command::new(user_programs().join(binary))
        .args(["--upstream", "builtin"])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        },
        "name": call["tool"], "arguments": call["arguments"],
    }});
    let mut stdin = server.stdin.take().expect("is piped");
    writeln!(stdin, "{request}").expect("the server reads");
    let mut answer = String::new();
    let mut stdout = BufReader::new(server.stdout.take().expect("is piped"));
    stdout.read_line(&mut answer).expect("the server answers");
    drop(stdin);
    server.wait().expect("the server ends");
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    assert!(answer["result"].is_object(), "{answer}");
    answer["result"].clone()
}
