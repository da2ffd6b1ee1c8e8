use std::error::Error;
use std::io::Write as _;
use std::process::ExitCode;

use console::Term;
use toolwright_codegen::diagnostics::colorize;
use toolwright_codegen::{BuildError, Lint};

use super::CommandResult;
use crate::UNREADABLE;
use crate::args::{LintArgs, LintFormat, Target};
use crate::color::has_colors;
use crate::progress;

pub(crate) fn lint_specs(args: &LintArgs) -> CommandResult {
    let targets = match args.format {
        LintFormat::Human => args.spec.resolve_targets()?,
        // One document of JSON is about one spec: two of them after each other would not be JSON.
        LintFormat::Json | LintFormat::Sarif => vec![args.spec.resolve_target()?],
    };
    let mut code = 0;
    for target in targets {
        code = code.max(print_report(&target, args.format)?);
    }
    Ok(ExitCode::from(code))
}

/// Prints what is to be said of a spec, and returns the exit code that follows from it.
fn print_report(target: &Target, format: LintFormat) -> Result<u8, Box<dyn Error>> {
    // Strictness is applied below, to the exit code. Otherwise the first warning would be an error
    // that hides the rest of the report.
    let builder = target.to_builder().strict(false);
    let mut failed = 1;
    let lint = match progress::compile_with_bar(&builder) {
        Ok(compiled) => Lint::from_compiled(&compiled),
        Err(error) => {
            if matches!(error, BuildError::Source(_)) {
                failed = UNREADABLE;
            }
            Lint::of_failure(&builder, error)?
        }
    };
    let text = match format {
        LintFormat::Human if has_colors(&Term::stdout()) => colorize(&lint.to_text()),
        LintFormat::Human => lint.to_text(),
        LintFormat::Json => format!("{:#}\n", lint.to_json()),
        LintFormat::Sarif => format!("{:#}\n", lint.to_sarif()),
    };
    std::io::stdout().write_all(text.as_bytes())?;
    let is_bad = lint.errors() > 0 || target.is_strict() && lint.warnings() > 0;
    Ok(if is_bad { failed } else { 0 })
}
