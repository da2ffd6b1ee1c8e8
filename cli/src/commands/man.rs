use std::fs;
use std::path::Path;
use std::process::ExitCode;

use clap::CommandFactory as _;

use super::CommandResult;
use crate::args::Args;

/// A page for the command and each of its commands.
pub(crate) fn write_manual_pages(directory: &Path) -> CommandResult {
    fs::create_dir_all(directory)?;
    // Without `help` as a subcommand, which would get a page for each command a second time.
    clap_mangen::generate_to(Args::command().disable_help_subcommand(true), directory)?;
    Ok(ExitCode::SUCCESS)
}
