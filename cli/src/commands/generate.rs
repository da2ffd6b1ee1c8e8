use std::path::Path;
use std::process::ExitCode;

use toolwright_codegen::{BuildError, write_if_changed};

use super::{CommandResult, count, print_diagnostics, with_outputs};
use crate::args::{OutputArgs, Target};
use crate::progress;

pub(crate) fn generate(args: &OutputArgs) -> CommandResult {
    for (target, out) in with_outputs(args)? {
        write(&target, &out)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write(target: &Target, out: &Path) -> Result<(), BuildError> {
    let compiled = progress::compile(&target.builder())?;
    write_if_changed(out, compiled.rust())?;
    print_diagnostics(&compiled);
    let left_out = match compiled.left_out().len() {
        0 => String::new(),
        number => format!(", {} left out by choice", count(number, "operation")),
    };
    eprintln!(
        "{}: {}, {} skipped{left_out}",
        out.display(),
        count(compiled.api().operations.len(), "tool"),
        count(compiled.skipped().count(), "operation"),
    );
    Ok(())
}
