//! The options of `diff`, which compares two versions of a spec: what it prints, for whom, and which changes make it fail.

use std::path::PathBuf;

use clap::ValueEnum;
use toolwright_codegen::diff::Audience;

use super::{ConfigArgs, OptionArgs};

#[derive(Debug, clap::Args)]
pub(crate) struct DiffArgs {
    /// The old spec.
    pub(crate) old: PathBuf,
    /// The new spec; by default the one in `toolwright.toml`.
    pub(crate) new: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    #[command(flatten)]
    pub(crate) options: OptionArgs,
    /// Output format.
    #[arg(long, value_enum, default_value_t = DiffFormat::Text)]
    pub(crate) format: DiffFormat,
    /// Report only changes that matter for these readers.
    #[arg(long = "for", value_enum, default_value_t = For::Both)]
    pub(crate) audience: For,
    /// Changes that make the exit code 1, separated by commas, for example `--fail-on
    /// breaking,security`.
    #[arg(long, value_enum, value_delimiter = ',', default_value = "breaking")]
    pub(crate) fail_on: Vec<FailOn>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum DiffFormat {
    /// By class and tool, for people.
    Text,
    /// For a comment on a pull request.
    Markdown,
    /// `{"old": …, "new": …, "summary": …, "changes": […]}`.
    Json,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum For {
    /// A model that calls the tools.
    Model,
    /// Rust code that uses the generated types.
    Rust,
    /// Both.
    Both,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum FailOn {
    /// Nothing.
    None,
    /// Breaking changes.
    Breaking,
    /// Changes that matter for security: servers, credentials, the environment, presets, and texts
    /// that models read. `--for` does not restrict them.
    Security,
    /// Any change.
    Any,
}

impl From<For> for Audience {
    fn from(whom: For) -> Self {
        match whom {
            For::Model => Self::Model,
            For::Rust => Self::Rust,
            For::Both => Self::Both,
        }
    }
}
