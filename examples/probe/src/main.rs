//! The program: `mcp-probe check …` checks one server and ends; everything else is the MCP server.

use std::process::ExitCode;
use std::sync::Arc;

use mcp_probe::{Probe, Settings, command_line};

fn main() -> ExitCode {
    if let Some(code) = command_line::run_command() {
        return code;
    }
    let settings = match Settings::from_environment() {
        Ok(settings) => settings,
        Err(error) => {
            eprintln!("mcp-probe: {error}");
            return ExitCode::FAILURE;
        }
    };
    let code = toolwright::run(mcp_probe::tools(Arc::new(Probe::new(settings))));
    mcp_probe::kill_remaining_processes();
    code
}
