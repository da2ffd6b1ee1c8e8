//! The command line of `toolwright`, as types that `clap` parses: one struct for each command, and
//! the options that several commands share. Converts what was given to `Setting`s of the compiler
//! and runs nothing. What is not given yields no setting, so that `toolwright.toml` can give it.

mod comparing;
mod describing;
#[cfg(test)]
mod documented;
mod evaluating;
mod making;
mod packaging;
mod running;
mod selection;
mod server;
mod target;
mod unknown_option;

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand, ValueEnum};
use toolwright_codegen::discovery::{Prefix, PrefixError};
use toolwright_codegen::{Client, SchemaFormat, Setting, recorded_options};

use crate::color::ColorChoice;
pub(crate) use comparing::{DiffArgs, DiffFormat, FailOn};
pub(crate) use describing::{DescribeArgs, DescribeFormat, Described};
pub(crate) use evaluating::{EvalArgs, EvalFormat, Evaluated};
pub(crate) use making::{NewArgs, ToolwrightArgs};
pub(crate) use packaging::{BinaryPath, PackageArgs, PackageKind};
pub(crate) use running::{CacheAction, CallArgs, CallFormat, ServeArgs};
use selection::SelectionArgs;
pub(crate) use target::{SpecArgs, Target, UsageError, only_target, require_file, resolve_targets};
pub(crate) use unknown_option::explain_server_option;

const EXIT_CODES: &str = "\
Exit codes:
  0  success, perhaps with warnings
  1  errors, or warnings with --strict; for `check`, the source is out of date
  2  invalid usage, or a spec that cannot be read";

const DIFF_EXIT_CODES: &str = "\
Exit codes:
  0  no change that --fail-on names
  1  a breaking change; with --fail-on security, a change that matters for security; with
     --fail-on any, any change
  2  invalid usage, or a file that cannot be read or is not a spec";

const CALL_EXIT_CODES: &str = "\
Exit codes:
  0  the call succeeded
  1  the result is an error, or the server could not be built
  2  invalid usage, or a spec that cannot be read";

const DESCRIBE_EXIT_CODES: &str = "\
Exit codes:
  0  success
  1  the tool does not exist, or the server does not respond
  2  invalid usage, or a spec that cannot be read";

const EVAL_EXIT_CODES: &str = "\
Exit codes:
  0  success
  1  a threshold is not met, or the server could not be built or does not respond
  2  invalid usage, or a file that cannot be read";

/// Compiles Swagger and OpenAPI files to typed MCP servers in Rust.
#[derive(Debug, Parser)]
#[command(name = "toolwright", version, after_help = EXIT_CODES)]
pub(crate) struct Args {
    /// When to colour output for people.
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    pub(crate) color: ColorChoice,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Write the Rust source of a server's tools.
    Generate(GenerateArgs),
    /// Check that generated source is up to date; exit with code 1 if it is not.
    Check(OutputArgs),
    /// List the tools that a spec becomes, what each costs, and what is skipped and why.
    List(ListArgs),
    /// Report what is wrong with a spec, and what each client would not accept of its tools.
    #[command(after_help = EXIT_CODES)]
    Lint(LintArgs),
    /// Report what changed between two specs, for models and for Rust callers, and what breaks.
    #[command(after_help = DIFF_EXIT_CODES)]
    Diff(DiffArgs),
    /// Record the current tools as a version, so that the REST bridge can show how tools changed.
    #[command(after_help = EXIT_CODES)]
    Record(RecordArgs),
    /// Create a crate with the MCP server of a spec: ready to build, with tests, CI and Dockerfile.
    New(NewArgs),
    /// Write what users of assistants install: bundles, a registry entry, an image, links, a formula.
    Package(PackageArgs),
    /// Serve the tools of a spec directly, without a crate of your own.
    Serve(ServeArgs),
    /// Call one tool of a spec directly, and print the result.
    #[command(after_help = CALL_EXIT_CODES)]
    Call(CallArgs),
    /// Print how to call tools: those of a spec, of a running MCP server, or of a server to start.
    #[command(after_help = DESCRIBE_EXIT_CODES)]
    Describe(DescribeArgs),
    /// Measure how well models find the operations of your tasks: recall, and bytes of context.
    #[command(after_help = EVAL_EXIT_CODES)]
    Eval(EvalArgs),
    /// Show or delete the cache that makes `serve` and `call` faster the next time.
    Cache {
        #[command(subcommand)]
        action: CacheAction,
    },
    /// Print the completion script for a shell.
    Completions {
        /// The shell.
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Print the JSON Schema of a file, by which an editor completes and checks it.
    Schema {
        /// The file.
        #[arg(value_enum)]
        file: DescribedFile,
    },
    /// Write the manual pages to a directory.
    Man {
        /// The directory.
        directory: PathBuf,
    },
}

/// What `schema` describes.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum DescribedFile {
    /// `toolwright.toml`.
    Config,
    /// `x-mcp` in an OpenAPI document.
    XMcp,
}

#[derive(Debug, clap::Args)]
pub(crate) struct OutputArgs {
    #[command(flatten)]
    pub(crate) spec: SpecArgs,
    /// The file to write or check; by default `out` of `toolwright.toml`.
    #[arg(long, short)]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct GenerateArgs {
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// Write the names to the file beside the spec (`pets.names`), even if no name had to be made
    /// unique. An existing file is always kept up to date.
    #[arg(long, conflicts_with = "locked")]
    pub(crate) lock: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct RecordArgs {
    #[command(flatten)]
    pub(crate) spec: SpecArgs,
    /// Name of the version; `info.version` of the spec by default.
    #[arg(long = "as", value_name = "VERSION")]
    pub(crate) version: Option<String>,
    /// Overwrite the file if the version is already recorded.
    #[arg(long)]
    pub(crate) replace: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) spec: SpecArgs,
    /// Output format.
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
    /// Output format.
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

/// Where the spec and its settings are, if not on the command line.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct ConfigArgs {
    /// File with the spec and its settings; command-line options override it. By default, if no
    /// spec is given, `toolwright.toml` in this directory or the nearest parent.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Name of one server in that file; all by default.
    #[arg(long, value_name = "NAME")]
    pub(crate) server: Option<String>,
}

/// What the output depends on besides the spec. The head of a generated file records it.
#[derive(Clone, Debug, Default, PartialEq, clap::Args)]
pub(crate) struct OptionArgs {
    /// Name of the server; the name of the spec's file by default.
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// Prefix of all tool names, so that one server can serve several specs.
    #[arg(long)]
    pub(crate) prefix: Option<String>,
    /// Directory with copies of the documents that the spec refers to by URL. For example,
    /// `https://example.com/a.yaml` is read from `example.com/a.yaml` in it; the network is never
    /// used.
    #[arg(long)]
    pub(crate) ref_dir: Option<PathBuf>,
    /// Also allow references to files below this directory. By default, references must stay inside
    /// the spec's own directory.
    #[arg(long, value_name = "DIR")]
    pub(crate) ref_root: Option<PathBuf>,
    /// An OpenAPI Overlay (1.0 or 1.1) to apply to the spec. Can be repeated; overlays are applied
    /// in order.
    #[arg(long = "overlay", value_name = "FILE")]
    pub(crate) overlays: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) selection: SelectionArgs,
    /// Give tools output schemas.
    #[arg(long)]
    pub(crate) output_schemas: bool,
    /// Generate typed responses, so that Rust code can use the crate as an API client.
    #[arg(long)]
    pub(crate) responses: bool,
    /// Give tools with JSON results an argument that selects properties of the result.
    #[arg(long)]
    pub(crate) field_selection: bool,
    /// Make a body optional unless the spec says `required`, even if it has required properties.
    #[arg(long)]
    pub(crate) optional_bodies: bool,
    /// Say in descriptions which tools return what required arguments take, once in a list for each.
    #[arg(long)]
    pub(crate) describe_needs: bool,
    /// Give a description that several tools repeat once in a list, and point to it in the others.
    #[arg(long)]
    pub(crate) share_descriptions: bool,
    /// Reject arguments that do not match their schema's `format`, for example `date` or `email`.
    #[arg(long)]
    pub(crate) assert_formats: bool,
    /// Generate what the server's `--tools discovery` needs: three tools that list endpoints,
    /// explain how to call one, and call it.
    #[arg(long)]
    pub(crate) discovery: bool,
    /// Prefix of the names of these three tools; the name of the server by default.
    #[arg(long, value_name = "PREFIX", value_parser = parse_discovery_prefix)]
    pub(crate) discovery_prefix: Option<String>,
    /// How the second of these tools describes an endpoint by default; the server has an option of the same name.
    #[arg(long, value_name = "FORMAT", value_parser = schema_format_parser())]
    pub(crate) discovery_format: Option<SchemaFormat>,
    /// Generate the OpenAPI document of the server's `--bridge` now, instead of when it is
    /// requested. `new` builds the bridge into the crate, and `serve` starts it, over HTTP.
    #[arg(long)]
    pub(crate) bridge: bool,
    /// Directory of the tool lists that `record` wrote. The server's `--bridge` shows how each tool
    /// changed between them. Implies `--bridge`.
    #[arg(long, value_name = "DIR")]
    pub(crate) history: Option<PathBuf>,
    /// Leave out the mock responses of the built-in upstream.
    #[arg(long)]
    pub(crate) no_upstream: bool,
    /// Traits that generated types derive, separated by commas.
    #[arg(long, value_delimiter = ',')]
    pub(crate) derives: Option<Vec<String>>,
    /// Write names and schemas so that this client accepts them. Can be repeated. Without it,
    /// `lint` checks the tools for all clients.
    #[arg(long = "client", value_name = "CLIENT", value_parser = client_parser())]
    pub(crate) clients: Vec<Client>,
    /// Maximum number of characters of a description that models see; by default 800 for a tool and 1,000 for an
    /// argument.
    #[arg(long, value_name = "CHARACTERS")]
    pub(crate) max_description: Option<usize>,
    /// Levels of properties that the schema of a tool lists, at least 1; all by default.
    #[arg(long, value_name = "LEVELS", value_parser = parse_schema_depth)]
    pub(crate) schema_depth: Option<usize>,
}

#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct PolicyArgs {
    /// Warn if the list of tools takes more tokens than this, estimated as a fourth of its bytes.
    #[arg(long, value_name = "TOKENS")]
    pub(crate) max_tokens: Option<usize>,
    /// Fail on any warning and any skipped operation.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Fail if the file of names beside the spec is out of date, instead of writing it.
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
    pub(crate) fn from_generated_file(rust: &str) -> Option<Self> {
        // A release may drop or rename an option, so failing to parse is an ordinary case: the
        // caller names the words and asks for the file to be generated again.
        let recorded = Recorded::try_parse_from(recorded_options(rust));
        recorded.ok().map(|recorded| recorded.options)
    }

    /// What is given; nothing for what is not, so that a configuration file can say it.
    pub(crate) fn to_settings(&self) -> Vec<Setting> {
        // Flags can only be switched on here. An absent flag must stay absent rather than become
        // `false`, or it would override the configuration file.
        let flags = [
            (self.output_schemas, Setting::OutputSchemas(true)),
            (self.responses, Setting::Responses(true)),
            (self.field_selection, Setting::FieldSelection(true)),
            (self.optional_bodies, Setting::OptionalBodies(true)),
            (self.describe_needs, Setting::DescribeNeeds(true)),
            (self.share_descriptions, Setting::ShareDescriptions(true)),
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
        settings.extend(self.discovery_format.map(Setting::DiscoveryFormat));
        settings.extend(self.selection.to_settings());
        settings.extend(self.overlays.iter().cloned().map(Setting::Overlay));
        settings.extend(self.derives.clone().map(Setting::Derives));
        settings.extend(self.clients.iter().copied().map(Setting::Client));
        settings.extend(self.max_description.map(Setting::MaxDescription));
        settings.extend(self.schema_depth.map(Setting::SchemaDepth));
        settings
    }
}

impl PolicyArgs {
    fn to_settings(&self) -> Vec<Setting> {
        let tokens = self.max_tokens.map(Setting::MaxTokens);
        let strict = self.strict.then_some(Setting::Strict(true));
        let locked = self.locked.then_some(Setting::Locked(true));
        tokens.into_iter().chain(strict).chain(locked).collect()
    }
}

/// The name of a setting's option on the command line.
pub(crate) fn option_of_setting(name: &str) -> String {
    match name {
        "builtin_upstream" => "no-upstream".to_owned(),
        name => name.replace('_', "-"),
    }
}

fn parse_schema_depth(written: &str) -> Result<usize, String> {
    let levels = written.parse::<usize>().ok().filter(|levels| *levels > 0);
    levels.ok_or_else(|| "is not a number of at least 1".to_owned())
}

// `Prefix` is parsed here for its error alone, at the option; the setting keeps the text.
fn parse_discovery_prefix(written: &str) -> Result<String, PrefixError> {
    Ok(written.parse::<Prefix>()?.into())
}

fn client_parser() -> impl TypedValueParser<Value = Client> {
    PossibleValuesParser::new(Client::ALL.map(Client::name)).try_map(|name| name.parse::<Client>())
}

fn schema_format_parser() -> impl TypedValueParser<Value = SchemaFormat> {
    PossibleValuesParser::new(SchemaFormat::ALL.map(SchemaFormat::name))
        .try_map(|name| name.parse::<SchemaFormat>())
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
            let option = option_of_setting(name);
            let mut options = generate.get_arguments().filter_map(clap::Arg::get_long);
            assert!(options.any(|known| known == option), "{option}");
        }
    }

    #[test]
    fn what_is_not_given_is_no_setting() {
        assert_eq!(OptionArgs::default().to_settings(), []);
        assert_eq!(PolicyArgs::default().to_settings(), []);
    }

    /// Commands share the help of their spec, so that it must be true of all of them.
    #[test]
    fn help_names_the_commands_that_take_a_url() {
        for name in ["check", "generate", "record", "list"] {
            let mut command = Args::command();
            let command = command.find_subcommand_mut(name).expect("is a command");
            let help = command.render_help().to_string();
            assert!(
                help.contains("`list`, `lint` and `serve` also take a URL"),
                "{help}"
            );
        }
    }

    #[test]
    fn the_definition_is_sound() {
        Args::command().debug_assert();
    }
}
