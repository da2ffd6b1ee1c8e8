//! The test server as a process.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use toolwright_tests::{MockServer, target};

/// The server, for as long as this lives.
#[derive(Debug)]
pub(crate) struct TestServer {
    server: MockServer,
    coverage: PathBuf,
}

/// The Node.js beside the packages.
pub(crate) fn node(modules: &Path) -> PathBuf {
    let own = modules.join("node/bin/node");
    if own.exists() { own } else { "node".into() }
}

impl TestServer {
    pub(crate) fn start(modules: &Path) -> Self {
        let coverage = target().join("typespec-coverage.json");
        let _ = fs::remove_file(&coverage);
        let packages = modules.join("@typespec");
        let server = MockServer::start(|port| {
            let mut command = Command::new(node(modules));
            command
                .arg(packages.join("spector/dist/src/cli/cli.js"))
                .arg("serve")
                .arg(packages.join("http-specs/specs"))
                .args(["--port", &port.to_string()])
                .arg("--coverageFile")
                .arg(&coverage)
                .current_dir(packages.join("http-specs"));
            command
        });
        Self { server, coverage }
    }

    pub(crate) fn url(&self) -> String {
        self.server.url()
    }

    /// Ends the server, and reads whether each scenario is `pass`, `fail` or `not-implemented`.
    pub(crate) fn report(self) -> BTreeMap<String, String> {
        self.server.ask("POST", "/.admin/stop");
        self.server.wait_for_end();
        let report = fs::read_to_string(&self.coverage).expect("the server reports");
        let report: Value = serde_json::from_str(&report).expect("the report is JSON");
        let of_packages = report.as_array().into_iter().flatten();
        of_packages
            .filter_map(|one| one["results"].as_object())
            .flatten()
            .map(|(name, state)| {
                let state = state.as_str().unwrap_or_default();
                (name.clone(), state.to_owned())
            })
            .collect()
    }
}
