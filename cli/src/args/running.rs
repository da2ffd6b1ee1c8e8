use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};

use super::{SpecArgs, ToolwrightArgs};

/// What `serve` and `call` have in common.
#[derive(Debug, clap::Args)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) upstream: Upstream,
    #[command(flatten)]
    pub(crate) toolwright: ToolwrightArgs,
}

/// Where calls go, if not to the spec's first server.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
pub(crate) struct Upstream {
    /// Base URL of the API.
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: Option<String>,
    /// Let an upstream inside the server answer, with the examples of the spec.
    #[arg(long)]
    pub(crate) builtin_upstream: bool,
}

impl Upstream {
    /// The options of a generated server that say so.
    pub(crate) fn options(&self) -> Vec<OsString> {
        let upstream = match &self.base_url {
            Some(url) => url,
            None if self.builtin_upstream => "builtin",
            None => return Vec::new(),
        };
        vec!["--upstream".into(), upstream.into()]
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    pub(crate) spec: SpecArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// Options of the server, such as `--transport http`; `-- --help` lists them.
    #[arg(last = true, value_name = "SERVER OPTIONS")]
    pub(crate) server_options: Vec<OsString>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct CallArgs {
    /// A Swagger 2.0 or OpenAPI 3.x file, JSON or YAML; or a `toolwright.toml`.
    pub(crate) spec: PathBuf,
    /// The tool, as `toolwright list` shows it.
    pub(crate) tool: String,
    /// The arguments, an object of JSON; `-` reads it from standard input.
    #[arg(value_name = "JSON", default_value = "{}")]
    pub(crate) arguments: String,
    #[command(flatten)]
    pub(crate) config: super::ConfigArgs,
    #[command(flatten)]
    pub(crate) options: super::OptionArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t = CallFormat::Text)]
    pub(crate) format: CallFormat,
    /// Further options of the server, such as `--header 'X-Tenant: blue'`.
    #[arg(last = true, value_name = "SERVER OPTIONS")]
    pub(crate) server_options: Vec<OsString>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum CallFormat {
    /// Its text.
    Text,
    /// The result of MCP: `{"content": […], "structuredContent": …, "isError": …}`.
    Json,
}

#[derive(Clone, Copy, Debug, Subcommand)]
pub(crate) enum CacheAction {
    /// Print where it is.
    Path,
    /// Delete it.
    Clean,
}
