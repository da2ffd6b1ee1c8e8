use std::fs;
use std::process::ExitCode;

use toolwright_codegen::{Compiled, NameFileError, recorded_options};

use super::CommandResult;
use crate::args::{OptionArgs, OutputArgs};
use crate::progress;

/// Compiles with the options that the file was generated with, but for those that are given.
pub(crate) fn check(args: &OutputArgs) -> CommandResult {
    let out = args.out.display();
    let spec = args.spec.spec.display();
    let found =
        fs::read_to_string(&args.out).map_err(|error| format!("cannot read {out}: {error}"))?;
    let recorded = OptionArgs::recorded(&found).ok_or_else(|| {
        format!(
            "{out} was generated with `{}`, which this version does not know\n  \
             help: generate it again",
            shell(&recorded_options(&found))
        )
    })?;
    let options = args.spec.options.or(recorded);
    let compiled = progress::compile(&args.spec.builder_with(&options))?;
    if found == compiled.rust() {
        return Ok(match names_are_current(&compiled, args, &found) {
            true => ExitCode::SUCCESS,
            false => ExitCode::FAILURE,
        });
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
        command = generate(args, compiled.rust()),
        line = line + 1,
    );
    Ok(ExitCode::FAILURE)
}

/// Whether the file of names is as `generate` would write it; says what is not.
fn names_are_current(compiled: &Compiled, args: &OutputArgs, rust: &str) -> bool {
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
        generate(args, rust)
    );
    false
}

/// The command that writes the file.
fn generate(args: &OutputArgs, rust: &str) -> String {
    let mut words = ["toolwright", "generate"].map(str::to_owned).to_vec();
    words.push(args.spec.spec.display().to_string());
    words.extend(recorded_options(rust));
    words.extend(["--out".to_owned(), args.out.display().to_string()]);
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
