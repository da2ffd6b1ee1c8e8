//! One of the servers that are compared.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::Error;
use crate::client::{Client, LIST};
use crate::http_client::HttpClient;
use crate::http_server::{HttpServer, free_address};
use crate::measure::peak_kb;

/// The operation that is called, `GET /meta`, by the letters of its name. It has no parameters: one of the servers does not
/// know parameters that are references.
const OPERATION: &str = "metaget";
const WARM_UP: usize = 20;
const CALLS: usize = 200;

/// How a server is started.
pub(super) struct Peer {
    pub(super) name: &'static str,
    pub(super) program: PathBuf,
    pub(super) arguments: Vec<String>,
    pub(super) transport: Transport,
}

/// How its client talks to it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Transport {
    Stdio,
    /// At the port that is given with `--port`.
    Http,
}

/// What one run shows.
pub(super) struct Run {
    /// From the start of the process until the complete list of tools is there.
    pub(super) listed: Duration,
    /// The most memory that the process has had until then.
    pub(super) peak_kb: u64,
    pub(super) list_bytes: usize,
    pub(super) tools: usize,
}

impl Peer {
    /// Starts the server, and asks for its list.
    pub(super) fn start_and_list(&self, runtime: &Runtime) -> Result<(Run, String), Error> {
        let started = Instant::now();
        let mut server = self.start(runtime)?;
        let list = server.ask(runtime, LIST)?;
        let listed = started.elapsed();
        let peak_kb = peak_kb(server.id())?;
        server.end()?;
        let answer: Value = serde_json::from_str(&list)?;
        let run = Run {
            listed,
            peak_kb,
            list_bytes: list.len(),
            tools: answer["result"]["tools"].as_array().map_or(0, Vec::len),
        };
        Ok((run, list))
    }

    /// How long a call takes, each time.
    pub(super) fn time_calls(&self, runtime: &Runtime, list: &str) -> Result<Vec<Duration>, Error> {
        let tool =
            find_tool(list).ok_or_else(|| format!("{} has no tool {OPERATION}", self.name))?;
        let call = json!({
            "jsonrpc": "2.0",
            "id": 3,
            "method": "tools/call",
            "params": {"name": tool, "arguments": {}},
        });
        let call = call.to_string();
        let mut server = self.start(runtime)?;
        // Some servers want to be asked for their list first.
        server.ask(runtime, LIST)?;
        let mut times = Vec::new();
        for _ in 0..WARM_UP + CALLS {
            let started = Instant::now();
            let answer = server.ask(runtime, &call)?;
            times.push(started.elapsed());
            if !answer.contains("1347") || !answer.contains("Found a bug") {
                return Err(format!("{}: {answer}", self.name).into());
            }
        }
        server.end()?;
        Ok(times.split_off(WARM_UP))
    }

    fn start(&self, runtime: &Runtime) -> Result<Running, Error> {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        if self.transport == Transport::Stdio {
            let mut client = Client::spawn_command(command.stderr(Stdio::null()))?;
            client.initialize()?;
            client.confirm()?;
            return Ok(Running::Stdio(client));
        }
        let address = free_address()?;
        command.args(["--port", &address.port().to_string()]);
        let server = HttpServer::start(address, &mut command)?;
        let client = runtime.block_on(HttpClient::connect_to(server.url()))?;
        Ok(Running::Http(server, client))
    }
}

enum Running {
    Stdio(Client),
    Http(HttpServer, HttpClient),
}

impl Running {
    fn id(&self) -> u32 {
        match self {
            Self::Stdio(client) => client.id(),
            Self::Http(server, _) => server.id(),
        }
    }

    fn ask(&mut self, runtime: &Runtime, message: &str) -> Result<String, Error> {
        match self {
            Self::Stdio(client) => Ok(client.ask(message)?.to_owned()),
            Self::Http(_, client) => runtime.block_on(client.send_request(message)),
        }
    }

    fn end(self) -> Result<(), Error> {
        match self {
            Self::Stdio(client) => client.end(),
            // It ends with its value.
            Self::Http(..) => Ok(()),
        }
    }
}

fn find_tool(list: &str) -> Option<String> {
    let answer: Value = serde_json::from_str(list).ok()?;
    let tools = answer["result"]["tools"].as_array()?;
    let mut names = tools.iter().filter_map(|tool| tool["name"].as_str());
    let letters = |name: &str| {
        name.replace(|c: char| !c.is_ascii_alphanumeric(), "")
            .to_lowercase()
    };
    names
        .find(|name| letters(name) == OPERATION)
        .map(str::to_owned)
}
