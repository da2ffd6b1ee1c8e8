//! Builds the crate of a server as users of it get it: optimised, for one target.
//!
//! Cargo is told a target only if the user names one. With a target, even that of this machine, it compiles everything
//! again that `cargo build --release` has compiled.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::cargo::{BUILD_MESSAGES, CargoError, cargo_program, spawn_error, wait_for_build};

/// Builds a binary of a crate, for a target triple or for the one that cargo chooses. What cargo prints goes to standard
/// error as it comes.
pub(crate) fn build_release(
    manifest: &Path,
    name: &str,
    target: Option<&str>,
) -> Result<PathBuf, CargoError> {
    let mut child = Command::new(cargo_program())
        .args(["build", "--release", BUILD_MESSAGES])
        .args(target.into_iter().flat_map(|target| ["--target", target]))
        .args(["--bin", name, "--manifest-path"])
        .arg(manifest)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(spawn_error)?;
    let mut binary = None;
    let status = wait_for_build(&mut child, |artifact| {
        if artifact["target"]["name"] == name {
            let built = artifact["executable"].as_str().map(PathBuf::from);
            binary = built.or(binary.take());
        }
    })?;
    match binary {
        Some(binary) if status.success() => Ok(binary),
        _ => Err(CargoError::Failed {
            folder: manifest.to_owned(),
            printed: "cargo's messages are above".to_owned(),
        }),
    }
}

/// The target triple that cargo chose for a binary. A target of cargo's configuration has a folder of its own in the
/// target directory, and this machine's has none (The Cargo Book, "Build Cache").
pub(crate) fn find_target(binary: &Path, target_directory: &Path) -> Result<String, CargoError> {
    let below = binary.strip_prefix(target_directory).ok();
    let folders: Vec<&OsStr> = below.into_iter().flatten().collect();
    match folders.as_slice() {
        [configured, _profile, _binary] => Ok(configured.to_string_lossy().into_owned()),
        _ => find_host_target(),
    }
}

/// The target triple of this machine, as rustc says it.
fn find_host_target() -> Result<String, CargoError> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn find_target_in_pets(binary: &str) -> String {
        let target = find_target(Path::new(binary), Path::new("/pets/target"));
        target.expect("rustc is there")
    }

    #[test]
    fn a_folder_of_the_target_directory_names_a_configured_target() {
        let musl = "x86_64-unknown-linux-musl";
        assert_eq!(
            find_target_in_pets(&format!("/pets/target/{musl}/release/pets-mcp")),
            musl
        );
        let host = find_host_target().expect("rustc is there");
        assert_eq!(find_target_in_pets("/pets/target/release/pets-mcp"), host);
        assert_eq!(find_target_in_pets("/elsewhere/release/pets-mcp"), host);
    }
}
