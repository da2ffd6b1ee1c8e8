//! The commands of `toolwright`, one file each, and what they share: the files that a command
//! writes or checks, and how diagnostics are printed. A command takes its parsed arguments and
//! returns an exit code. Errors are printed by `main`.

mod cache;
mod call;
mod check;
mod completions;
mod describe;
mod diff;
mod eval;
mod generate;
mod lint;
mod list;
mod man;
mod new;
mod package;
mod record;
mod schema;
mod serve;

pub(crate) use cache::manage_cache;
pub(crate) use call::call_tool;
pub(crate) use check::check_outputs;
pub(crate) use completions::print_completions;
pub(crate) use describe::describe_tools;
pub(crate) use diff::diff_specs;
pub(crate) use eval::evaluate_tasks;
pub(crate) use generate::generate_sources;
pub(crate) use lint::lint_specs;
pub(crate) use list::list_tools;
pub(crate) use man::write_manual_pages;
pub(crate) use new::create_crate;
pub(crate) use package::write_packages;
pub(crate) use record::record_tools;
pub(crate) use schema::print_schema;
pub(crate) use serve::serve_spec;

use std::error::Error;
use std::process::ExitCode;

use console::Term;
use toolwright_codegen::Compiled;
use toolwright_codegen::diagnostics::colorize;

use crate::args::{OutputArgs, Target, UsageError};
use crate::color::has_colors;
use crate::count::count_noun;

type CommandResult = Result<ExitCode, Box<dyn Error>>;

/// The specs of a command, each with the file that it writes or checks.
fn with_outputs(args: &OutputArgs) -> Result<Vec<(Target, std::path::PathBuf)>, Box<dyn Error>> {
    let mut targets = args.spec.resolve_targets_in_files()?;
    if let Some(out) = &args.out {
        // One file cannot hold several servers, so `--out` needs a single target.
        return Ok(vec![(crate::args::only_target(targets)?, out.clone())]);
    }
    let outputs = targets.iter_mut().map(|target| {
        let out = target.out.take();
        out.ok_or_else(|| UsageError::NoOut(target.spec.display().to_string()))
    });
    let outputs: Vec<_> = outputs.collect::<Result<_, _>>()?;
    Ok(targets.into_iter().zip(outputs).collect())
}

fn print_diagnostics(compiled: &Compiled) {
    // Once each: a part that many operations share would repeat its warning for every one of them.
    for text in compiled.rendered_once() {
        eprintln!("{}\n", colorize_for_stderr(text.trim_end()));
    }
    for line in compiled.portability_lines() {
        eprintln!("{line}\n");
    }
}

/// What became of the operations of a spec: tools, what is skipped, and what is left out.
fn count_operations(compiled: &Compiled) -> String {
    let tools = count_noun(compiled.api().operations.len(), "tool");
    let skipped = count_noun(compiled.skipped().count(), "operation");
    let counts = [tools, format!("{skipped} skipped")].into_iter();
    let counts: Vec<String> = counts.chain(compiled.left_out_lines()).collect();
    counts.join(", ")
}

/// Diagnostics as they are printed on standard error.
pub(crate) fn colorize_for_stderr(rendered: &str) -> String {
    match has_colors(&Term::stderr()) {
        true => colorize(rendered),
        false => rendered.to_owned(),
    }
}
