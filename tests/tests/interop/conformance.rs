//! The official conformance suite (npm: `@modelcontextprotocol/conformance`), whose scenarios are a client that
//! asks a server over HTTP. Most of them want tools, prompts and resources of fixed names.
//!
//! A check that a server is known to fail is in a file of `tests/conformance` in the suite's own format, with the
//! reason in a comment. A check that fails and is not there fails the test, and so does one that is there and passes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use toolwright_tests::{node, npm_package};

use crate::http_server::HttpServer;
use crate::servers::{CMS, CONFORMANCE, NEWS, PETSTORE, Server};

/// What of the suite is run for a revision.
struct Selection {
    revision: &'static str,
    /// Arguments of the suite's program, which is run once for each: `--scenario=NAME`, or `--suite=active` for all
    /// scenarios that its authors do not call drafts. What is new in 2026-07-28 they still call so: `--suite=draft`.
    arguments: &'static [&'static str],
    /// A file of `tests/conformance`.
    expected_failures: &'static str,
}

/// What holds for every server that has tools and nothing else, whatever its tools are.
const TOOLS_ONLY: [Selection; 3] = [
    Selection {
        revision: "2025-06-18",
        arguments: &[
            "--scenario=server-initialize",
            "--scenario=ping",
            "--scenario=tools-list",
        ],
        expected_failures: "tools-only-2025-06-18.yaml",
    },
    Selection {
        revision: "2025-11-25",
        arguments: &[
            "--scenario=server-initialize",
            "--scenario=ping",
            "--scenario=tools-list",
            "--scenario=dns-rebinding-protection",
        ],
        expected_failures: "tools-only-2025-11-25.yaml",
    },
    Selection {
        revision: "2026-07-28",
        arguments: &[
            "--scenario=tools-list",
            "--scenario=server-sse-multiple-streams",
            "--scenario=dns-rebinding-protection",
            "--scenario=http-header-validation",
            "--scenario=server-stateless",
            "--scenario=caching",
        ],
        expected_failures: "tools-only-2026-07-28.yaml",
    },
];

/// For a server with the tools, prompts and resources that the scenarios want.
const WHOLE_SUITE: [Selection; 3] = [
    Selection {
        revision: "2025-06-18",
        arguments: &["--suite=active"],
        expected_failures: "expected-failures-2025-06-18.yaml",
    },
    Selection {
        revision: "2025-11-25",
        arguments: &["--suite=active"],
        expected_failures: "expected-failures-2025-11-25.yaml",
    },
    Selection {
        revision: "2026-07-28",
        arguments: &["--suite=active", "--suite=draft"],
        expected_failures: "expected-failures-2026-07-28.yaml",
    },
];

/// A server, and what it is held to.
struct Subject {
    server: &'static Server,
    selections: &'static [Selection],
}

const SUBJECTS: [Subject; 4] = [
    Subject {
        server: &PETSTORE,
        selections: &TOOLS_ONLY,
    },
    Subject {
        server: &CMS,
        selections: &TOOLS_ONLY,
    },
    Subject {
        server: &NEWS,
        selections: &TOOLS_ONLY,
    },
    Subject {
        server: &CONFORMANCE,
        selections: &WHOLE_SUITE,
    },
];

#[test]
#[ignore = "needs Node.js"]
fn the_conformance_suite_finds_no_failures_but_those_that_are_expected() {
    let suite = npm_package("@modelcontextprotocol/conformance");
    SUBJECTS[0].server.binary();
    let faults: Vec<String> = thread::scope(|scope| {
        let suite = &suite;
        let runs = SUBJECTS.map(|subject| scope.spawn(move || try_subject(&subject, suite)));
        let faults = runs
            .into_iter()
            .map(|run| run.join().expect("the suite runs"));
        faults.flatten().collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

/// The comment is on the line of the entry, or on the line before.
#[test]
fn every_expected_failure_has_its_reason() {
    for selection in TOOLS_ONLY.iter().chain(&WHOLE_SUITE) {
        let file = file_of(selection);
        let text =
            fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let mut has_comment_before = false;
        for line in text.lines() {
            if let Some(entry) = entry_of(line) {
                let has_reason = has_comment_before || line.contains(" # ");
                assert!(has_reason, "{}: why does {entry} fail?", file.display());
            }
            has_comment_before = line.trim_start().starts_with("# ");
        }
    }
}

fn try_subject(subject: &Subject, suite: &Path) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a directory");
    let server = subject.server;
    let http = HttpServer::start(server.http_command(&server.options(), folder.path()));
    let selections = subject.selections.iter();
    let mut faults: Vec<String> = selections
        .flat_map(|selection| try_selection(selection, &http.url, suite))
        .collect();
    faults.extend(http.end());
    faults
        .iter()
        .map(|fault| format!("{}: {fault}", server.title))
        .collect()
}

fn try_selection(selection: &Selection, url: &str, suite: &Path) -> Vec<String> {
    let revision = selection.revision;
    let (mut faults, mut printed) = (Vec::new(), String::new());
    for argument in selection.arguments {
        let output = Command::new(node())
            .arg(suite.join("dist/index.js"))
            .args([
                "server",
                "--url",
                url,
                "--spec-version",
                revision,
                argument,
                "--expected-failures",
            ])
            .arg(file_of(selection))
            .output()
            .expect("the suite runs");
        let stdout = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() {
            let stderr = String::from_utf8_lossy(&output.stderr);
            faults.push(format!(
                "{argument} of {revision}: {}\n{stdout}\n{stderr}",
                output.status
            ));
        }
        printed.push_str(&stdout);
    }
    // The suite lets an entry be that names nothing, or a check that was skipped.
    let text = fs::read_to_string(file_of(selection)).expect("the file is there");
    let failed: Vec<&str> = printed
        .lines()
        .filter_map(|line| line.strip_prefix("  ~ "))
        .collect();
    for entry in text.lines().filter_map(entry_of) {
        if !failed.contains(&entry) {
            faults.push(format!(
                "{entry} does not fail in {revision}: remove it from {}",
                selection.expected_failures
            ));
        }
    }
    faults
}

fn file_of(selection: &Selection) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("conformance")
        .join(selection.expected_failures)
}

/// What a line of such a file expects to fail: a scenario, or one check of it behind a colon.
fn entry_of(line: &str) -> Option<&str> {
    line.trim_start()
        .strip_prefix("- ")?
        .split_whitespace()
        .next()
}
