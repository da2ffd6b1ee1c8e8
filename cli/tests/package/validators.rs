//! Runs the validators of the formats, which need Node.js and Python.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use toolwright_tests::{node, npm_package, python, python_with};

use crate::support::said;

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../tests/clients/packages")
        .join(name)
}

fn output_of(command: &mut Command) -> String {
    let (code, stdout, stderr) = said(command.output().expect("runs"));
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    stdout
}

fn json_of(command: &mut Command) -> Value {
    let text = output_of(command);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The bundles in a folder.
pub fn bundles_in(dist: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dist).expect("is there");
    let files = entries.map(|entry| entry.expect("is there").path());
    let mut bundles: Vec<PathBuf> = files
        .filter(|file| file.extension().is_some_and(|kind| kind == "mcpb"))
        .collect();
    bundles.sort();
    bundles
}

/// Unpacks and validates bundles with the tools of `mcpb`, and says how a host starts each with these values of settings.
pub fn bundle_starts(bundles: &[PathBuf], unpacked: &Path, values: &Value) -> Vec<Value> {
    let mcpb = npm_package("@anthropic-ai/mcpb");
    let mut command = Command::new(node());
    command.arg(script("bundles.mjs")).arg(&mcpb).arg(unpacked);
    let starts = json_of(command.arg(values.to_string()).args(bundles));
    starts.as_array().expect("is a list").clone()
}

/// Validates a manifest that was unpacked with the command that authors run.
pub fn run_mcpb_validate(start: &Value) {
    let mcpb = npm_package("@anthropic-ai/mcpb");
    let folder = start["folder"].as_str().expect("is a text");
    let mut validate = Command::new(node());
    output_of(
        validate
            .arg(mcpb.join("dist/cli/cli.js"))
            .args(["validate", folder]),
    );
}

/// Validates the `server.json` of each folder.
pub fn validate_entries(folders: &[&Path]) {
    let mut command = Command::new(python_with("skillsaw"));
    output_of(command.arg(script("registry.py")).args(folders));
}

/// What Ruby's parser says of formulas.
pub fn parse_formulas(formulas: &[PathBuf]) -> Vec<Value> {
    let prism = npm_package("@ruby/prism");
    let mut command = Command::new(node());
    let parsed = json_of(command.arg(script("formula.mjs")).arg(prism).args(formulas));
    parsed.as_array().expect("is a list").clone()
}

/// What an image is, after all its digests were checked.
pub fn describe_image(archive: &Path) -> Value {
    let mut command = Command::new(python());
    json_of(command.arg(script("image.py")).arg(archive))
}
