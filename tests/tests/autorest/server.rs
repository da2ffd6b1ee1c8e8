//! The test server as a process.

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use toolwright_tests::{node, target};

/// Longer than the server takes to start on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// What the scenarios are reported under.
const CATEGORIES: [&str; 3] = ["vanilla", "optional", "azure"];

/// The server, for as long as this lives.
#[derive(Debug)]
pub(crate) struct TestServer {
    child: Child,
    port: u16,
}

impl TestServer {
    pub(crate) fn start(package: &Path) -> Self {
        let port = free_port();
        let coverage = target().join("autorest-coverage");
        let child = Command::new(node())
            .arg(package.join("dist/cli/cli.js"))
            .args(["run", "--appendCoverage", "--port", &port.to_string()])
            .arg("--coverageDirectory")
            .arg(&coverage)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("Node.js starts");
        let mut server = Self { child, port };
        server.wait();
        // Coverage that an earlier run has left would count.
        server.ask("POST", "/report/clear");
        server
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// How often each scenario was done right.
    pub(crate) fn report(&self) -> BTreeMap<String, u64> {
        CATEGORIES
            .iter()
            .flat_map(|category| {
                let report = self.ask("GET", &format!("/report/{category}"));
                let report: BTreeMap<String, u64> =
                    serde_json::from_str(&report).expect("the report is JSON");
                report
            })
            .collect()
    }

    fn wait(&mut self) {
        let started = Instant::now();
        while self.connect().is_none() {
            let ended = self.child.try_wait().expect("it can be waited for");
            assert!(ended.is_none(), "the test server ended: {ended:?}");
            assert!(
                started.elapsed() < PATIENCE,
                "the test server does not start"
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn connect(&self) -> Option<TcpStream> {
        TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).ok()
    }

    /// The body of a response.
    fn ask(&self, method: &str, path: &str) -> String {
        let mut stream = self.connect().expect("the test server listens");
        // HTTP 1.0, for a body that is not in chunks.
        write!(stream, "{method} {path} HTTP/1.0\r\n\r\n").expect("the test server reads");
        let mut response = String::new();
        stream
            .read_to_string(&mut response)
            .expect("the test server answers");
        let (head, body) = response.split_once("\r\n\r\n").expect("it is HTTP");
        assert!(head.contains(" 200 "), "{head}");
        body.to_owned()
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("there is a free port");
    listener.local_addr().expect("it is bound").port()
}
