//! Servers that are built for a command, in a cache.

mod cache;
mod cargo;
mod client;
mod release;
mod source;

use std::env;
use std::error::Error;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

pub(crate) use cache::Cache;
pub(crate) use cargo::cargo_program;
pub(crate) use client::{CallFailure, call_tool};
pub(crate) use release::{build_release, find_target};

use toolwright_codegen::{Compiled, write_if_changed};

use crate::args::Target;
use crate::dependency::Toolwright;
use crate::progress;

/// Compiles a spec that has tools, and prints the remarks about it.
pub(crate) fn compile_target(target: &Target) -> Result<Compiled, Box<dyn Error>> {
    let compiled = progress::compile_with_bar(&target.to_builder())?;
    reject_without_tools(&compiled)?;
    for line in compiled
        .warnings_line()
        .into_iter()
        .chain(compiled.remark_lines())
    {
        eprintln!("{line}");
    }
    Ok(compiled)
}

/// The command of `toolwright` that runs a server.
#[derive(Clone, Copy)]
pub(crate) enum ServerCaller<'a> {
    Serve,
    /// It calls this tool.
    Call(&'a str),
}

impl ServerCaller<'_> {
    /// What the user typed before the options of the server.
    fn typed_words(self, spec: Option<&Path>) -> String {
        // Without folders: a program's name is what follows the last slash.
        let spec = spec.and_then(Path::file_name).unwrap_or_default().display();
        let words = match self {
            Self::Serve => format!("toolwright serve {spec}"),
            Self::Call(tool) => format!("toolwright call {spec} {tool}"),
        };
        format!("{} --", words.trim_end())
    }
}

/// A command that runs a built server. The server calls itself by what the user typed: the name of its binary, which is
/// in the cache, says nothing to anybody.
pub(crate) fn server_command(
    server: &Path,
    caller: ServerCaller<'_>,
    spec: Option<&Path>,
) -> Command {
    let mut command = rename_process(Command::new(server), &caller.typed_words(spec));
    if matches!(caller, ServerCaller::Call(_)) && env::var_os(LOG).is_none() {
        command.env(LOG, LOG_OF_ONE_CALL);
    }
    command
}

/// The variable that says what a server logs.
const LOG: &str = "RUST_LOG";

/// What a server logs by default, without the warning of credentials that its tools need: for one call, those of other
/// tools do not matter, and the error of the call names its own.
const LOG_OF_ONE_CALL: &str = "warn,rmcp=off,toolwright::missing_credentials=off";

#[cfg(unix)]
fn rename_process(mut command: Command, name: &str) -> Command {
    use std::os::unix::process::CommandExt as _;

    command.arg0(name);
    command
}

/// Elsewhere a program cannot be started by another name.
#[cfg(not(unix))]
fn rename_process(command: Command, _: &str) -> Command {
    command
}

/// Ends only if the server cannot be run: its streams and its exit code are this process's.
#[cfg(unix)]
pub(crate) fn become_server(
    mut server: Command,
    options: &[OsString],
) -> Result<ExitCode, Box<dyn Error>> {
    use std::os::unix::process::CommandExt as _;

    // `exec` replaces this process, so that signals and the end of standard input reach the server
    // itself. It returns only if it fails.
    let error = server.args(options).exec();
    Err(format!("cannot run {}: {error}", server.get_program().display()).into())
}

#[cfg(not(unix))]
pub(crate) fn become_server(
    mut server: Command,
    options: &[OsString],
) -> Result<ExitCode, Box<dyn Error>> {
    let status = server.args(options).status()?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

/// Builds the server of a spec, unless that was done before, and returns its binary.
pub(crate) fn build_server(
    compiled: &Compiled,
    toolwright: &Toolwright,
) -> Result<PathBuf, Box<dyn Error>> {
    let cache = Cache::for_user()?;
    let name = cache::server_crate_name(compiled, toolwright);
    let folder = cache.server_folder(&name);
    let source = [
        ("Cargo.toml", write_manifest(&name, toolwright)),
        ("src/main.rs", source::main_file(compiled.api())?),
    ];
    compiled.code().write(&folder.join("src/api.rs"))?;
    for (file, text) in &source {
        write_if_changed(&folder.join(file), text)?;
    }
    copy_lock_file(&folder, toolwright)?;
    let target = cargo::target_directory(&cache)?;
    // Cargo runs even if the binary exists: a checkout of toolwright may have changed, and only
    // cargo knows.
    let was_built = cargo::binary_path(&target, &name).exists();
    let lines = progress::Lines::print_start(compiled.spec(), was_built);
    let binary = cargo::build_crate(&folder, &target)?;
    lines.print_end();
    Ok(binary)
}

/// What is skipped, and what is left out by which settings, is told where there is nothing else.
pub(crate) fn reject_without_tools(compiled: &Compiled) -> Result<(), String> {
    if !compiled.api().operations.is_empty() {
        return Ok(());
    }
    let mut text = format!(
        "{} has no operation that becomes a tool",
        compiled.spec().display()
    );
    for line in compiled.remark_lines().chain(compiled.skipped_lines()) {
        text.push_str("\n  ");
        text.push_str(&line);
    }
    Err(text)
}

/// Starts with the versions that toolwright is tested with. Cargo drops what is not needed.
pub(crate) fn copy_lock_file(folder: &Path, toolwright: &Toolwright) -> std::io::Result<()> {
    let own = folder.join("Cargo.lock");
    match toolwright.lock_file() {
        Some(lock) if !own.exists() => std::fs::copy(lock, own).map(drop),
        _ => Ok(()),
    }
}

/// The bridge is there for whoever passes `--bridge` to the server: it costs a fraction of the time to compile.
///
/// Debug information would only be read by a debugger, and most of the time to the first answer is
/// spent compiling: unoptimised code is there in a third of it.
fn write_manifest(name: &str, toolwright: &Toolwright) -> String {
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n\
         [dependencies]\ntoolwright = {{ {}, default-features = false, \
         features = [\"server\", \"upstream\", \"gzip\", \"discovery\", \"bridge\"] }}\n\n[profile.dev]\ndebug = false\n\
         incremental = false\n\n[workspace]\n",
        toolwright.runtime_dependency()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_called_by_what_the_user_typed() {
        let spec = Some(Path::new("specs/pets.yaml"));
        let call = ServerCaller::Call("get_pet");
        assert_eq!(
            call.typed_words(spec),
            "toolwright call pets.yaml get_pet --"
        );
        let serve = ServerCaller::Serve;
        assert_eq!(serve.typed_words(spec), "toolwright serve pets.yaml --");
        assert_eq!(serve.typed_words(None), "toolwright serve --");
    }

    #[test]
    fn a_call_is_not_warned_of_credentials_of_other_tools() {
        let log = |caller| {
            let command = server_command(Path::new("server"), caller, None);
            let mut variables = command.get_envs();
            variables.find_map(|(name, value)| (name == LOG).then_some(value?.to_owned()))
        };
        // Unless a developer has set the variable for this test.
        if env::var_os(LOG).is_none() {
            let own = log(ServerCaller::Call("get_pet"));
            assert_eq!(own.as_deref(), Some(LOG_OF_ONE_CALL.as_ref()));
        }
        assert_eq!(log(ServerCaller::Serve), None);
    }
}
