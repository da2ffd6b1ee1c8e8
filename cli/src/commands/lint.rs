use std::io::Write as _;
use std::process::ExitCode;

use toolwright_codegen::{BuildError, Lint};

use super::CommandResult;
use crate::UNREADABLE;
use crate::args::{LintArgs, LintFormat};
use crate::progress;

pub(crate) fn lint(args: &LintArgs) -> CommandResult {
    let builder = args.spec.builder().strict(false);
    let mut failed = 1;
    let lint = match progress::compile(&builder) {
        Ok(compiled) => Lint::of(&compiled),
        Err(error) => {
            if matches!(error, BuildError::Source(_)) {
                failed = UNREADABLE;
            }
            Lint::of_failure(&builder, error)?
        }
    };
    let text = match args.format {
        LintFormat::Human => lint.to_text(),
        LintFormat::Json => format!("{:#}\n", lint.to_json()),
        LintFormat::Sarif => format!("{:#}\n", lint.to_sarif()),
    };
    std::io::stdout().write_all(text.as_bytes())?;
    let is_bad = lint.errors() > 0 || args.spec.policy.strict && lint.warnings() > 0;
    Ok(ExitCode::from(if is_bad { failed } else { 0 }))
}
