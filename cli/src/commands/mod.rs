mod cache;
mod call;
mod check;
mod completions;
mod describe;
mod diff;
mod generate;
mod lint;
mod list;
mod man;
mod new;
mod record;
mod serve;

pub(crate) use cache::cache;
pub(crate) use call::call;
pub(crate) use check::check;
pub(crate) use completions::completions;
pub(crate) use describe::describe;
pub(crate) use diff::diff;
pub(crate) use generate::generate;
pub(crate) use lint::lint;
pub(crate) use list::list;
pub(crate) use man::man;
pub(crate) use new::new;
pub(crate) use record::record;
pub(crate) use serve::serve;

use std::error::Error;
use std::process::ExitCode;

use console::Term;
use toolwright_codegen::Compiled;
use toolwright_codegen::diagnostics::colorize;

use crate::args::{OutputArgs, Target, UsageError};
use crate::color::has_colors;
use crate::count::count;

type CommandResult = Result<ExitCode, Box<dyn Error>>;

/// The specs of a command, each with the file that it writes or checks.
fn with_outputs(args: &OutputArgs) -> Result<Vec<(Target, std::path::PathBuf)>, Box<dyn Error>> {
    let mut targets = args.spec.targets()?;
    if let Some(out) = &args.out {
        return Ok(vec![(crate::args::only(targets)?, out.clone())]);
    }
    let outputs = targets.iter_mut().map(|target| {
        let out = target.out.take();
        out.ok_or_else(|| UsageError::NoOut(target.spec.display().to_string()))
    });
    let outputs: Vec<_> = outputs.collect::<Result<_, _>>()?;
    Ok(targets.into_iter().zip(outputs).collect())
}

fn print_diagnostics(compiled: &Compiled) {
    for text in compiled.rendered_once() {
        eprintln!("{}\n", colorize_for_stderr(text.trim_end()));
    }
    for line in compiled.portability_lines() {
        eprintln!("{line}\n");
    }
}

/// Diagnostics as they are printed on standard error.
pub(crate) fn colorize_for_stderr(rendered: &str) -> String {
    match has_colors(&Term::stderr()) {
        true => colorize(rendered),
        false => rendered.to_owned(),
    }
}
