//! `record`: writes the list of tools of today to a file of its version, which the REST bridge
//! compares with later lists. A version that is recorded already stays as it is unless `--replace`
//! is given, because clients may have been told of it.

use std::error::Error;
use std::fs;
use std::process::ExitCode;
use std::time::SystemTime;

use chrono::{DateTime, Utc};
use toolwright_codegen::history::{RecordedList, read_history};
use toolwright_codegen::write_if_changed;

use super::{CommandResult, count_noun};
use crate::args::{RecordArgs, Target, UsageError};
use crate::progress;

pub(crate) fn record_tools(args: &RecordArgs) -> CommandResult {
    for target in args.spec.resolve_targets_in_files()? {
        record_target(&target, args)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A time in UTC, to the second (RFC 3339, section 5.6).
fn format_time(now: SystemTime) -> String {
    DateTime::<Utc>::from(now)
        .format("%Y-%m-%dT%H:%M:%SZ")
        .to_string()
}

/// Writes the tools of now to a file of their version, unless they are there.
fn record_target(target: &Target, args: &RecordArgs) -> Result<(), Box<dyn Error>> {
    let builder = target.to_builder();
    let directory = builder.history_directory().ok_or(UsageError::NoHistory)?;
    let compiled = progress::compile_with_bar(&builder)?;
    let version = args.version.as_deref().unwrap_or(&compiled.api().version);
    let file = directory.join(RecordedList::file_name(version)?);
    let list = RecordedList::from_report(
        &compiled.full_report(),
        version,
        format_time(SystemTime::now()),
    );
    let recorded = read_history(&directory)?;
    // Compared by content, so that running the command again in CI changes nothing, not even the
    // recorded time.
    let same = recorded.iter().find(|known| known.version == version);
    let shown = file.display();
    match same {
        Some(known) if known.tools == list.tools => {
            eprintln!(
                "{shown}: version {version} already has the same {}",
                count_noun(list.tools.len(), "tool")
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
        count_noun(list.tools.len(), "tool")
    );
    Ok(())
}
