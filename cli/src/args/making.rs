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

/// Where the crates `toolwright` and `toolwright-codegen` come from. By default from what this command was built from.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct ToolwrightArgs {
    /// A checkout of toolwright to depend on by its path. `new` writes a relative path relative to the crate.
    /// The environment variable TOOLWRIGHT_PATH names one for all calls that have no such option.
    // clap would take the variable for the option, and find it in conflict with the others.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["toolwright_git", "toolwright_version"])]
    pub(crate) toolwright_path: Option<PathBuf>,
    /// A git repository of toolwright to depend on.
    #[arg(long, value_name = "URL", requires = "toolwright_rev")]
    pub(crate) toolwright_git: Option<String>,
    /// The commit or tag in that repository.
    #[arg(long, value_name = "REVISION", requires = "toolwright_git")]
    pub(crate) toolwright_rev: Option<String>,
    /// The version of toolwright in the registry to depend on.
    #[arg(long, value_name = "VERSION", conflicts_with = "toolwright_git")]
    pub(crate) toolwright_version: Option<String>,
}
