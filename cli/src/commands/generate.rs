use std::process::ExitCode;

use toolwright_codegen::write_if_changed;

use super::{CommandResult, count, print_diagnostics};
use crate::args::OutputArgs;
use crate::progress;

pub(crate) fn generate(args: &OutputArgs) -> CommandResult {
    let compiled = progress::compile(&args.spec.builder())?;
    write_if_changed(&args.out, compiled.rust())?;
    print_diagnostics(&compiled);
    eprintln!(
        "{}: {}, {} skipped",
        args.out.display(),
        count(compiled.api().operations.len(), "tool"),
        count(compiled.skipped().count(), "operation"),
    );
    Ok(ExitCode::SUCCESS)
}
