//! How long a server takes to start and to list its tools, and the most memory it has had by then. Then the same server is asked
//! for its list again, over standard streams and over HTTP. Servers are built as `toolwright new` builds them.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tokio::runtime::Runtime;

use crate::Error;
use crate::client::{Client, LIST};
use crate::http_client::HttpClient;
use crate::http_server::HttpServer;
use crate::measure::{median, ms, peak_kb, threads_cpu, to_megabytes};
use crate::scaffold::Scaffold;
use crate::specs::{github_spec, parse_specs};

const RUNS: usize = 21;
/// How often one server is asked again for its list.
const FURTHER: u32 = 20;

/// Nothing is called.
const NOWHERE: &str = "http://127.0.0.1:9";

/// Starts the servers of the specs whose files are named, by default GitHub's, in turn. With `--discovery` they have what models
/// discover tools with, and are measured both with that and with all of their tools.
pub fn run(arguments: &[String]) -> Result<(), Error> {
    let with_discovery = arguments.iter().any(|it| it == "--discovery");
    let specs = parse_specs(arguments, &["--discovery"], github_spec()?)?;
    let (options, modes): (&[&str], &[&'static str]) = match with_discovery {
        true => (&["--discovery"], &["discovery", "all"]),
        false => (&[], &["all"]),
    };
    let scaffold = Scaffold::new()?;
    let mut servers = Vec::new();
    for (index, spec) in specs.iter().enumerate() {
        let name = format!("started_{index}");
        let binary = scaffold.create_crate(&name, spec, options)?.build()?;
        servers.extend(modes.iter().map(|mode| Server::new(spec, &binary, mode)));
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    for _ in 0..RUNS {
        for server in &mut servers {
            server.run()?;
        }
    }
    println!("medians of {RUNS} runs in turn, as `toolwright new` builds servers");
    for server in &mut servers {
        server.print();
        server.measure_http(&runtime)?;
    }
    Ok(())
}

struct Server {
    title: String,
    binary: PathBuf,
    mode: &'static str,
    runs: Runs,
    list_bytes: usize,
}

#[derive(Default)]
struct Runs {
    initialized: Vec<Duration>,
    listed: Vec<Duration>,
    peaks_kb: Vec<u64>,
    /// CPU time of the server for each further list.
    further: Vec<Duration>,
}

impl Server {
    fn new(spec: &Path, binary: &Path, mode: &'static str) -> Self {
        let name = spec.file_name().unwrap_or_default().to_string_lossy();
        Self {
            title: format!("{name}, --tools {mode}"),
            binary: binary.to_owned(),
            mode,
            runs: Runs::default(),
            list_bytes: 0,
        }
    }

    fn run(&mut self) -> Result<(), Error> {
        let start = Instant::now();
        let mut client = self.spawn_server()?;
        client.initialize()?;
        self.runs.initialized.push(start.elapsed());
        self.list_bytes = client.list()?.len();
        self.runs.listed.push(start.elapsed());
        self.runs.peaks_kb.push(peak_kb(client.id())?);
        let before = threads_cpu(client.id())?;
        for _ in 0..FURTHER {
            client.ask(LIST)?;
        }
        let further = threads_cpu(client.id())?.saturating_sub(before) / FURTHER;
        self.runs.further.push(further);
        client.end()
    }

    fn spawn_server(&self) -> Result<Client, Error> {
        let options = ["--upstream", NOWHERE, "--tools", self.mode];
        Client::spawn_with(&self.binary, &options)
    }

    fn print(&mut self) {
        println!("{}: a list of {} bytes", self.title, self.list_bytes);
        println!(
            "  initialize answered after {:.2} ms, the list complete after {:.2} ms; by then at most {:.1} MB of memory",
            ms(median(&mut self.runs.initialized)),
            ms(median(&mut self.runs.listed)),
            to_megabytes(median(&mut self.runs.peaks_kb)),
        );
        println!(
            "  each of {FURTHER} further lists: {:.2} ms of CPU time",
            ms(median(&mut self.runs.further))
        );
    }

    /// Asks for the list over HTTP as it is, and then compressed, which a server does once.
    fn measure_http(&self, runtime: &Runtime) -> Result<(), Error> {
        let options = ["--tools", self.mode];
        let server = HttpServer::generated(&self.binary, NOWHERE, &options)?;
        let client = runtime.block_on(HttpClient::connect_to(server.url()))?;
        let plain = runtime.block_on(client.send_request(LIST))?.len();
        let peak = peak_kb(server.id())?;
        println!(
            "  over HTTP, one run: {plain} bytes, at most {:.1} MB of memory",
            to_megabytes(peak)
        );
        for time in ["first", "second"] {
            let before = threads_cpu(server.id())?;
            let bytes = runtime.block_on(client.count_compressed(LIST))?;
            let used = threads_cpu(server.id())?.saturating_sub(before);
            println!(
                "  compressed, the {time} time: {bytes} bytes, {:.2} ms of CPU time",
                ms(used)
            );
        }
        Ok(())
    }
}
