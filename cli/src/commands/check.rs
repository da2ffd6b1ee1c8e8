use std::fs;
use std::process::ExitCode;

use super::CommandResult;
use crate::args::OutputArgs;
use crate::progress;

pub(crate) fn check(args: &OutputArgs) -> CommandResult {
    let compiled = progress::compile(&args.spec.builder())?;
    let found = fs::read_to_string(&args.out)
        .map_err(|error| format!("cannot read {}: {error}", args.out.display()))?;
    if found == compiled.rust() {
        return Ok(ExitCode::SUCCESS);
    }
    let line = found
        .lines()
        .zip(compiled.rust().lines())
        .position(|(old, new)| old != new)
        .unwrap_or_else(|| found.lines().count().min(compiled.rust().lines().count()));
    eprintln!(
        "error: {out} is not what {spec} compiles to; they differ from line {line} on\n  \
         help: run `toolwright generate {spec} --out {out}`, with the options it was generated with, and \
         review the change",
        out = args.out.display(),
        spec = args.spec.spec.display(),
        line = line + 1,
    );
    Ok(ExitCode::FAILURE)
}
