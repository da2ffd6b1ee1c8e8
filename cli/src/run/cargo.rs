//! Runs cargo to build the crate of a server, and shows how far it is. Takes the folder of the
//! crate and returns the path of the binary, or what cargo printed if it failed. Cargo's output is
//! JSON, so nothing is read from texts for people.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};

use serde_json::Value;
use thiserror::Error;

use super::Cache;
use crate::progress;

#[derive(Debug, Error)]
pub(crate) enum CargoError {
    #[error(
        "cargo, which builds the server, is not on the PATH\n  help: install Rust from https://rustup.rs, \
         then run this command again"
    )]
    Missing,
    #[error("cannot run cargo: {0}")]
    Unusable(#[from] io::Error),
    #[error("the server in {} does not build:\n{printed}", folder.display())]
    Failed { folder: PathBuf, printed: String },
}

/// The target directory: the cache's, or `CARGO_TARGET_DIR` in the environment, since whoever sets it
/// has one for all.
pub(super) fn target_directory(cache: &Cache) -> io::Result<PathBuf> {
    match env::var_os("CARGO_TARGET_DIR") {
        Some(own) if !own.is_empty() => std::path::absolute(own),
        _ => Ok(cache.target_folder()),
    }
}

/// Where cargo puts the binary of a crate.
pub(super) fn binary_path(target: &Path, name: &str) -> PathBuf {
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    target.join("debug").join(file)
}

/// What cargo says of a build: JSON for us, and diagnostics for people on standard error.
pub(super) const BUILD_MESSAGES: &str = "--message-format=json-render-diagnostics";

/// Builds the crate in a folder and returns its binary, with a progress bar if it takes a while.
pub(super) fn build_crate(folder: &Path, target: &Path) -> Result<PathBuf, CargoError> {
    // Not a pipe: a full one would block cargo while its standard output is read.
    let mut printed = tempfile::tempfile()?;
    let mut child = cargo_command(folder)
        .args(["build", BUILD_MESSAGES])
        .env("CARGO_TARGET_DIR", target)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(printed.try_clone()?)
        .spawn()
        .map_err(spawn_error)?;
    let bar = progress::Crates::new(|| count_crates(folder));
    let mut binary = None;
    let status = wait_for_build(&mut child, |artifact| {
        bar.mark_built(artifact["package_id"].as_str(), artifact["fresh"] == true);
        // The last artifact is the server itself, since cargo builds dependencies first. Those
        // have no `executable`.
        binary = artifact["executable"].as_str().map(PathBuf::from);
    })?;
    drop(bar);
    match binary {
        Some(binary) if status.success() => Ok(binary),
        _ => Err(CargoError::Failed {
            folder: folder.to_owned(),
            printed: read_printed(&mut printed)?,
        }),
    }
}

/// Waits until a build that was started with [`BUILD_MESSAGES`] ends, and shows `visit` each artifact that it makes.
pub(super) fn wait_for_build(
    cargo: &mut Child,
    mut visit: impl FnMut(&Value),
) -> io::Result<ExitStatus> {
    let messages = cargo.stdout.take().map(BufReader::new);
    for line in messages.into_iter().flat_map(|messages| messages.lines()) {
        let message: Value = serde_json::from_str(&line?).unwrap_or_default();
        if message["reason"] == "compiler-artifact" {
            visit(&message);
        }
    }
    cargo.wait()
}

fn read_printed(file: &mut File) -> io::Result<String> {
    file.rewind()?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// How many crates a build is of, as far as cargo says it.
fn count_crates(folder: &Path) -> Option<usize> {
    let listed = cargo_command(folder)
        .args(["tree", "--prefix", "none", "--edges", "normal,build"])
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&listed.stdout);
    let crates: BTreeSet<&str> = text
        .lines()
        .map(|line| line.trim_end_matches(" (*)"))
        .collect();
    listed.status.success().then_some(crates.len())
}

/// Set by cargo for the programs that it starts, so that a pinned toolchain builds its servers with the same
/// cargo.
pub(crate) fn cargo_program() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"))
}

fn cargo_command(folder: &Path) -> Command {
    let mut command = Command::new(cargo_program());
    command.current_dir(folder);
    command
}

pub(super) fn spawn_error(error: io::Error) -> CargoError {
    match error.kind() {
        io::ErrorKind::NotFound => CargoError::Missing,
        _ => error.into(),
    }
}
