use std::error::Error;
use std::fs;
use std::process::ExitCode;
use std::time::SystemTime;

use chrono::{DateTime, Utc};
use toolwright_codegen::history::{RecordedList, read_history};
use toolwright_codegen::write_if_changed;

use super::{CommandResult, count};
use crate::args::{RecordArgs, Target, UsageError};
use crate::progress;

pub(crate) fn record(args: &RecordArgs) -> CommandResult {
    for target in args.spec.targets()? {
        record_tools(&target, args)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A time in UTC, to the second (RFC 3339, section 5.6).
fn time_of(now: SystemTime) -> String {
    DateTime::<Utc>::from(now)
        .format("%Y-%m-%dT%H:%M:%SZ")
        .to_string()
}

/// Writes the tools of now to a file of their version, unless they are there.
fn record_tools(target: &Target, args: &RecordArgs) -> Result<(), Box<dyn Error>> {
    let builder = target.builder();
    let directory = builder.history_directory().ok_or(UsageError::NoHistory)?;
    let compiled = progress::compile(&builder)?;
    let version = args.version.as_deref().unwrap_or(&compiled.api().version);
    let file = directory.join(RecordedList::file_name(version)?);
    let list = RecordedList::from_report(&compiled.report(), version, time_of(SystemTime::now()));
    let recorded = read_history(&directory)?;
    let same = recorded.iter().find(|known| known.version == version);
    let shown = file.display();
    match same {
        Some(known) if known.tools == list.tools => {
            eprintln!(
                "{shown}: version {version} already has the same {}",
                count(list.tools.len(), "tool")
            );
            return Ok(());
        }
        Some(_) if !args.replace => {
            return Err(format!(
                "{shown}: version {version} is already recorded with other tools\n  help: set another \
                 version with `--as`, or overwrite it with `--replace`"
            )
            .into());
        }
        _ => {}
    }
    fs::create_dir_all(&directory)?;
    write_if_changed(&file, &list.to_json())?;
    eprintln!(
        "{shown}: {} as version {version}",
        count(list.tools.len(), "tool")
    );
    Ok(())
}
