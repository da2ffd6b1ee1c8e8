use std::io::Write as _;
use std::process::ExitCode;

use console::Term;

use super::CommandResult;
use crate::args::{ListArgs, ListFormat};
use crate::progress;

pub(crate) fn list(args: &ListArgs) -> CommandResult {
    let compiled = progress::compile(&args.spec.builder())?;
    let report = compiled.report();
    let terminal = Term::stdout();
    let text = match args.format {
        ListFormat::Json => format!("{:#}\n", report.to_json()),
        ListFormat::Table if terminal.is_term() => report.to_table(usize::from(terminal.size().1)),
        ListFormat::Table => report.to_table(usize::MAX),
    };
    std::io::stdout().write_all(text.as_bytes())?;
    for line in compiled.remark_lines().chain(compiled.portability_lines()) {
        eprintln!("{line}");
    }
    Ok(ExitCode::SUCCESS)
}
