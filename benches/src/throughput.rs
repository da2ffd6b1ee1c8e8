//! How many calls a second a server answers over HTTP, and what each costs.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::Error;
use crate::crates::{Build, Crates, build_workspace};
use crate::http_server::HttpServer;
use crate::measure::{median, process_cpu, us};
use crate::scaffold::Scaffold;
use crate::{upstream, wrk};

const ROUNDS: usize = 7;
const SECONDS: u32 = 4;
const CONNECTIONS: [u32; 2] = [16, 128];

const HEADERS: [(&str, &str); 3] = [
    ("content-type", "application/json"),
    ("accept", "application/json, text/event-stream"),
    ("mcp-protocol-version", "2025-11-25"),
];
/// What says the same with a weight. It is nothing that a client sends, so rmcp answers such a call.
const ACCEPT_BY_RMCP: &str = "application/json;q=1.0, text/event-stream";
const CALL: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_issue","arguments":{"owner":"octocat","repo":"hello-world","number":1347}}}"#;

/// What is measured, and the file with the request for it.
struct Candidate {
    name: &'static str,
    server: HttpServer,
    script: PathBuf,
    loads: Vec<Load>,
}

/// What a server did for some seconds.
#[derive(Clone, Copy)]
struct Load {
    /// Calls a second.
    rate: u64,
    /// CPU time of the server for each call.
    cpu: Duration,
}

/// Loads servers with `wrk`, in turn, all calling the same upstream: the generated one, with cargo's profile and the system's
/// allocator, and with those of a crate that `toolwright new` writes; the same with rmcp's service for each call; one that is
/// written by hand with rmcp; and a program that does nothing but send a GET for each POST.
pub fn run(_: &[String]) -> Result<(), Error> {
    let crates = Crates::new()?;
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs/create_issue.yaml");
    crates.write("issues", Some(&spec), None)?;
    let like_new = Scaffold::new()?
        .create_crate("issues", &spec, &[])?
        .build()?;
    let generated = crates.build("issues", Build::Release)?;
    let examples = build_workspace(&["--examples", "--package", env!("CARGO_PKG_NAME")])?;
    let examples = examples.join("examples");
    let plain = crates.root().join("call.lua");
    std::fs::write(&plain, script(HEADERS))?;
    let by_rmcp = crates.root().join("call-by-rmcp.lua");
    let mut headers = HEADERS;
    headers[1].1 = ACCEPT_BY_RMCP;
    std::fs::write(&by_rmcp, script(headers))?;
    let base = upstream::start()?;
    let candidate = |name, server, script: &Path| Candidate {
        name,
        server,
        script: script.to_owned(),
        loads: Vec::new(),
    };
    let bare = HttpServer::example(&examples.join("bare_proxy"), &base)?;
    let by_hand = HttpServer::example(&examples.join("handwritten"), &base)?;
    let start = |binary: &Path| HttpServer::generated(binary, &base, &[]);
    let mut candidates = [
        candidate("a GET for each POST", bare, &plain),
        candidate("by hand, with rmcp", by_hand, &plain),
        candidate("generated", start(&generated)?, &plain),
        candidate("generated, by rmcp's service", start(&generated)?, &by_rmcp),
        candidate("generated, as `new` builds it", start(&like_new)?, &plain),
    ];
    check_all(&candidates)?;
    for connections in CONNECTIONS {
        let count = candidates.len();
        for round in 0..ROUNDS {
            // Whoever comes later may find a warmer or a busier machine.
            let (last, first) = candidates.split_at_mut(round % count);
            for candidate in first.iter_mut().chain(last) {
                let load = load(candidate, connections)?;
                candidate.loads.push(load);
            }
        }
        print_medians(&mut candidates, connections);
    }
    Ok(())
}

fn load(candidate: &Candidate, connections: u32) -> Result<Load, Error> {
    let process = candidate.server.id();
    let before = process_cpu(process)?;
    let url = candidate.server.url();
    let rate = wrk::load(&url, &candidate.script, connections, SECONDS)?;
    let used = process_cpu(process)? - before;
    let calls = u32::try_from(rate)?.saturating_mul(SECONDS);
    let cpu = used.checked_div(calls).unwrap_or_default();
    Ok(Load { rate, cpu })
}

/// The request, as `wrk` reads it.
fn script(headers: [(&str, &str); 3]) -> String {
    let headers = headers.map(|(name, value)| format!("wrk.headers[\"{name}\"] = \"{value}\"\n"));
    format!(
        "wrk.method = \"POST\"\n{}wrk.body = '{CALL}'\n",
        headers.concat()
    )
}

/// `wrk` looks at the status of an answer only.
fn check_all(candidates: &[Candidate]) -> Result<(), Error> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    // Fails only when there is one already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    for candidate in candidates {
        runtime.block_on(check(&candidate.server.url()))?;
    }
    Ok(())
}

async fn check(url: &str) -> Result<(), Error> {
    let request = reqwest::Client::new().post(url).body(CALL);
    let request = HEADERS.iter().fold(request, |request, (name, value)| {
        request.header(*name, *value)
    });
    let answer = request.send().await?.text().await?;
    match answer.contains(r#""number":1347"#) {
        true => Ok(()),
        false => Err(format!("{url}: {answer}").into()),
    }
}

/// Prints the medians, and each rate beside those of the first two in the same round: all servers of a round ran under the
/// same load, so the median of ratios says more than the ratio of medians.
fn print_medians(candidates: &mut [Candidate], connections: u32) {
    println!("medians of {ROUNDS} rounds of {SECONDS} s in turn, {connections} connections");
    let rates = |candidate: &Candidate| -> Vec<u64> {
        candidate.loads.iter().map(|load| load.rate).collect()
    };
    let yardsticks: Vec<Vec<u64>> = candidates.iter().take(2).map(rates).collect();
    for candidate in candidates {
        let mut own = rates(candidate);
        let percents = yardsticks.iter().map(|yardstick| {
            let pairs = own.iter().zip(yardstick);
            let mut ratios: Vec<u64> = pairs
                .map(|(own, other)| own * 100 / other.max(&1))
                .collect();
            median(&mut ratios).to_string()
        });
        let percents = percents.collect::<Vec<_>>().join(" % and ");
        let mut cpu: Vec<Duration> = candidate.loads.drain(..).map(|load| load.cpu).collect();
        println!(
            "  {}: {} calls a second, {:.1} µs of CPU each; {percents} % of the first two",
            candidate.name,
            median(&mut own),
            us(median(&mut cpu)),
        );
    }
}
