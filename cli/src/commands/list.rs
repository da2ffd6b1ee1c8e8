use std::process::ExitCode;

use super::CommandResult;
use crate::args::ListArgs;

pub(crate) fn list(_args: &ListArgs) -> CommandResult {
    Ok(ExitCode::SUCCESS)
}
