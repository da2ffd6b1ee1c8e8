use std::path::Path;
use std::process::ExitCode;

use toolwright_codegen::{BuildError, write_if_changed};

use super::{CommandResult, count, print_diagnostics, with_outputs};
use crate::args::{GenerateArgs, Target};
use crate::progress;

pub(crate) fn generate(args: &GenerateArgs) -> CommandResult {
    for (target, out) in with_outputs(&args.output)? {
        write(&target, &out, args)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write(target: &Target, out: &Path, args: &GenerateArgs) -> Result<(), BuildError> {
    let compiled = progress::compile(&target.builder())?;
    write_if_changed(out, compiled.rust())?;
    if !args.output.spec.policy.locked {
        compiled.write_names(args.lock)?;
    }
    print_diagnostics(&compiled);
    let left_out = match compiled.left_out().len() {
        0 => String::new(),
        number => format!(", {} left out by settings", count(number, "operation")),
    };
    eprintln!(
        "{}: {}, {} skipped{left_out}",
        out.display(),
        count(compiled.api().operations.len(), "tool"),
        count(compiled.skipped().count(), "operation"),
    );
    Ok(())
}
