use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use toolwright_codegen::Builder;

/// Compiles Swagger and OpenAPI files to typed MCP servers in Rust.
#[derive(Debug, Parser)]
#[command(name = "toolwright", version)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Write the Rust source of a server's tools.
    Generate(OutputArgs),
    /// Check that generated source is what `generate` would write now; exit code 1 if not.
    Check(OutputArgs),
    /// Show the tools that a spec would become, and what is skipped and why.
    List(ListArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct OutputArgs {
    #[command(flatten)]
    pub(crate) spec: SpecArgs,
    /// The file to write or check.
    #[arg(long, short)]
    pub(crate) out: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) spec: SpecArgs,
    /// How to print.
    #[arg(long, value_enum, default_value_t = ListFormat::Table)]
    pub(crate) format: ListFormat,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ListFormat {
    /// A table for people.
    Table,
    /// `{"tools": […], "skipped": […]}`.
    Json,
}

#[derive(Debug, clap::Args)]
pub(crate) struct SpecArgs {
    /// A Swagger 2.0 or OpenAPI 3.x file, JSON or YAML.
    pub(crate) spec: PathBuf,
    /// Name of the server; the name of the spec's file by default.
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// A directory with copies of what the spec refers to by URL: `https://example.com/a.yaml` is
    /// read from `example.com/a.yaml` in it; the network is never used.
    #[arg(long)]
    pub(crate) ref_dir: Option<PathBuf>,
    /// Advertise output schemas.
    #[arg(long)]
    pub(crate) output_schemas: bool,
    /// Leave out what the built-in upstream answers.
    #[arg(long)]
    pub(crate) no_upstream: bool,
    /// Traits that generated types derive, separated by commas.
    #[arg(long, value_delimiter = ',')]
    pub(crate) derives: Option<Vec<String>>,
}

impl SpecArgs {
    pub(crate) fn builder(&self) -> Builder {
        let mut builder = Builder::new(&self.spec)
            .output_schemas(self.output_schemas)
            .builtin_upstream(!self.no_upstream);
        if let Some(directory) = &self.ref_dir {
            builder = builder.ref_dir(directory);
        }
        if let Some(name) = &self.name {
            builder = builder.name(name);
        }
        if let Some(derives) = &self.derives {
            builder = builder.derives(derives.iter().map(String::as_str));
        }
        builder
    }
}
