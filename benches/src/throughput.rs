//! How many calls a second a server answers over HTTP.

use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::Error;
use crate::crates::{Build, Crates};
use crate::measure::median;
use crate::{upstream, wrk};

const ROUNDS: usize = 7;
const SECONDS: u32 = 4;
const CONNECTIONS: u32 = 16;

const HEADERS: [(&str, &str); 3] = [
    ("content-type", "application/json"),
    ("accept", "application/json, text/event-stream"),
    ("mcp-protocol-version", "2025-11-25"),
];
const CALL: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_issue","arguments":{"owner":"octocat","repo":"hello-world","number":1347}}}"#;

/// The request, as `wrk` reads it.
fn script() -> String {
    let headers = HEADERS.map(|(name, value)| format!("wrk.headers[\"{name}\"] = \"{value}\"\n"));
    format!(
        "wrk.method = \"POST\"\n{}wrk.body = '{CALL}'\n",
        headers.concat()
    )
}

/// Loads the generated server, with the system's allocator and with mimalloc, and one that is written
/// by hand with `wrk`, in turn, each calling the same upstream.
pub fn run(_: &[String]) -> Result<(), Error> {
    let crates = Crates::new()?;
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs/create_issue.yaml");
    crates.write("issues", Some(&spec), None)?;
    let with_mimalloc = crates.root().join("issues-mimalloc");
    let built = crates.build_with("issues", Build::Release, &["mimalloc"])?;
    std::fs::copy(built, &with_mimalloc)?;
    let generated = crates.build("issues", Build::Release)?;
    let by_hand = build_example()?;
    let script = crates.root().join("call.lua");
    std::fs::write(&script, self::script())?;
    let base = upstream::start()?;
    let servers = [
        Server::by_hand(&by_hand, &base)?,
        Server::generated(&generated, &base)?,
        Server::generated(&with_mimalloc, &base)?,
    ];
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    // Fails only when there is one already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    for server in &servers {
        runtime.block_on(server.check())?;
    }
    let mut rates = [const { Vec::new() }; 3];
    let mut ratios = [const { Vec::new() }; 3];
    for round in 0..ROUNDS {
        let mut of_round = [0; 3];
        for turn in 0..servers.len() {
            // Whoever comes later may find a warmer or a busier machine.
            let place = (round + turn) % servers.len();
            of_round[place] = servers[place].load(&script)?;
        }
        for (place, rate) in of_round.into_iter().enumerate() {
            rates[place].push(rate);
            ratios[place].push(rate * 1000 / of_round[0].max(1));
        }
    }
    println!("medians of {ROUNDS} rounds of {SECONDS} s in turn, {CONNECTIONS} connections");
    let names = [
        "by hand",
        "generated",
        "generated, with the feature mimalloc",
    ];
    for ((name, rates), ratios) in names.iter().zip(&mut rates).zip(&mut ratios) {
        let ratio = median(ratios);
        println!(
            "  {name}: {} calls a second, {}.{} % of the one by hand",
            median(rates),
            ratio / 10,
            ratio % 10
        );
    }
    Ok(())
}

/// The server of `examples/handwritten.rs`.
fn build_example() -> Result<PathBuf, Error> {
    let target = Crates::target_directory();
    let status = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--release", "--example", "handwritten"])
        .args(["--package", env!("CARGO_PKG_NAME")])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("CARGO_TARGET_DIR", &target)
        .status()?;
    if !status.success() {
        return Err("the server that is written by hand does not build".into());
    }
    Ok(target.join("release/examples/handwritten"))
}

fn free_address() -> Result<SocketAddr, Error> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}

struct Server {
    process: Child,
    url: String,
}

impl Server {
    fn generated(binary: &Path, base: &str) -> Result<Self, Error> {
        let address = free_address()?;
        let listen = ["--transport", "http", "--listen", &address.to_string()].map(str::to_owned);
        let mut command = Command::new(binary);
        command
            .args(listen)
            .args(["--upstream", base, "--log", "off"]);
        Self::start(address, &mut command)
    }

    fn by_hand(binary: &Path, base: &str) -> Result<Self, Error> {
        let address = free_address()?;
        Self::start(
            address,
            Command::new(binary).args([&address.to_string(), base]),
        )
    }

    fn start(address: SocketAddr, command: &mut Command) -> Result<Self, Error> {
        let process = command.stderr(Stdio::null()).spawn()?;
        let server = Self {
            process,
            url: format!("http://{address}/mcp"),
        };
        let started = Instant::now();
        while std::net::TcpStream::connect(address).is_err() {
            if started.elapsed() > Duration::from_secs(10) {
                return Err(format!("nothing listens on {address}").into());
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(server)
    }

    /// `wrk` looks at the status of an answer only.
    async fn check(&self) -> Result<(), Error> {
        let request = reqwest::Client::new().post(&self.url).body(CALL);
        let request = HEADERS.iter().fold(request, |request, (name, value)| {
            request.header(*name, *value)
        });
        let answer = request.send().await?.text().await?;
        if !answer.contains(r#""structuredContent":{"id":1"#) {
            return Err(format!("{}: {answer}", self.url).into());
        }
        Ok(())
    }

    /// Calls a second.
    fn load(&self, script: &Path) -> Result<u64, Error> {
        wrk::load(&self.url, script, CONNECTIONS, SECONDS)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
