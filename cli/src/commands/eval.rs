//! `eval`: measures how well models find the operations of tasks, and how many bytes they read for them. The server is built from
//! a spec with discovery, or is another one that runs or is started. Fails if a threshold is not reached.

use std::error::Error;
use std::ffi::OsString;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use toolwright_codegen::Setting;

use super::CommandResult;
use crate::args::{EvalArgs, EvalFormat, Evaluated, only_target, resolve_targets};
use crate::dependency::Toolwright;
use crate::evaluation::{
    Evaluation, EvaluationError, KnownOperations, MeasureOptions, TaskFile, measure_tasks,
};
use crate::remote::{ServerAddress, ask_server};
use crate::run;
use crate::terminal::escape_json;

pub(crate) fn evaluate_tasks(args: &EvalArgs) -> CommandResult {
    let source = args.find_source()?;
    let tasks = TaskFile::load(&args.tasks)?;
    let evaluation = match source {
        Evaluated::Spec(spec) => measure_spec(spec, &tasks, args)?,
        Evaluated::Server(address) => measure_server(&address, &tasks, args)?,
    };
    let failed = args.to_thresholds().failed_lines(&evaluation);
    let text = match args.format {
        EvalFormat::Table => evaluation.to_table(),
        EvalFormat::Json => escape_json(&format!("{:#}\n", evaluation.to_json(&failed))),
    };
    std::io::stdout().write_all(text.as_bytes())?;
    for line in &failed {
        eprintln!("error: {line}");
    }
    Ok(ExitCode::from(u8::from(!failed.is_empty())))
}

/// Builds the server of a spec with discovery, and measures it.
fn measure_spec(
    spec: Option<&Path>,
    tasks: &TaskFile,
    args: &EvalArgs,
) -> Result<Evaluation, Box<dyn Error>> {
    let target = resolve_targets(spec, &args.config, &args.options.to_settings())?;
    let mut target = only_target(target)?;
    // The built-in upstream, so that the server starts without the API's address.
    let needed = vec![Setting::Discovery(true), Setting::BuiltinUpstream(true)];
    target.settings = Setting::over(needed, target.settings);
    let toolwright = Toolwright::locate_for_run(&args.toolwright)?;
    let compiled = run::compile_target(&target)?;
    // Building a server takes a minute; a wrong name is known before.
    tasks.resolve_tasks(&KnownOperations::from_api(compiled.api()))?;
    let server = run::build_server(&compiled, &toolwright)?;
    let options = ["--tools", "discovery", "--upstream", "builtin"];
    let mut words = vec![server.into_os_string()];
    words.extend(options.map(OsString::from));
    let evaluation = measure_server(&ServerAddress::Command(&words), tasks, args)?;
    if args.format == EvalFormat::Table {
        let listed = compiled.report();
        eprintln!(
            "note: without discovery, the list of tools alone has {} bytes",
            listed.cost().bytes
        );
    }
    Ok(evaluation)
}

fn measure_server(
    address: &ServerAddress<'_>,
    tasks: &TaskFile,
    args: &EvalArgs,
) -> Result<Evaluation, Box<dyn Error>> {
    let options = MeasureOptions {
        tasks,
        top: args.top,
        needs_search: args.to_thresholds().need_search(),
    };
    // Errors of the session stay its own, so that a server that missed a deadline is ended at once.
    let measured =
        ask_server(
            address,
            args.server.answer_timeout(),
            async |session| match measure_tasks(session, &options).await {
                Err(EvaluationError::Remote(error)) => Err(error),
                measured => Ok(measured),
            },
        )?;
    match measured {
        Err(EvaluationError::Tasks(error)) => Err(error.into()),
        measured => Ok(measured?),
    }
}
