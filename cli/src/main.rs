//! The `toolwright` command: compiles Swagger and OpenAPI files to typed MCP servers.

mod args;
mod color;
mod commands;
mod count;
mod dependency;
mod editor_schema;
mod evaluation;
mod markdown;
mod package;
mod progress;
mod remote;
mod replace_file;
mod run;
mod scaffold;
mod shell;
mod terminal;
mod text_diff;
mod unfiled_spec;

use std::error::Error;
use std::process::ExitCode;

use clap::Parser as _;
use toolwright_codegen::{BuildError, ConfigError};

use args::{Args, Command, UsageError};
use evaluation::TaskFileError;
use unfiled_spec::UnfiledSpecError;

fn main() -> ExitCode {
    let Args { command, color } = Args::try_parse().unwrap_or_else(|error| {
        args::explain_server_option(error).exit();
    });
    color.set_for_run();
    let is_diff = matches!(command, Command::Diff(_));
    let asks_servers = matches!(command, Command::Describe(_) | Command::Eval(_));
    let result = match command {
        Command::Generate(args) => commands::generate_sources(&args),
        Command::Check(args) => commands::check_outputs(&args),
        Command::List(args) => commands::list_tools(&args),
        Command::Lint(args) => commands::lint_specs(&args),
        Command::Diff(args) => commands::diff_specs(&args),
        Command::Record(args) => commands::record_tools(&args),
        Command::New(args) => commands::create_crate(&args),
        Command::Package(args) => commands::write_packages(&args),
        Command::Serve(args) => commands::serve_spec(&args),
        Command::Call(args) => commands::call_tool(&args),
        Command::Describe(args) => commands::describe_tools(&args),
        Command::Eval(args) => commands::evaluate_tasks(&args),
        Command::Cache { action } => commands::manage_cache(action),
        Command::Completions { shell } => commands::print_completions(shell),
        Command::Schema { file } => commands::print_schema(file),
        Command::Man { directory } => commands::write_manual_pages(&directory),
    };
    match result {
        Ok(code) => code,
        Err(error) if is_closed_pipe(error.as_ref()) => ExitCode::SUCCESS,
        Err(error) => {
            let text = error.to_string();
            match asks_servers {
                // Other servers have a say in it.
                true => eprintln!("error: {}", terminal::escape_text(&text)),
                false => eprintln!(
                    "{}",
                    commands::colorize_for_stderr(&format!("error: {text}"))
                ),
            }
            exit_code(error.as_ref(), is_diff)
        }
    }
}

/// Whoever reads the output has read enough of it: `toolwright list spec.yaml | head`.
fn is_closed_pipe(error: &(dyn Error + 'static)) -> bool {
    let error: Option<&std::io::Error> = error.downcast_ref();
    error.is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}

/// A spec that cannot be read is as wrong as an option that there is none of, for which clap ends
/// with 2.
const UNREADABLE: u8 = 2;

fn exit_code(error: &(dyn Error + 'static), is_diff: bool) -> ExitCode {
    if error.is::<UsageError>()
        || error.is::<ConfigError>()
        || error.is::<UnfiledSpecError>()
        || error.is::<TaskFileError>()
    {
        return ExitCode::from(UNREADABLE);
    }
    match error.downcast_ref() {
        Some(BuildError::Source(_) | BuildError::Config(_) | BuildError::Normalize(_)) => {
            ExitCode::from(UNREADABLE)
        }
        // 1 would say that something broke.
        Some(_) if is_diff => ExitCode::from(UNREADABLE),
        _ => ExitCode::FAILURE,
    }
}
