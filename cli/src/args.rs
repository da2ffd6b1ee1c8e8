use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand, ValueEnum};
use toolwright_codegen::{Builder, Client};

const EXIT_CODES: &str = "\
Exit codes:
  0  nothing is wrong, or warnings only
  1  errors, or warnings with --strict; for `check`, the source is not up to date
  2  wrong usage, or a spec that cannot be read";

/// Compiles Swagger and OpenAPI files to typed MCP servers in Rust.
#[derive(Debug, Parser)]
#[command(name = "toolwright", version, after_help = EXIT_CODES)]
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
    /// Show the tools that a spec would become, what each costs, and what is skipped and why.
    List(ListArgs),
    /// Say what is wrong with a spec, and what of its tools is not portable to which client.
    #[command(after_help = EXIT_CODES)]
    Lint(LintArgs),
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
    /// `{"tools": […], "skipped": […], "total": {…}}`.
    Json,
}

#[derive(Debug, clap::Args)]
pub(crate) struct LintArgs {
    #[command(flatten)]
    pub(crate) spec: SpecArgs,
    /// How to print.
    #[arg(long, value_enum, default_value_t = LintFormat::Human)]
    pub(crate) format: LintFormat,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum LintFormat {
    /// With the lines of the spec, for people.
    Human,
    /// `{"diagnostics": […], "portability": […]}`.
    Json,
    /// SARIF 2.1.0, for code review tools.
    Sarif,
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
    /// Refuse arguments that are not of their schema's `format`, such as `date` or `email`.
    #[arg(long)]
    pub(crate) assert_formats: bool,
    /// Leave out what the built-in upstream answers.
    #[arg(long)]
    pub(crate) no_upstream: bool,
    /// Traits that generated types derive, separated by commas.
    #[arg(long, value_delimiter = ',')]
    pub(crate) derives: Option<Vec<String>>,
    #[command(flatten)]
    pub(crate) policy: PolicyArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct PolicyArgs {
    /// Write names and schemas so that this client accepts them; may be given several times. `lint`
    /// holds the tools to all clients where none is given.
    #[arg(long = "client", value_name = "CLIENT", value_parser = client())]
    pub(crate) clients: Vec<Client>,
    /// Warn when the list of tools takes more tokens, estimated as a fourth of its bytes.
    #[arg(long, value_name = "TOKENS")]
    pub(crate) max_tokens: Option<usize>,
    /// Fail on any warning and any operation that is skipped.
    #[arg(long)]
    pub(crate) strict: bool,
}

impl PolicyArgs {
    fn applied_to(&self, builder: Builder) -> Builder {
        let mut builder = self.clients.iter().copied().fold(builder, Builder::client);
        if let Some(tokens) = self.max_tokens {
            builder = builder.max_tokens(tokens);
        }
        builder.strict(self.strict)
    }
}

impl SpecArgs {
    pub(crate) fn builder(&self) -> Builder {
        let mut builder = Builder::new(&self.spec)
            .output_schemas(self.output_schemas)
            .assert_formats(self.assert_formats)
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
        self.policy.applied_to(builder)
    }
}

fn client() -> impl TypedValueParser<Value = Client> {
    PossibleValuesParser::new(Client::ALL.map(Client::name)).try_map(|name| name.parse::<Client>())
}
