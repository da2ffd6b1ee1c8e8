//! MCP server for the official conformance suite, which calls tools, reads resources and gets prompts by
//! fixed names. Each has a name that says what it proves. `conformance.rs` is written by
//! `toolwright generate generated/conformance/conformance.yaml --out generated/conformance/src/conformance.rs`;
//! everything else is written by hand.

use std::process::ExitCode;
use std::sync::Arc;

mod changes;
#[rustfmt::skip]
mod conformance;
mod features;
mod forms;
mod samples;
mod tools;

use changes::Changes;

fn main() -> ExitCode {
    let changes = Arc::new(Changes::new());
    let tools = conformance::tools(tools::ConformanceTools::new(Arc::clone(&changes)));
    let features = features::Features::new(changes);
    toolwright::run(tools.with_server_handler(features).with_logging())
}
