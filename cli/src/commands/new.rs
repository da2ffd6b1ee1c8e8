use std::fs;
use std::path::Path;
use std::process::ExitCode;

use toolwright_codegen::{Builder, Setting};

use super::{CommandResult, count, print_diagnostics};
use crate::args::NewArgs;
use crate::dependency::Toolwright;
use crate::progress;
use crate::run::refuse_without_tools;
use crate::scaffold::{self, File, HANDLERS, Kind, Plan};

pub(crate) fn new(args: &NewArgs) -> CommandResult {
    let directory = &args.directory;
    let has_files = fs::read_dir(directory).is_ok_and(|mut entries| entries.next().is_some());
    if has_files && !args.force {
        let message = format!(
            "{} is not empty\n  help: pass --force to overwrite the files that are made from the spec and \
             the options, and to add missing ones; all others are kept",
            directory.display()
        );
        return Err(message.into());
    }
    let mut settings = args.options.settings();
    if args.options.name.is_none() {
        let name = scaffold::server_name(directory);
        settings.push(Setting::Name(
            name.ok_or("the directory has no name: set --name")?,
        ));
    }
    let builder = settings
        .iter()
        .cloned()
        .fold(Builder::new(&args.spec), Builder::with);
    let compiled = progress::compile(&builder)?;
    refuse_without_tools(&compiled)?;
    let plan = Plan {
        directory: directory.clone(),
        settings,
        build_script: args.build_script,
        link: args.link,
        toolwright: Toolwright::of(&args.toolwright)?,
    };
    let (files, compiled) = plan.files(compiled)?;
    let kept = write(directory, &files)?;
    print_diagnostics(&compiled);
    eprintln!(
        "{}: {}, {} skipped",
        directory.display(),
        count(compiled.api().operations.len(), "tool"),
        count(compiled.skipped().count(), "operation"),
    );
    for file in &kept {
        eprintln!("{}: exists, and is kept", file.path.display());
    }
    let by_hand = compiled.api().manual().count();
    if by_hand > 0 && !kept.iter().any(|file| file.path == Path::new(HANDLERS)) {
        eprintln!(
            "{HANDLERS}: {} with handlers to write",
            count(by_hand, "operation"),
        );
    }
    eprintln!(
        "next: cd {} && cargo test, then read README.md",
        directory.display()
    );
    Ok(ExitCode::SUCCESS)
}

/// Writes the files, but for those of the user that are there already, which are returned.
fn write<'a>(directory: &Path, files: &'a [File]) -> std::io::Result<Vec<&'a File>> {
    let mut kept = Vec::new();
    for file in files {
        if file.kind == Kind::Own && directory.join(&file.path).exists() {
            kept.push(file);
        } else {
            scaffold::write(directory, file)?;
        }
    }
    Ok(kept)
}
