use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
#[cfg(not(unix))]
use std::process::ExitCode;

use super::CommandResult;
use crate::args::ServeArgs;
use crate::dependency::Toolwright;
use crate::run;

pub(crate) fn serve(args: &ServeArgs) -> CommandResult {
    let target = args.spec.target()?;
    let toolwright = Toolwright::of(&args.run.toolwright)?;
    let server = run::build(&run::compile(&target)?, &toolwright)?;
    let mut options = args.run.upstream.options();
    options.extend(args.server_options.iter().cloned());
    become_server(&server, &options)
}

/// Ends only if the server cannot be run: its streams and its exit code are this process's.
#[cfg(unix)]
fn become_server(server: &Path, options: &[OsString]) -> CommandResult {
    use std::os::unix::process::CommandExt as _;

    let error = Command::new(server).args(options).exec();
    Err(format!("{} cannot be run: {error}", server.display()).into())
}

#[cfg(not(unix))]
fn become_server(server: &Path, options: &[OsString]) -> CommandResult {
    let status = Command::new(server).args(options).status()?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}
