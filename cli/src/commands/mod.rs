mod check;
mod diff;
mod generate;
mod lint;
mod list;

pub(crate) use check::check;
pub(crate) use diff::diff;
pub(crate) use generate::generate;
pub(crate) use lint::lint;
pub(crate) use list::list;

use std::error::Error;
use std::process::ExitCode;

use toolwright_codegen::Compiled;

type CommandResult = Result<ExitCode, Box<dyn Error>>;

fn print_diagnostics(compiled: &Compiled) {
    for text in compiled.rendered() {
        eprintln!("{}\n", text.trim_end());
    }
    for line in compiled.portability_lines() {
        eprintln!("{line}\n");
    }
}

fn count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
