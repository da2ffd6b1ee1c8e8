//! `new`: writes a crate that is the MCP server of a spec. Compiles the spec first, so that a spec
//! without tools creates no directory. Files that belong to the user are never overwritten, not
//! even with `--force`.

use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use toolwright_codegen::{Config, Setting};

use super::{CommandResult, count_noun, count_operations, print_diagnostics};
use crate::args::{NewArgs, require_file};
use crate::dependency::Toolwright;
use crate::progress;
use crate::run::reject_without_tools;
use crate::scaffold::{self, HANDLERS, Kind, Plan};
use crate::shell::quote_for_shell;

pub(crate) fn create_crate(args: &NewArgs) -> CommandResult {
    require_file(Some(&args.spec))?;
    let directory = &args.directory;
    if has_files(directory)? && !args.force {
        let message = format!(
            "{} is not empty\n  help: pass --force to overwrite the files that are made from the spec and \
             the options, and to add missing ones; all others are kept",
            directory.display()
        );
        return Err(message.into());
    }
    // The directory's name becomes the server's, not that of the spec's file: `openapi.yaml` would
    // give every crate the same name.
    let mut settings = args.options.to_settings();
    if args.options.name.is_none() {
        let name = scaffold::server_name(directory);
        settings.push(Setting::Name(
            name.ok_or("the directory has no name: set --name")?,
        ));
    }
    let builder = scaffold::builder_for_crate(&args.spec, &settings, directory, args.link)?;
    let compiled = progress::compile_with_bar(&builder)?;
    reject_without_tools(&compiled)?;
    let plan = Plan {
        directory: directory.clone(),
        settings,
        build_script: args.build_script,
        link: args.link,
        toolwright: Toolwright::locate_for_crate(&args.toolwright, directory)?,
    };
    let config = directory.join(Config::FILE);
    // Only with `--force` can there be one. It may have been edited, and need not be UTF-8 any more.
    let old_config = fs::read(&config).unwrap_or_default();
    let old_config = String::from_utf8_lossy(&old_config);
    let mut kept = Vec::new();
    let compiled = plan.write_files(compiled, &mut |file| {
        // A link that leads nowhere is there as well.
        let there = directory.join(&file.path).symlink_metadata();
        if file.kind == Kind::Own && there.is_ok() {
            kept.push(file.path);
            return Ok(());
        }
        scaffold::write_file(directory, &file)
    })?;
    print_diagnostics(&compiled);
    eprintln!("{}: {}", directory.display(), count_operations(&compiled));
    for file in &kept {
        eprintln!("{}: exists, and is kept", file.display());
    }
    print_dropped_settings(&old_config, &config)?;
    let handlers = compiled.api().manual().count();
    if handlers > 0 && !kept.iter().any(|file| file == Path::new(HANDLERS)) {
        eprintln!(
            "{HANDLERS}: {} with handlers to write",
            count_noun(handlers, "operation"),
        );
    }
    eprintln!("{}", plan.toolwright.describe_for(directory));
    eprintln!(
        "next: cd {} && cargo test, then read README.md. The first build takes about two minutes",
        quote_for_shell(&directory.to_string_lossy())
    );
    Ok(ExitCode::SUCCESS)
}

/// Names the settings of an earlier run that the new configuration file does not have. They are not kept, because then
/// no option could ever be taken back.
fn print_dropped_settings(old: &str, config: &Path) -> io::Result<()> {
    let dropped = scaffold::list_dropped_settings(old, &fs::read_to_string(config)?);
    if dropped.is_empty() {
        return Ok(());
    }
    eprintln!(
        "{}: warning: written anew without earlier settings that this command does not repeat; to keep \
         them, run it again with their options:",
        config.display()
    );
    for setting in dropped {
        eprintln!("  {setting}");
    }
    Ok(())
}

/// Whether there is something in a directory, which need not be there.
fn has_files(directory: &Path) -> Result<bool, String> {
    let unreadable = |error: io::Error| format!("cannot read {}: {error}", directory.display());
    match fs::read_dir(directory) {
        Ok(mut entries) => Ok(entries.next().transpose().map_err(unreadable)?.is_some()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(unreadable(error)),
    }
}
