//! Installs the other tools, below cargo's target directory, in the versions that are compared.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Error;
use crate::commands::run_command;
use crate::crates::Crates;

/// The packages of PyPI: FastMCP calls an API by a client that it does not bring.
pub(super) const FASTMCP: [&str; 2] = ["fastmcp==4.2.3", "httpx"];
/// The package of npm.
pub(super) const GENERATOR: &str = "openapi-mcp-generator@4.0.1";
/// The crate, and its version.
pub(super) const RMCP_OPENAPI: [&str; 2] = ["rmcp-openapi-server", "0.32.1"];

/// The folder of all of them.
pub(super) fn folder() -> Result<PathBuf, Error> {
    let folder = Crates::target_directory().join("benches/peers");
    fs::create_dir_all(&folder)?;
    Ok(folder.canonicalize()?)
}

/// A Python that has FastMCP.
pub(super) fn fastmcp() -> Result<PathBuf, Error> {
    let environment = folder()?.join("python");
    let python = environment.join("bin/python");
    if !python.exists() {
        run_command(
            Command::new("python3")
                .args(["-m", "venv"])
                .arg(&environment),
        )?;
    }
    run_command(
        Command::new(&python)
            .args(["-m", "pip", "install", "--quiet"])
            .args(FASTMCP),
    )?;
    Ok(python)
}

/// The binary of rmcp-openapi-server.
pub(super) fn rmcp_openapi() -> Result<PathBuf, Error> {
    let root = folder()?.join("rust");
    let [name, version] = RMCP_OPENAPI;
    run_command(
        Command::new(env!("CARGO"))
            .args([
                "install",
                "--quiet",
                name,
                "--version",
                version,
                "--locked",
                "--root",
            ])
            .arg(&root)
            // One of the crates that it depends on asks rustup for an older compiler.
            .env("RUSTC", Path::new(env!("CARGO")).with_file_name("rustc"))
            // The workspace's own settings are not for others.
            .current_dir(folder()?),
    )?;
    Ok(root.join("bin").join(name))
}

/// The script of the server that openapi-mcp-generator writes for a spec.
pub(super) fn generated_for_node(spec: &Path, base: &str) -> Result<PathBuf, Error> {
    let server = folder()?.join("node");
    run_command(
        Command::new("npx")
            .args(["--yes", GENERATOR, "--force", "--base-url", base, "--input"])
            .arg(spec)
            .arg("--output")
            .arg(&server),
    )?;
    run_command(
        Command::new("npm")
            .args(["install", "--silent", "--no-audit", "--no-fund"])
            .current_dir(&server),
    )?;
    // The compiler gives up on one type of so large a program, and writes the JavaScript all the same.
    let built = run_command(
        Command::new("npm")
            .args(["run", "build", "--silent"])
            .current_dir(&server),
    );
    let script = server.join("build/index.js");
    match built {
        Err(error) if !script.exists() => Err(error),
        _ => Ok(script),
    }
}
