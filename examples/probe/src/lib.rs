//! An MCP server that tests MCP servers, and the command `mcp-probe check`. `probe.yaml` describes the tools;
//! `handlers` has a handler for each, on the one connection that [`Probe`] keeps.

mod arguments;
mod checks;
mod clock;
mod compare;
mod conformance;
mod connection;
mod failure;
mod handlers;
mod probe;
mod settings;

pub mod command_line;

/// The tools as `probe.yaml` describes them.
pub mod api {
    toolwright::include_tools!("mcp_test_mcp");
}

pub use connection::kill_remaining_processes;
pub use failure::{Failure, FailureKind};
pub use probe::{Probe, tools};
pub use settings::{Settings, SettingsError};
