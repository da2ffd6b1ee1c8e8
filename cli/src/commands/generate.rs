use std::process::ExitCode;

use toolwright_codegen::write_if_changed;

use super::{CommandResult, count, print_diagnostics};
use crate::args::GenerateArgs;
use crate::progress;

pub(crate) fn generate(args: &GenerateArgs) -> CommandResult {
    let (write_names, args) = (args.lock, &args.output);
    let compiled = progress::compile(&args.spec.builder())?;
    write_if_changed(&args.out, compiled.rust())?;
    if !args.spec.policy.locked {
        compiled.write_names(write_names)?;
    }
    print_diagnostics(&compiled);
    let left_out = match compiled.left_out().len() {
        0 => String::new(),
        number => format!(", {} left out by choice", count(number, "operation")),
    };
    eprintln!(
        "{}: {}, {} skipped{left_out}",
        args.out.display(),
        count(compiled.api().operations.len(), "tool"),
        count(compiled.skipped().count(), "operation"),
    );
    Ok(ExitCode::SUCCESS)
}
