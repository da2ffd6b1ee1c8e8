//! The command `mcp-probe check`.

use std::process::ExitCode;

/// Runs the command that this process was started with, if it is not the server.
pub fn run_command() -> Option<ExitCode> {
    None
}
