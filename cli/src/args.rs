mod describing;
#[cfg(test)]
mod documented;
mod making;
mod running;
mod selection;
mod target;

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand, ValueEnum};
use toolwright_codegen::diff::Audience;
use toolwright_codegen::discovery::{Prefix, PrefixError};
use toolwright_codegen::{Client, Setting, recorded_options};

use crate::color::ColorChoice;
pub(crate) use describing::{DescribeArgs, DescribeFormat, Described};
pub(crate) use making::{NewArgs, ToolwrightArgs};
pub(crate) use running::{CacheAction, CallArgs, CallFormat, ServeArgs};
use selection::SelectionArgs;
pub(crate) use target::{SpecArgs, Target, UsageError, only, targets};

const EXIT_CODES: &str = "\
Exit codes:
  0  nothing is wrong, or warnings only
  1  errors, or warnings with --strict; for `check`, the source is not up to date
  2  wrong usage, or a spec that cannot be read";

const DIFF_EXIT_CODES: &str = "\
Exit codes:
  0  nothing that --fail-on names
  1  a breaking change; with --fail-on security, one that matters for security; with
     --fail-on any, any change
  2  wrong usage, or a file that cannot be read or is no spec";

const CALL_EXIT_CODES: &str = "\
Exit codes:
  0  the tool did what it was asked
  1  the result is an error, or the server could not be built
  2  wrong usage, or a spec that cannot be read";

const DESCRIBE_EXIT_CODES: &str = "\
Exit codes:
  0  it is printed
  1  there is no such tool, or the server does not answer
  2  wrong usage, or a spec that cannot be read";

/// Compiles Swagger and OpenAPI files to typed MCP servers in Rust.
#[derive(Debug, Parser)]
#[command(name = "toolwright", version, after_help = EXIT_CODES)]
pub(crate) struct Args {
    /// When output for people has colours.
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    pub(crate) color: ColorChoice,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Write the Rust source of a server's tools.
    Generate(GenerateArgs),
    /// Check that generated source is what `generate` would write now; exit code 1 if not.
    Check(OutputArgs),
    /// Show the tools that a spec would become, what each costs, and what is skipped and why.
    List(ListArgs),
    /// Say what is wrong with a spec, and what of its tools is not portable to which client.
    #[command(after_help = EXIT_CODES)]
    Lint(LintArgs),
    /// Say what changed between two specs for a model and for a Rust caller, and what breaks.
    #[command(after_help = DIFF_EXIT_CODES)]
    Diff(DiffArgs),
    /// Write the tools of now to a file of their version, so that the REST bridge can tell how they change.
    #[command(after_help = EXIT_CODES)]
    Record(RecordArgs),
    /// Write a crate that is the MCP server of a spec: ready to build, with tests, CI and Dockerfile.
    New(NewArgs),
    /// Serve the tools of a spec at once, without a crate of your own.
    Serve(ServeArgs),
    /// Call one tool of a spec at once, and print the result.
    #[command(after_help = CALL_EXIT_CODES)]
    Call(CallArgs),
    /// Print how tools are called: those of a spec, or of an MCP server that runs or is started.
    #[command(after_help = DESCRIBE_EXIT_CODES)]
    Describe(DescribeArgs),
    /// See, or delete, what `serve` and `call` keep to be faster the next time.
    Cache {
        #[command(subcommand)]
        action: CacheAction,
    },
    /// Print what makes a shell complete this command.
    Completions {
        /// The shell.
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Write the manual pages to a directory.
    Man {
        /// The directory.
        directory: PathBuf,
    },
}

#[derive(Debug, clap::Args)]
pub(crate) struct OutputArgs {
    #[command(flatten)]
    pub(crate) spec: SpecArgs,
    /// The file to write or check; that of `toolwright.toml` by default.
    #[arg(long, short)]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct GenerateArgs {
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// Write the names to the file beside the spec (`pets.names`), also where none had to be made
    /// unique; where there is one, it is kept up to date without being asked for.
    #[arg(long, conflicts_with = "locked")]
    pub(crate) lock: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct RecordArgs {
    #[command(flatten)]
    pub(crate) spec: SpecArgs,
    /// What the version is called; `info.version` of the spec by default.
    #[arg(long = "as", value_name = "VERSION")]
    pub(crate) version: Option<String>,
    /// Write the file anew that a version has already.
    #[arg(long)]
    pub(crate) replace: bool,
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
    /// `{"tools": […], "skipped": […], "leftOut": […], "environment": […], "total": {…}}`.
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
    /// `{"diagnostics": […], "portability": […], "environment": […]}`.
    Json,
    /// SARIF 2.1.0, for code review tools.
    Sarif,
}

#[derive(Debug, clap::Args)]
pub(crate) struct DiffArgs {
    /// The spec as it was.
    pub(crate) old: PathBuf,
    /// The spec as it is; that of `toolwright.toml` by default.
    pub(crate) new: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    #[command(flatten)]
    pub(crate) options: OptionArgs,
    /// How to print.
    #[arg(long, value_enum, default_value_t = DiffFormat::Text)]
    pub(crate) format: DiffFormat,
    /// Whom a change has to matter for.
    #[arg(long = "for", value_enum, default_value_t = For::Both)]
    pub(crate) audience: For,
    /// What makes the exit code 1; several are separated by commas: `--fail-on breaking,security`.
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
    /// Changes that matter for security: servers, credentials, the environment, presets, and texts that
    /// models read. They count for every audience.
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

/// Where the spec and its settings are, if not on the command line.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct ConfigArgs {
    /// A file with the spec and its settings, which those of the command line go before.
    /// `toolwright.toml` of this directory or its parents by default, where no spec is given.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Which of its servers, by name; all by default.
    #[arg(long, value_name = "NAME")]
    pub(crate) server: Option<String>,
}

/// What the output depends on beside the spec. The head of a generated file has it.
#[derive(Clone, Debug, Default, PartialEq, clap::Args)]
pub(crate) struct OptionArgs {
    /// Name of the server; the name of the spec's file by default.
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// What all tool names start with, so that several specs can be one server.
    #[arg(long)]
    pub(crate) prefix: Option<String>,
    /// A directory with copies of what the spec refers to by URL: `https://example.com/a.yaml` is
    /// read from `example.com/a.yaml` in it; the network is never used.
    #[arg(long)]
    pub(crate) ref_dir: Option<PathBuf>,
    /// Also read files below this directory that the spec refers to; by default references must stay
    /// inside the spec's own directory.
    #[arg(long, value_name = "DIR")]
    pub(crate) ref_root: Option<PathBuf>,
    /// An OpenAPI Overlay (1.0 or 1.1) to apply to the spec; may be given several times, and they are
    /// applied in that order.
    #[arg(long = "overlay", value_name = "FILE")]
    pub(crate) overlays: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) selection: SelectionArgs,
    /// Advertise output schemas.
    #[arg(long)]
    pub(crate) output_schemas: bool,
    /// Generate typed responses for callers in Rust, for use as an API client.
    #[arg(long)]
    pub(crate) responses: bool,
    /// Give tools whose results are JSON an argument that selects the members of the result.
    #[arg(long)]
    pub(crate) field_selection: bool,
    /// Let a body be left out that has required members, where the spec does not say `required`.
    #[arg(long)]
    pub(crate) optional_bodies: bool,
    /// Refuse arguments that are not of their schema's `format`, such as `date` or `email`.
    #[arg(long)]
    pub(crate) assert_formats: bool,
    /// Generate what `--tools discovery` of the server needs: three tools that list endpoints, say how
    /// one is called, and call it.
    #[arg(long)]
    pub(crate) discovery: bool,
    /// What the names of these three tools begin with; the name of the server by default.
    #[arg(long, value_name = "PREFIX", value_parser = discovery_prefix)]
    pub(crate) discovery_prefix: Option<String>,
    /// Generate what `--bridge` of the server says of the tools in OpenAPI; it is made when the server is asked otherwise.
    /// `new` builds the bridge into the crate, and `serve` starts it, over HTTP.
    #[arg(long)]
    pub(crate) bridge: bool,
    /// The directory of the tool lists that `record` wrote: `--bridge` of the server tells how each tool changed
    /// between them. Implies `--bridge`.
    #[arg(long, value_name = "DIR")]
    pub(crate) history: Option<PathBuf>,
    /// Leave out what the built-in upstream answers.
    #[arg(long)]
    pub(crate) no_upstream: bool,
    /// Traits that generated types derive, separated by commas.
    #[arg(long, value_delimiter = ',')]
    pub(crate) derives: Option<Vec<String>>,
    /// Write names and schemas so that this client accepts them; may be given several times. `lint`
    /// holds the tools to all clients where none is given.
    #[arg(long = "client", value_name = "CLIENT", value_parser = client())]
    pub(crate) clients: Vec<Client>,
    /// Characters of a description that models are shown; 800 of a tool's and 1,000 of an argument's by
    /// default.
    #[arg(long, value_name = "CHARACTERS")]
    pub(crate) max_description: Option<usize>,
    /// Levels of properties that the schema of a tool lists, from 1; all by default.
    #[arg(long, value_name = "LEVELS", value_parser = schema_depth)]
    pub(crate) schema_depth: Option<usize>,
}

#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct PolicyArgs {
    /// Warn when the list of tools takes more tokens, estimated as a fourth of its bytes.
    #[arg(long, value_name = "TOKENS")]
    pub(crate) max_tokens: Option<usize>,
    /// Fail on any warning and any operation that is skipped.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Fail if the file of names beside the spec lacks a name or has another; do not write it.
    #[arg(long)]
    pub(crate) locked: bool,
}

/// The words in the head of a generated file.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct Recorded {
    #[command(flatten)]
    options: OptionArgs,
}

impl OptionArgs {
    /// The options that are recorded in the head of a generated file; `None` if they are those of
    /// another version of this command.
    pub(crate) fn recorded(rust: &str) -> Option<Self> {
        let recorded = Recorded::try_parse_from(recorded_options(rust));
        recorded.ok().map(|recorded| recorded.options)
    }

    /// What is given; nothing for what is not, so that a configuration file can say it.
    pub(crate) fn settings(&self) -> Vec<Setting> {
        let flags = [
            (self.output_schemas, Setting::OutputSchemas(true)),
            (self.responses, Setting::Responses(true)),
            (self.field_selection, Setting::FieldSelection(true)),
            (self.optional_bodies, Setting::OptionalBodies(true)),
            (self.assert_formats, Setting::AssertFormats(true)),
            (self.discovery, Setting::Discovery(true)),
            (self.bridge, Setting::Bridge(true)),
            (self.no_upstream, Setting::BuiltinUpstream(false)),
        ];
        let flags = flags.into_iter().filter(|(given, _)| *given);
        let mut settings: Vec<_> = flags.map(|(_, setting)| setting).collect();
        settings.extend(self.name.clone().map(Setting::Name));
        settings.extend(self.prefix.clone().map(Setting::Prefix));
        settings.extend(self.ref_dir.clone().map(Setting::RefDir));
        settings.extend(self.ref_root.clone().map(Setting::RefRoot));
        settings.extend(self.history.clone().map(Setting::History));
        settings.extend(self.discovery_prefix.clone().map(Setting::DiscoveryPrefix));
        settings.extend(self.selection.settings());
        settings.extend(self.overlays.iter().cloned().map(Setting::Overlay));
        settings.extend(self.derives.clone().map(Setting::Derives));
        settings.extend(self.clients.iter().copied().map(Setting::Client));
        settings.extend(self.max_description.map(Setting::MaxDescription));
        settings.extend(self.schema_depth.map(Setting::SchemaDepth));
        settings
    }
}

impl PolicyArgs {
    fn settings(&self) -> Vec<Setting> {
        let tokens = self.max_tokens.map(Setting::MaxTokens);
        let strict = self.strict.then_some(Setting::Strict(true));
        let locked = self.locked.then_some(Setting::Locked(true));
        tokens.into_iter().chain(strict).chain(locked).collect()
    }
}

fn schema_depth(written: &str) -> Result<usize, String> {
    let levels = written.parse::<usize>().ok().filter(|levels| *levels > 0);
    levels.ok_or_else(|| "is not a number from 1".to_owned())
}

fn discovery_prefix(written: &str) -> Result<String, PrefixError> {
    Ok(written.parse::<Prefix>()?.into())
}

fn client() -> impl TypedValueParser<Value = Client> {
    PossibleValuesParser::new(Client::ALL.map(Client::name)).try_map(|name| name.parse::<Client>())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn every_setting_is_an_option() {
        let command = Args::command();
        let generate = command.find_subcommand("generate").expect("is a command");
        for name in Setting::NAMES {
            let option = match name {
                "builtin_upstream" => "no-upstream".to_owned(),
                name => name.replace('_', "-"),
            };
            let mut options = generate.get_arguments().filter_map(clap::Arg::get_long);
            assert!(options.any(|known| known == option), "{option}");
        }
    }

    #[test]
    fn what_is_not_given_is_no_setting() {
        assert_eq!(OptionArgs::default().settings(), []);
        assert_eq!(PolicyArgs::default().settings(), []);
    }

    #[test]
    fn the_definition_is_sound() {
        Args::command().debug_assert();
    }
}
