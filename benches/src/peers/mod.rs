//! The servers that toolwright and other tools make of one spec, side by side: how long they take to start and to list
//! their tools, how much memory that takes, and how long a call takes.

mod install;
mod peer;

use std::path::Path;
use std::time::Duration;

use peer::{Peer, Run, Transport};
use serde_json::json;
use tokio::runtime::Runtime;

use crate::Error;
use crate::measure::{median, ms, to_megabytes};
use crate::scaffold::Scaffold;
use crate::specs::github_spec;
use crate::upstream;

const ROUNDS: usize = 5;

/// Installs the others, measures all, and prints a table in Markdown; with `--json FILE`, writes the figures to a file, of
/// which `docs/images/draw.py` draws charts.
pub fn run(arguments: &[String]) -> Result<(), Error> {
    let file = match arguments {
        [] => None,
        [option, file] if option == "--json" => Some(file),
        _ => return Err("peers takes nothing but --json FILE".into()),
    };
    let base = upstream::start()?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let peers = peers(&base)?;
    let mut figures: Vec<Figures> = Vec::new();
    figures.resize_with(peers.len(), Figures::default);
    for _ in 0..ROUNDS {
        for (peer, figures) in peers.iter().zip(&mut figures) {
            figures.add_round(peer, &runtime)?;
        }
    }
    println!(
        "| | start → list | peak memory | call | list | tools |\n|---|---:|---:|---:|---:|---:|"
    );
    let mut rows = Vec::new();
    for (peer, figures) in peers.iter().zip(&mut figures) {
        let row = figures.summarize();
        println!(
            "| {} | {:.1} ms | {:.1} MB | {:.2} ms | {:.2} MB | {} |",
            peer.name, row.listed_ms, row.peak_mb, row.call_ms, row.list_mb, row.tools
        );
        rows.push(json!({
            "name": peer.name,
            "listed_ms": row.listed_ms,
            "peak_mb": row.peak_mb,
            "call_ms": row.call_ms,
            "list_mb": row.list_mb,
            "tools": row.tools,
        }));
    }
    if let Some(file) = file {
        std::fs::write(file, format!("{}\n", serde_json::to_string_pretty(&rows)?))?;
    }
    Ok(())
}

/// The servers, of which toolwright's is first.
fn peers(base: &str) -> Result<Vec<Peer>, Error> {
    let spec = github_spec()?;
    let text = |path: &Path| path.display().to_string();
    let toolwright = Scaffold::new()?.create_crate("github", &spec, &[])?;
    let node = install::generated_for_node(&spec, base)?;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/fastmcp_server.py");
    Ok(vec![
        Peer {
            name: "toolwright",
            program: toolwright.build()?,
            arguments: ["--upstream", base, "--log", "off"]
                .map(str::to_owned)
                .into(),
            transport: Transport::Stdio,
        },
        Peer {
            name: "openapi-mcp-generator",
            program: "node".into(),
            arguments: vec![text(&node)],
            transport: Transport::Stdio,
        },
        Peer {
            name: "rmcp-openapi-server",
            program: install::rmcp_openapi()?,
            arguments: ["--base-url", base, &text(&spec)].map(str::to_owned).into(),
            transport: Transport::Http,
        },
        Peer {
            name: "FastMCP",
            program: install::fastmcp()?,
            arguments: vec![text(&script), text(&spec), base.to_owned()],
            transport: Transport::Stdio,
        },
    ])
}

/// What all rounds have shown of a server.
#[derive(Default)]
struct Figures {
    runs: Vec<Run>,
    calls: Vec<Duration>,
}

/// The medians.
struct Row {
    listed_ms: f64,
    peak_mb: f64,
    call_ms: f64,
    list_mb: f64,
    tools: usize,
}

impl Figures {
    fn add_round(&mut self, peer: &Peer, runtime: &Runtime) -> Result<(), Error> {
        let (run, list) = peer.start_and_list(runtime)?;
        self.runs.push(run);
        self.calls.extend(peer.time_calls(runtime, &list)?);
        Ok(())
    }

    fn summarize(&mut self) -> Row {
        let mut listed: Vec<Duration> = self.runs.iter().map(|run| run.listed).collect();
        let mut peaks: Vec<u64> = self.runs.iter().map(|run| run.peak_kb).collect();
        let last = self.runs.last();
        Row {
            listed_ms: ms(median(&mut listed)),
            peak_mb: to_megabytes(median(&mut peaks)),
            call_ms: ms(median(&mut self.calls)),
            list_mb: last.map_or(0, |run| run.list_bytes) as f64 / 1e6,
            tools: last.map_or(0, |run| run.tools),
        }
    }
}
