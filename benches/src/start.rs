//! How long a server takes to start and to list its tools, and how much memory it then has.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::Error;
use crate::client::Client;
use crate::crates::{Build, Crates};
use crate::measure::{median, ms, resident_kb};
use crate::specs::{cut, spec};

const RUNS: usize = 41;

/// Nothing is called.
const NOWHERE: &str = "http://127.0.0.1:9";

/// Starts the Kubernetes server, the same with ten of its tools, and the servers of the specs whose
/// files are named, in turn.
pub fn run(specs: &[String]) -> Result<(), Error> {
    let crates = Crates::new()?;
    let kubernetes = spec("kubernetes")?;
    let ten = crates.root().join("ten.json");
    cut(&kubernetes, &ten, 10)?;
    let mut servers = vec![
        server(&crates, "ten", &ten)?,
        server(&crates, "kubernetes", &kubernetes)?,
    ];
    for (index, spec) in specs.iter().enumerate() {
        servers.push(server(&crates, &format!("other{index}"), Path::new(spec))?);
    }
    for _ in 0..RUNS {
        for server in &mut servers {
            server.run()?;
        }
    }
    println!("medians of {RUNS} runs in turn");
    for server in &mut servers {
        server.print();
    }
    Ok(())
}

fn server(crates: &Crates, name: &str, spec: &Path) -> Result<Server, Error> {
    let compiled = crates.write(name, Some(spec), None)?;
    let skipped = compiled.skipped().count();
    let tools = compiled.api().operations.len();
    Ok(Server {
        title: format!("{name}: {tools} tools, {skipped} operations skipped"),
        binary: crates.build(name, Build::Release)?,
        runs: Runs::default(),
        list_bytes: 0,
    })
}

struct Server {
    title: String,
    binary: PathBuf,
    runs: Runs,
    list_bytes: usize,
}

#[derive(Default)]
struct Runs {
    initialized: Vec<Duration>,
    listed: Vec<Duration>,
    idle_kb: Vec<u64>,
    listed_kb: Vec<u64>,
}

impl Server {
    fn run(&mut self) -> Result<(), Error> {
        let start = Instant::now();
        let mut client = Client::spawn(&self.binary, NOWHERE)?;
        client.initialize()?;
        self.runs.initialized.push(start.elapsed());
        self.runs.idle_kb.push(resident_kb(client.id())?);
        client.end()?;

        let start = Instant::now();
        let mut client = Client::spawn(&self.binary, NOWHERE)?;
        client.initialize()?;
        self.list_bytes = client.list()?.len();
        self.runs.listed.push(start.elapsed());
        self.runs.listed_kb.push(resident_kb(client.id())?);
        client.end()
    }

    fn print(&mut self) {
        println!("{}", self.title);
        println!(
            "  initialize answered after {:.2} ms, resident {} KB",
            ms(median(&mut self.runs.initialized)),
            median(&mut self.runs.idle_kb)
        );
        println!(
            "  tools/list complete after {:.2} ms, resident {} KB, {} bytes",
            ms(median(&mut self.runs.listed)),
            median(&mut self.runs.listed_kb),
            self.list_bytes
        );
    }
}
