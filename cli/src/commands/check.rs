use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use toolwright_codegen::{Builder, Compiled, NameFileError, recorded_options};

use super::{CommandResult, with_outputs};
use crate::args::{OptionArgs, OutputArgs, Target};
use crate::progress;

pub(crate) fn check(args: &OutputArgs) -> CommandResult {
    let mut is_fresh = true;
    for (target, out) in with_outputs(args)? {
        is_fresh &= is_up_to_date(&target, &out)?;
    }
    Ok(ExitCode::from(u8::from(!is_fresh)))
}

fn is_up_to_date(target: &Target, file: &Path) -> Result<bool, Box<dyn Error>> {
    let (out, spec) = (file.display(), target.spec.display());
    let found = fs::read_to_string(file).map_err(|error| format!("cannot read {out}: {error}"))?;
    let compiled = progress::compile(&builder(target, file, &found)?)?;
    if found == compiled.rust() {
        return Ok(names_are_current(&compiled, target, file));
    }
    let line = found
        .lines()
        .zip(compiled.rust().lines())
        .position(|(old, new)| old != new)
        .unwrap_or_else(|| found.lines().count().min(compiled.rust().lines().count()));
    let (before, now) = (command(&found), command(compiled.rust()));
    if before != now {
        eprintln!("note: {out} was generated {before}, and is checked {now}");
    }
    eprintln!(
        "error: {out} is not what {spec} compiles to; they differ from line {line} on\n  \
         help: run `{command}` and review the change",
        command = generate(&compiled, target, file),
        line = line + 1,
    );
    Ok(false)
}

/// The compilation that `found` is held to: with the options that it was generated with, but for
/// those that are given. A configuration file has them all.
fn builder(target: &Target, file: &Path, found: &str) -> Result<Builder, String> {
    if target.is_configured {
        return Ok(target.builder());
    }
    let recorded = OptionArgs::recorded(found).ok_or_else(|| {
        format!(
            "{} was generated with `{}`, which this version does not know\n  \
             help: generate it again",
            file.display(),
            shell(&recorded_options(found))
        )
    })?;
    Ok(target.builder_over(recorded.settings()))
}

/// Whether the file of names is as `generate` would write it; says what is not.
fn names_are_current(compiled: &Compiled, target: &Target, out: &Path) -> bool {
    let Some(names) = compiled.names().filter(|names| !names.is_current()) else {
        return true;
    };
    let file = names.path().display();
    let what = match names.check() {
        Err(NameFileError::Outdated { line, .. }) => format!("has no line `{line}`"),
        _ => "has lines of operations that the spec no longer has".to_owned(),
    };
    eprintln!(
        "error: {file} {what}\n  help: run `{}` and check {file} in",
        generate(compiled, target, out)
    );
    false
}

/// The command that writes the file.
fn generate(compiled: &Compiled, target: &Target, out: &Path) -> String {
    let mut words = ["toolwright", "generate"].map(str::to_owned).to_vec();
    if !target.is_configured {
        words.push(target.spec.display().to_string());
        words.extend(recorded_options(compiled.rust()));
        words.extend(["--out".to_owned(), out.display().to_string()]);
    }
    shell(&words)
}

/// The options of a generated file, in words.
fn command(rust: &str) -> String {
    match recorded_options(rust).as_slice() {
        [] => "without options".to_owned(),
        words => format!("with `{}`", shell(words)),
    }
}

/// Words as a shell takes them.
fn shell(words: &[String]) -> String {
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}
