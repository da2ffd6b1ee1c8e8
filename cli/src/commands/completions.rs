use std::io::Write as _;
use std::process::ExitCode;

use clap::CommandFactory as _;
use clap_complete::Shell;

use super::CommandResult;
use crate::args::Args;

pub(crate) fn print_completions(shell: Shell) -> CommandResult {
    // Collected first: `clap_complete` panics if its writer fails, which a closed pipe would cause.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "toolwright", &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
