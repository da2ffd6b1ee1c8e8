//! What a call adds to the request that it makes.
//!
//! Over standard streams three processes wake each other. Where cores fall asleep in between, that is
//! most of what is measured, as the line through `cat` shows; `taskset -c 0` keeps it out.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use toolwright::HttpExecutor;

use crate::Error;
use crate::client::Client;
use crate::crates::{Build, Crates};
use crate::issues::API;
use crate::measure::{median, us};
use crate::upstream::{self, ISSUE};

const WARM_UP: usize = 200;
const CALLS: usize = 5_000;
const ARGUMENTS: &str = r#"{"owner":"octocat","repo":"hello-world","number":1347}"#;

/// Sends the same GET directly, as a call in this process, and as a call of a generated server over
/// standard streams, in turn, to a server on this machine.
pub fn run(_: &[String]) -> Result<(), Error> {
    let crates = Crates::new()?;
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs/create_issue.yaml");
    crates.write("issues", Some(&spec), None)?;
    let server = crates.build("issues", Build::Release)?;
    let base = upstream::start()?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let mut client = Client::spawn(&server, &base)?;
    client.initialize()?;
    let mut times = runtime.block_on(measure(&base, &mut client))?;
    client.end()?;
    let [direct, call, stdio, echo] = times.each_mut().map(|times| {
        let measured = times.get_mut(WARM_UP..).unwrap_or_default();
        us(median(measured))
    });
    println!("medians of {CALLS} in turn");
    println!("  GET, directly: {direct:.1} µs");
    println!(
        "  GET, as a call in the process: {call:.1} µs, {:.1} µs more",
        call - direct
    );
    println!(
        "  GET, as a call over stdio: {stdio:.1} µs, {:.1} µs more",
        stdio - direct
    );
    println!("  a line through `cat` and back: {echo:.1} µs");
    Ok(())
}

async fn measure(base: &str, server: &mut Client) -> Result<[Vec<Duration>; 4], Error> {
    let executor = HttpExecutor::builder(&API).base_url(base).build()?;
    let arguments: Map<String, Value> = serde_json::from_str(ARGUMENTS)?;
    let url = format!("{base}/repos/octocat/hello-world/issues/1347");
    let tool = API.tool("get_issue").ok_or("there is no such tool")?;
    // The first call has installed what reqwest needs for TLS.
    toolwright::call(tool, &executor, arguments.clone()).await;
    let client = reqwest::Client::builder().tcp_nodelay(true).build()?;
    let message = json!({
        "jsonrpc": "2.0", "id": 3, "method": "tools/call",
        "params": {"name": "get_issue", "arguments": arguments},
    })
    .to_string();
    let [mut direct, mut calls, mut stdio, mut echo] = [const { Vec::new() }; 4];
    let mut cat = Cat::spawn()?;
    for _ in 0..WARM_UP + CALLS {
        let start = Instant::now();
        let body = client.get(&url).send().await?.bytes().await?;
        direct.push(start.elapsed());
        let start = Instant::now();
        let outcome = toolwright::call(tool, &executor, arguments.clone()).await;
        calls.push(start.elapsed());
        if outcome.is_error || body.len() != ISSUE.len() {
            return Err(format!("the call failed: {outcome:?}").into());
        }
        let start = Instant::now();
        let answer = server.ask(&message)?;
        stdio.push(start.elapsed());
        if !answer.contains("Found a bug") {
            return Err(format!("the call failed: {answer}").into());
        }
        let start = Instant::now();
        cat.echo(&message)?;
        echo.push(start.elapsed());
    }
    Ok([direct, calls, stdio, echo])
}

/// A process that does nothing but to answer.
struct Cat {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Cat {
    fn spawn() -> Result<Self, Error> {
        let mut process = Command::new("cat")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        Ok(Self {
            input: process.stdin.take().ok_or("no standard input")?,
            output: BufReader::new(process.stdout.take().ok_or("no standard output")?),
            process,
        })
    }

    fn echo(&mut self, line: &str) -> Result<(), Error> {
        self.input.write_all(format!("{line}\n").as_bytes())?;
        self.output.read_line(&mut String::new())?;
        Ok(())
    }
}

impl Drop for Cat {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
