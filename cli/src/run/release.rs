//! Builds the crate of a server as users of it get it: optimised, for one target.

use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::cargo::{CargoError, cargo_program, spawn_error};

/// Builds a binary of a crate for a target triple. What cargo prints goes to standard error as it comes.
pub(crate) fn build_release(
    manifest: &Path,
    name: &str,
    target: &str,
) -> Result<PathBuf, CargoError> {
    let mut child = Command::new(cargo_program())
        .args([
            "build",
            "--release",
            "--message-format=json-render-diagnostics",
            "--target",
        ])
        // Said explicitly, since a configuration of cargo may choose another one.
        .arg(target)
        .args(["--bin", name, "--manifest-path"])
        .arg(manifest)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(spawn_error)?;
    let mut binary = None;
    let messages = child.stdout.take().map(BufReader::new);
    for line in messages.into_iter().flat_map(|messages| messages.lines()) {
        let message: Value = serde_json::from_str(&line?).unwrap_or_default();
        if message["reason"] == "compiler-artifact" && message["target"]["name"] == name {
            let built = message["executable"].as_str().map(PathBuf::from);
            binary = built.or(binary);
        }
    }
    let status = child.wait()?;
    match binary {
        Some(binary) if status.success() => Ok(binary),
        _ => Err(CargoError::Failed {
            folder: manifest.to_owned(),
            said: "cargo's messages are above".to_owned(),
        }),
    }
}

/// The target triple of this machine, as rustc says it.
pub(crate) fn host_target() -> Result<String, CargoError> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .arg("-vV")
        .stdin(Stdio::null())
        .output()
        .map_err(spawn_error)?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.map(str::to_owned);
    host.ok_or_else(|| io::Error::other("`rustc -vV` names no host").into())
}
