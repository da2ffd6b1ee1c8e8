//! The REST bridge beside Python's: the same 48 tools behind FastMCP, with mcpo in front.
//!
//! Both answer three kinds of requests: what tools there are (`/tools`; mcpo has `/openapi.json`), whether arguments
//! are valid (`/debug/validate-call`; mcpo answers a call that is not valid with 422, without making it), and a call of
//! a tool that does nothing. Then 1,000 clients call the bridge at once.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;

use crate::Error;
use crate::crates::{Crates, build_workspace};
use crate::http_server::{HttpServer, free_address};
use crate::measure::{list_children, median, resident_kb};
use crate::wrk;

const ROUNDS: usize = 5;
const SECONDS: u32 = 3;
/// Enough that neither server ever waits for a request.
const CONNECTIONS: u32 = 64;

/// The crowd, and how long it stays.
const CLIENTS: u32 = 1_000;
const CLIENT_SECONDS: u32 = 60;

/// What is asked of both, with the path and the body that each wants. No body is a GET.
const REQUESTS: [(&str, [(&str, &str); 2]); 3] = [
    ("list of tools", [("/tools", ""), ("/openapi.json", "")]),
    (
        "validation",
        [
            (
                "/debug/validate-call?tool_name=latest_articles",
                r#"{"limit":"ten"}"#,
            ),
            ("/latest_articles", r#"{"limit":"ten"}"#),
        ],
    ),
    (
        "trivial call",
        [("/tools/system_ping", "{}"), ("/system_ping", "{}")],
    ),
];

/// Measures the release build of `examples/news` beside mcpo, of the virtual environment that is given.
pub fn run(arguments: &[String]) -> Result<(), Error> {
    let [environment] = arguments else {
        return Err(
            "bridge needs the folder of a virtual environment of Python that has mcpo and fastmcp"
                .into(),
        );
    };
    let binary = build_workspace(&["--package", "news-mcp"])?.join("news-mcp");
    let crates = Crates::new()?;
    let folder = crates.root();
    let ours = Server::start_ours(&binary)?;
    let list = folder.join("tools.json");
    std::fs::write(&list, get(ours.server.address(), "/tools")?)?;
    let theirs = Server::start_theirs(Path::new(environment), &list)?;
    println!("medians of {ROUNDS} rounds of {SECONDS} s in turn, {CONNECTIONS} connections");
    for (what, requests) in REQUESTS {
        let mut rates = [const { Vec::new() }; 2];
        let mut ratios = Vec::new();
        for _ in 0..ROUNDS {
            let mut of_round = [0; 2];
            // In turn within each round, so that a slow minute of the machine hits both.
            for (place, server) in [&ours, &theirs].into_iter().enumerate() {
                let (path, body) = requests[place];
                of_round[place] = server.load(path, body, folder, CONNECTIONS, SECONDS)?;
                rates[place].push(of_round[place]);
            }
            // The median of the ratios, and not the ratio of the medians: both servers of a round
            // ran under the same load.
            ratios.push(of_round[0] * 10 / of_round[1].max(1));
        }
        let [ours, theirs] = rates.each_mut().map(|rates| median(rates));
        let tenths = median(&mut ratios);
        println!(
            "  {what}: {ours} requests a second, mcpo {theirs}: {}.{} times as many",
            tenths / 10,
            tenths % 10
        );
    }
    let memory = (ours.resident_kb()?, theirs.resident_kb()?);
    println!(
        "  memory: {} KB, mcpo and FastMCP {} KB",
        memory.0, memory.1
    );
    let (path, body) = REQUESTS[2].1[0];
    let rate = ours.load(path, body, folder, CLIENTS, CLIENT_SECONDS)?;
    println!(
        "{CLIENTS} clients for {CLIENT_SECONDS} s: {rate} calls a second, none failed; memory {} KB",
        ours.resident_kb()?
    );
    Ok(())
}

struct Server {
    server: HttpServer,
    /// Whether every answer has to be a success.
    is_strict: bool,
}

impl Server {
    fn start_ours(binary: &Path) -> Result<Self, Error> {
        let address = free_address()?;
        let mut command = Command::new(binary);
        command
            .args([
                "--transport",
                "http",
                "--bridge",
                "--log",
                "off",
                "--max-connections",
                "1100",
            ])
            .args(["--max-calls", "1100", "--listen", &address.to_string()])
            .env("DATABASE_URL", "sqlite::memory:")
            .env("NEWS_SCHEDULER", "off");
        Self::start(address, true, &mut command)
    }

    fn start_theirs(environment: &Path, tools: &Path) -> Result<Self, Error> {
        let address = free_address()?;
        let programs = environment.join("bin");
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("bridge/fastmcp_tools.py");
        let mut command = Command::new(programs.join("mcpo"));
        command
            .args(["--host", "127.0.0.1", "--port", &address.port().to_string()])
            .args(["--log-level", "ERROR", "--"])
            .arg(programs.join("python"))
            .arg(script)
            .arg(tools);
        Self::start(address, false, &mut command)
    }

    fn start(address: SocketAddr, is_strict: bool, command: &mut Command) -> Result<Self, Error> {
        Ok(Self {
            server: HttpServer::start(address, command)?,
            is_strict,
        })
    }

    /// Requests a second.
    fn load(
        &self,
        path: &str,
        body: &str,
        folder: &Path,
        connections: u32,
        seconds: u32,
    ) -> Result<u64, Error> {
        let script = folder.join("request.lua");
        let method = if body.is_empty() { "GET" } else { "POST" };
        std::fs::write(
            &script,
            format!(
                "wrk.method = \"{method}\"\nwrk.headers[\"content-type\"] = \"application/json\"\nwrk.body = '{body}'\n"
            ),
        )?;
        let url = format!("http://{}{path}", self.server.address());
        // mcpo says 422 of arguments that are not valid, which `wrk` counts as a failure.
        match self.is_strict {
            true => wrk::load(&url, &script, connections, seconds),
            false => wrk::load_any_status(&url, &script, connections, seconds),
        }
    }

    /// Memory of the process and of those that it has started.
    fn resident_kb(&self) -> Result<u64, Error> {
        let own = self.server.id();
        let children = list_children(own);
        std::iter::once(own).chain(children).map(resident_kb).sum()
    }
}

fn get(address: SocketAddr, path: &str) -> Result<String, Error> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    // Fails only when there is one already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let url = format!("http://{address}{path}");
    Ok(runtime.block_on(async { reqwest::get(url).await?.text().await })?)
}
