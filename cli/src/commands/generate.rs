use std::path::Path;
use std::process::ExitCode;

use toolwright_codegen::BuildError;

use super::{CommandResult, count_operations, print_diagnostics, with_outputs};
use crate::args::{GenerateArgs, Target};
use crate::progress;

pub(crate) fn generate_sources(args: &GenerateArgs) -> CommandResult {
    for (target, out) in with_outputs(&args.output)? {
        write_source(&target, &out, args)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write_source(target: &Target, out: &Path, args: &GenerateArgs) -> Result<(), BuildError> {
    let compiled = progress::compile_with_bar(&target.to_builder())?;
    compiled.code().write(out)?;
    // With `--locked`, compiling has already failed if the file of names is not current.
    if !args.output.spec.policy.locked {
        compiled.write_names(args.lock)?;
    }
    print_diagnostics(&compiled);
    eprintln!("{}: {}", out.display(), count_operations(&compiled));
    Ok(())
}
