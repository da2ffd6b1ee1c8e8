mod selection;

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand, ValueEnum};
use toolwright_codegen::diff::Audience;
use toolwright_codegen::{Builder, Client, Setting, recorded_options};

use selection::SelectionArgs;

const EXIT_CODES: &str = "\
Exit codes:
  0  nothing is wrong, or warnings only
  1  errors, or warnings with --strict; for `check`, the source is not up to date
  2  wrong usage, or a spec that cannot be read";

const DIFF_EXIT_CODES: &str = "\
Exit codes:
  0  nothing that --fail-on names
  1  a breaking change; with --fail-on any, any change
  2  wrong usage, or a file that cannot be read or is no spec";

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
    /// Say what changed between two specs for a model and for a Rust caller, and what breaks.
    #[command(after_help = DIFF_EXIT_CODES)]
    Diff(DiffArgs),
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
    /// `{"tools": […], "skipped": […], "leftOut": […], "total": {…}}`.
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
pub(crate) struct DiffArgs {
    /// The spec as it was.
    pub(crate) old: PathBuf,
    /// The spec as it is.
    pub(crate) new: PathBuf,
    #[command(flatten)]
    pub(crate) options: OptionArgs,
    /// How to print.
    #[arg(long, value_enum, default_value_t = DiffFormat::Text)]
    pub(crate) format: DiffFormat,
    /// Whom a change has to matter for.
    #[arg(long = "for", value_enum, default_value_t = For::Both)]
    pub(crate) audience: For,
    /// What makes the exit code 1.
    #[arg(long, value_enum, default_value_t = FailOn::Breaking)]
    pub(crate) fail_on: FailOn,
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

impl DiffArgs {
    /// The builders of both specs. They have one name, that of the new one, since what follows from
    /// a file's name is no change of the API.
    pub(crate) fn builders(&self) -> (Builder, Builder) {
        let builder = |spec: &PathBuf| {
            let settings = self.options.settings().into_iter();
            settings.fold(Builder::new(spec), Builder::with)
        };
        let (old, new) = (builder(&self.old), builder(&self.new));
        let name = new.server_name();
        (old.name(name.clone()), new.name(name))
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct SpecArgs {
    /// A Swagger 2.0 or OpenAPI 3.x file, JSON or YAML.
    pub(crate) spec: PathBuf,
    #[command(flatten)]
    pub(crate) options: OptionArgs,
    #[command(flatten)]
    pub(crate) policy: PolicyArgs,
}

/// What the output depends on beside the spec. The head of a generated file has it.
#[derive(Clone, Debug, Default, PartialEq, clap::Args)]
pub(crate) struct OptionArgs {
    /// Name of the server; the name of the spec's file by default.
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// A directory with copies of what the spec refers to by URL: `https://example.com/a.yaml` is
    /// read from `example.com/a.yaml` in it; the network is never used.
    #[arg(long)]
    pub(crate) ref_dir: Option<PathBuf>,
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
    /// Refuse arguments that are not of their schema's `format`, such as `date` or `email`.
    #[arg(long)]
    pub(crate) assert_formats: bool,
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
}

#[derive(Debug, clap::Args)]
pub(crate) struct PolicyArgs {
    /// Warn when the list of tools takes more tokens, estimated as a fourth of its bytes.
    #[arg(long, value_name = "TOKENS")]
    pub(crate) max_tokens: Option<usize>,
    /// Fail on any warning and any operation that is skipped.
    #[arg(long)]
    pub(crate) strict: bool,
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

    /// These options, and the others where one of these is not given.
    pub(crate) fn or(&self, others: Self) -> Self {
        let mine = self.clone();
        Self {
            name: mine.name.or(others.name),
            ref_dir: mine.ref_dir.or(others.ref_dir),
            overlays: given(mine.overlays, others.overlays),
            selection: mine.selection.or(others.selection),
            output_schemas: mine.output_schemas || others.output_schemas,
            responses: mine.responses || others.responses,
            field_selection: mine.field_selection || others.field_selection,
            assert_formats: mine.assert_formats || others.assert_formats,
            no_upstream: mine.no_upstream || others.no_upstream,
            derives: mine.derives.or(others.derives),
            clients: given(mine.clients, others.clients),
        }
    }

    fn settings(&self) -> Vec<Setting> {
        let mut settings = vec![
            Setting::OutputSchemas(self.output_schemas),
            Setting::Responses(self.responses),
            Setting::FieldSelection(self.field_selection),
            Setting::AssertFormats(self.assert_formats),
            Setting::BuiltinUpstream(!self.no_upstream),
        ];
        settings.extend(self.name.clone().map(Setting::Name));
        settings.extend(self.ref_dir.clone().map(Setting::RefDir));
        settings.extend(self.selection.settings());
        settings.extend(self.overlays.iter().cloned().map(Setting::Overlay));
        settings.extend(self.derives.clone().map(Setting::Derives));
        settings.extend(self.clients.iter().copied().map(Setting::Client));
        settings
    }
}

impl SpecArgs {
    pub(crate) fn builder(&self) -> Builder {
        self.builder_with(&self.options)
    }

    /// The same with other options.
    pub(crate) fn builder_with(&self, options: &OptionArgs) -> Builder {
        let policy = self.policy.max_tokens.map(Setting::MaxTokens);
        let policy = policy
            .into_iter()
            .chain([Setting::Strict(self.policy.strict)]);
        let settings = options.settings().into_iter().chain(policy);
        settings.fold(Builder::new(&self.spec), Builder::with)
    }
}

/// What is given, or else what was given before.
fn given<T>(mine: Vec<T>, others: Vec<T>) -> Vec<T> {
    if mine.is_empty() { others } else { mine }
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
}
