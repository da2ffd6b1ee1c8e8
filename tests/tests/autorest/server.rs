//! The test server as a process.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use toolwright_tests::{MockServer, node, target};

/// What the scenarios are reported under.
const CATEGORIES: [&str; 3] = ["vanilla", "optional", "azure"];

/// The server, for as long as this lives.
#[derive(Debug)]
pub(crate) struct TestServer(MockServer);

impl TestServer {
    pub(crate) fn start(package: &Path) -> Self {
        let coverage = target().join("autorest-coverage");
        let server = MockServer::start(|port| {
            let mut command = Command::new(node());
            command
                .arg(package.join("dist/cli/cli.js"))
                .args(["run", "--appendCoverage", "--port", &port.to_string()])
                .arg("--coverageDirectory")
                .arg(&coverage);
            command
        });
        // Coverage that an earlier run has left would count.
        server.ask("POST", "/report/clear");
        Self(server)
    }

    pub(crate) fn url(&self) -> String {
        self.0.url()
    }

    /// How often each scenario was done right.
    pub(crate) fn report(&self) -> BTreeMap<String, u64> {
        CATEGORIES
            .iter()
            .flat_map(|category| {
                let report = self.0.ask("GET", &format!("/report/{category}"));
                let report: BTreeMap<String, u64> =
                    serde_json::from_str(&report).expect("the report is JSON");
                report
            })
            .collect()
    }
}
