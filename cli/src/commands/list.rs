//! `list`: prints the tools that a spec becomes, as a table or as JSON, and remarks about them on
//! stderr. Takes one spec, or the servers of a configuration file. It compiles them and writes no
//! file.

use std::error::Error;
use std::io::Write as _;
use std::process::ExitCode;

use console::Term;
use toolwright_codegen::Setting;
use toolwright_codegen::discovery::Prefix;

use super::CommandResult;
use crate::args::{ListArgs, ListFormat, Target};
use crate::count::count_noun;
use crate::progress;

pub(crate) fn list_tools(args: &ListArgs) -> CommandResult {
    let targets = match args.format {
        ListFormat::Table => args.spec.resolve_targets()?,
        ListFormat::Json => vec![args.spec.resolve_target()?],
    };
    let has_several = targets.len() > 1;
    for target in targets {
        if has_several {
            println!("{}:", target.to_builder().server_name());
        }
        print_report(&target, args.format)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn print_report(target: &Target, format: ListFormat) -> Result<(), Box<dyn Error>> {
    let compiled = progress::compile_with_bar(&target.to_builder())?;
    let report = compiled.report();
    let terminal = Term::stdout();
    let text = match format {
        ListFormat::Json => format!("{:#}\n", report.to_json()),
        ListFormat::Table if terminal.is_term() => report.to_table(usize::from(terminal.size().1)),
        // Not truncated in a pipe or a file, where the next program may search the whole
        // description.
        ListFormat::Table => report.to_table(usize::MAX),
    };
    std::io::stdout().write_all(text.as_bytes())?;
    if let Some(note) = describe_discovery(target, report.tools.len()) {
        eprintln!("{note}");
    }
    let unread = compiled.unread_lines();
    let unread = unread.iter().map(|line| format!("warning: {line}"));
    unread.for_each(|line| eprintln!("{line}"));
    if let Some(line) = compiled.warnings_line() {
        eprintln!("{line}");
    }
    for line in compiled.remark_lines().chain(compiled.portability_lines()) {
        eprintln!("{line}");
    }
    Ok(())
}

/// What a server that is compiled for discovery lists instead of these tools.
fn describe_discovery(target: &Target, tools: usize) -> Option<String> {
    if !target.settings.contains(&Setting::Discovery(true)) {
        return None;
    }
    let mut prefixes = target.settings.iter().filter_map(|setting| match setting {
        Setting::DiscoveryPrefix(prefix) => Some(prefix.clone()),
        _ => None,
    });
    let prefix = prefixes.next_back();
    let prefix =
        prefix.unwrap_or_else(|| Prefix::of_server(&target.to_builder().server_name()).into());
    let tools = count_noun(tools, "tool");
    Some(format!(
        "note: with discovery, a server lists {prefix}_endpoint_lister, {prefix}_schema_provider and \
         {prefix}_endpoint_executor in place of {tools}; --tools of the server chooses"
    ))
}
