//! The `toolwright` command: compiles Swagger and OpenAPI files to typed MCP servers.

mod args;
mod commands;
mod progress;

use std::process::ExitCode;

use clap::Parser as _;

use args::{Args, Command};

fn main() -> ExitCode {
    let result = match Args::parse().command {
        Command::Generate(args) => commands::generate(&args),
        Command::Check(args) => commands::check(&args),
        Command::List(args) => commands::list(&args),
    };
    match result {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
