//! The clients: a script each in `tests/clients/interop`, which does the same steps in every cell.

use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use toolwright_tests::{node, npm_package, python_with};

use crate::cells::Cells;
use crate::servers::{SERVERS, Server};

/// Longer than a script takes for the cells of a server on a busy machine.
const PATIENCE: Duration = Duration::from_secs(100);

#[test]
#[ignore = "needs Python"]
fn the_python_sdk_gets_along_with_every_server() {
    let python = python_with("mcp");
    try_every_cell("Python SDK", || python_script(&python, "python_sdk.py"));
}

#[test]
#[ignore = "needs Python"]
fn fastmcp_gets_along_with_every_server() {
    let python = python_with("fastmcp");
    try_every_cell("fastmcp", || python_script(&python, "fast_mcp.py"));
}

#[test]
#[ignore = "needs Node.js"]
fn the_typescript_sdk_gets_along_with_every_server() {
    let package = npm_package("@modelcontextprotocol/client");
    try_every_cell("TypeScript SDK", || {
        let mut command = Command::new(node());
        command.arg(script("typescript_sdk.mjs")).arg(&package);
        command
    });
}

fn python_script(python: &Path, name: &str) -> Command {
    let mut command = Command::new(python);
    command.arg(script(name));
    command
}

fn script(name: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/clients/interop")).join(name)
}

/// The servers at the same time, since what takes long is to wait for progress.
fn try_every_cell(client: &str, start: impl Fn() -> Command + Sync) {
    // Built before the time of a script begins.
    SERVERS[0].binary();
    let faults: Vec<String> = thread::scope(|scope| {
        let start = &start;
        let runs = SERVERS.map(|server| scope.spawn(move || try_cells(server, start())));
        let faults = runs
            .into_iter()
            .map(|run| run.join().expect("the cells can be tried"));
        faults.flatten().collect()
    });
    let faults: Vec<String> = faults
        .iter()
        .map(|fault| format!("{client} and {fault}"))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

fn try_cells(server: &'static Server, mut script: Command) -> Vec<String> {
    let cells = Cells::prepare(server);
    let output = run_script(&mut script, &cells.plan().to_string());
    let mut faults = cells.collect_faults(&output.stdout);
    if !output.is_success {
        faults.push(format!("{}: the script fails", server.title));
    }
    if !faults.is_empty() {
        faults.push(format!(
            "{}: standard error:\n{}",
            server.title, output.stderr
        ));
    }
    faults
}

struct Output {
    is_success: bool,
    stdout: String,
    stderr: String,
}

/// What a script prints before it ends, or is ended because it takes too long.
fn run_script(script: &mut Command, plan: &str) -> Output {
    let mut child = script
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the script starts");
    let stdout = read(child.stdout.take().expect("it is piped"));
    let stderr = read(child.stderr.take().expect("it is piped"));
    let mut stdin = child.stdin.take().expect("it is piped");
    // A script that has ended says on standard error why it reads nothing.
    let _ = stdin.write_all(plan.as_bytes());
    drop(stdin);
    let is_success = wait(&mut child);
    let text = |reader: thread::JoinHandle<String>| reader.join().expect("the output is read");
    Output {
        is_success,
        stdout: text(stdout),
        stderr: text(stderr),
    }
}

fn read(mut from: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = from.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn wait(child: &mut Child) -> bool {
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            return status.success();
        }
        thread::sleep(Duration::from_millis(50));
    }
    let _ = child.kill();
    let _ = child.wait();
    false
}
