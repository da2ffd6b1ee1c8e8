use std::path::PathBuf;

use super::OptionArgs;

/// What `new` is told.
#[derive(Debug, clap::Args)]
pub(crate) struct NewArgs {
    /// A Swagger 2.0 or OpenAPI 3.x file, JSON or YAML.
    pub(crate) spec: PathBuf,
    /// The directory of the crate, which is named after it unless --name says otherwise.
    pub(crate) directory: PathBuf,
    #[command(flatten)]
    pub(crate) options: OptionArgs,
    /// Compile the spec in a build script, instead of checking in what it compiles to.
    #[arg(long)]
    pub(crate) build_script: bool,
    /// Refer to the spec where it is, instead of copying it and what it refers to.
    #[arg(long)]
    pub(crate) link: bool,
    /// Write into a directory that has files: those that follow from the spec and the options are
    /// overwritten, all others stay.
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) toolwright: ToolwrightArgs,
}

/// Where the crates `toolwright` and `toolwright-codegen` come from.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct ToolwrightArgs {
    /// A checkout of toolwright to depend on; by default the one that this command was built from,
    /// and where that is not on this machine, the version of this command.
    #[arg(long, value_name = "DIR", env = "TOOLWRIGHT_PATH")]
    pub(crate) toolwright_path: Option<PathBuf>,
}
