use std::error::Error;
use std::io::Write as _;
use std::process::ExitCode;

use console::Term;

use super::CommandResult;
use crate::args::{ListArgs, ListFormat, Target};
use crate::progress;

pub(crate) fn list(args: &ListArgs) -> CommandResult {
    let targets = match args.format {
        ListFormat::Table => args.spec.targets()?,
        ListFormat::Json => vec![args.spec.target()?],
    };
    let has_several = targets.len() > 1;
    for target in targets {
        if has_several {
            println!("{}:", target.builder().server_name());
        }
        print(&target, args.format)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn print(target: &Target, format: ListFormat) -> Result<(), Box<dyn Error>> {
    let compiled = progress::compile(&target.builder())?;
    let report = compiled.report();
    let terminal = Term::stdout();
    let text = match format {
        ListFormat::Json => format!("{:#}\n", report.to_json()),
        ListFormat::Table if terminal.is_term() => report.to_table(usize::from(terminal.size().1)),
        ListFormat::Table => report.to_table(usize::MAX),
    };
    std::io::stdout().write_all(text.as_bytes())?;
    let unread = compiled.unread_lines();
    let unread = unread.iter().map(|line| format!("warning: {line}"));
    unread.for_each(|line| eprintln!("{line}"));
    for line in compiled.remark_lines().chain(compiled.portability_lines()) {
        eprintln!("{line}");
    }
    Ok(())
}
