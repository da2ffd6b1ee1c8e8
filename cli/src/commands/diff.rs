use std::io::Write as _;
use std::process::ExitCode;

use console::Term;
use toolwright_codegen::diff::{Class, Diff};

use super::CommandResult;
use crate::args::{DiffArgs, DiffFormat, FailOn, only_target, resolve_targets};
use crate::color::has_colors;

pub(crate) fn diff_specs(args: &DiffArgs) -> CommandResult {
    let new = only_target(resolve_targets(
        args.new.as_deref(),
        &args.config,
        &args.options.to_settings(),
    )?)?;
    let old = new.with_spec(&args.old)?.to_builder();
    // One name for both, since what follows from a file's name is no change of the API.
    let name = new.to_builder().server_name();
    let (old, new) = (old.name(name.clone()), new.to_builder().name(name));
    let diff = Diff::between(&old, &new)?;
    let audience = args.audience.into();
    let text = match args.format {
        DiffFormat::Text => diff.to_text(audience, has_colors(&Term::stdout())),
        DiffFormat::Markdown => diff.to_markdown(audience),
        DiffFormat::Json => format!("{:#}\n", diff.to_json(audience)),
    };
    std::io::stdout().write_all(text.as_bytes())?;
    // Changes that matter for security count for every audience, so they are not filtered by it.
    let breaking = diff.count(Class::Breaking, audience);
    let fails = |reason: &FailOn| match reason {
        FailOn::None => false,
        FailOn::Breaking => breaking > 0,
        FailOn::Security => diff.security().next().is_some(),
        FailOn::Any => diff.entries(audience).next().is_some() || diff.security().next().is_some(),
    };
    let failed = args.fail_on.iter().any(fails);
    Ok(ExitCode::from(u8::from(failed)))
}
