//! What a call costs whose answer is longer than what a client is sent of it.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::Error;
use crate::client::Client;
use crate::measure::{median, ms, peak_kb, resident_kb, to_megabytes};
use crate::scaffold::Scaffold;
use crate::upstream;

const CALLS: usize = 101;
/// Bytes of the answer.
const LENGTH: usize = 2_300_000;
const CALL: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_issue","arguments":{"owner":"octocat","repo":"hello-world","number":1347}}}"#;

/// Calls a server over standard streams and the upstream directly, in turn.
pub fn run(_: &[String]) -> Result<(), Error> {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs/create_issue.yaml");
    let binary = Scaffold::new()?
        .create_crate("issues", &spec, &[])?
        .build()?;
    let answer = long_answer();
    let length = answer.len();
    let base = upstream::start_with(answer.into())?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    // Fails only when there is one already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let http = reqwest::Client::new();
    let mut client = Client::spawn(&binary, &base)?;
    client.initialize()?;
    client.confirm()?;
    client.list()?;
    let idle = resident_kb(client.id())?;
    let mut shown = 0;
    let (mut gets, mut calls) = (Vec::new(), Vec::new());
    for _ in 0..CALLS {
        gets.push(runtime.block_on(time_get(&http, &base))?);
        let started = Instant::now();
        shown = client.ask(CALL)?.len();
        calls.push(started.elapsed());
    }
    let peak = peak_kb(client.id())?;
    client.end()?;
    let [get, call] = [&mut gets, &mut calls].map(|times| ms(median(times)));
    println!("medians of {CALLS} in turn: an answer of {length} bytes, of which {shown} are shown");
    println!("  GET, directly: {get:.2} ms");
    println!(
        "  GET, as a call over stdio: {call:.2} ms, {:.1} times; {:.1} MB of memory more than before",
        call / get,
        to_megabytes(peak.saturating_sub(idle))
    );
    Ok(())
}

async fn time_get(client: &reqwest::Client, base: &str) -> Result<Duration, Error> {
    let started = Instant::now();
    let url = format!("{base}/repos/octocat/hello-world/issues/1347");
    client.get(url).send().await?.bytes().await?;
    Ok(started.elapsed())
}

/// A list of issues.
fn long_answer() -> String {
    let issue = |number: usize| {
        json!({
            "id": number,
            "title": format!("Found bug {number}"),
            "body": "It does not work. ".repeat(20),
            "user": {"login": "octocat", "id": 1, "site_admin": false},
            "labels": [{"name": "bug", "color": "f29513"}, {"name": "help", "color": "ffffff"}],
        })
    };
    let each = issue(0).to_string().len() + 8;
    (0..LENGTH / each).map(issue).collect::<Value>().to_string()
}
