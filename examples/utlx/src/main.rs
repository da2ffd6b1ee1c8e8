//! The server's program: settings, and the six tools.

use std::process::ExitCode;
use std::sync::Arc;

use utlx_mcp::{Assistant, Settings};

fn main() -> ExitCode {
    let settings = match Settings::from_process() {
        Ok(settings) => settings,
        Err(errors) => return exit_with_error(&errors),
    };
    let mut defaults = vec![
        "--listen".to_owned(),
        format!("127.0.0.1:{}", settings.server.port),
    ];
    if let Some(level) = settings.server.log_level.clone() {
        defaults.extend(["--log".to_owned(), level]);
    }
    let assistant = match Assistant::new(settings) {
        Ok(assistant) => Arc::new(assistant),
        Err(error) => return exit_with_error(&error),
    };
    assistant.warm_up();
    toolwright::run_with_defaults(assistant.tools(), defaults)
}

fn exit_with_error(error: &dyn std::fmt::Display) -> ExitCode {
    for line in error.to_string().lines() {
        eprintln!("utlx-mcp: {line}");
    }
    ExitCode::FAILURE
}
