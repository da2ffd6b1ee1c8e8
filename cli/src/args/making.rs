use std::path::PathBuf;

use super::OptionArgs;

/// What `new` is told.
#[derive(Debug, clap::Args)]
pub(crate) struct NewArgs {
    /// A Swagger 2.0 or OpenAPI 3.x file, JSON or YAML.
    pub(crate) spec: PathBuf,
    /// The directory of the crate. The crate is named after it unless you set --name.
    pub(crate) directory: PathBuf,
    #[command(flatten)]
    pub(crate) options: OptionArgs,
    /// Compile the spec in a build script, instead of committing the generated source.
    #[arg(long)]
    pub(crate) build_script: bool,
    /// Use the spec where it is, instead of copying it and the files that it refers to.
    #[arg(long)]
    pub(crate) link: bool,
    /// Write into a directory that is not empty. Files that are made from the spec and the options
    /// are overwritten; all others are kept.
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) toolwright: ToolwrightArgs,
}

/// Where the crates `toolwright` and `toolwright-codegen` come from.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct ToolwrightArgs {
    /// A checkout of toolwright to depend on. By default, the one that this command was built from,
    /// or this command's version if that checkout is not on this machine.
    #[arg(long, value_name = "DIR", env = "TOOLWRIGHT_PATH")]
    pub(crate) toolwright_path: Option<PathBuf>,
}
