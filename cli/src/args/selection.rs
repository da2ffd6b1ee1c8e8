//! The options that choose operations and change what callers see of them: patterns, names, texts
//! and arguments. Each value is parsed by the compiler's own `Setting::read`, so that the command
//! line, the macro and `toolwright.toml` accept the same text and give the same errors.

use clap::builder::{StringValueParser, TypedValueParser};
use toolwright_codegen::selection::{ArgumentKind, ArgumentRule, Rewrite, RewriteKind, RuleKind};
use toolwright_codegen::{Setting, Written};

/// Which operations become tools, and what these are called.
#[derive(Clone, Debug, Default, PartialEq, clap::Args)]
pub(crate) struct SelectionArgs {
    /// Include only operations whose operationId matches; `*` is any text, `?` any character, and
    /// `GET /pets/**` matches method and path. An operation must match one pattern of each kind
    /// that is given, and patterns that exclude override patterns that include.
    #[arg(long = "include", value_name = "PATTERN")]
    pub(crate) includes: Vec<String>,
    /// Leave out operations whose operationId, or method and path, matches.
    #[arg(long = "exclude", value_name = "PATTERN")]
    pub(crate) excludes: Vec<String>,
    /// Include only operations with this tag.
    #[arg(long = "include-tag", value_name = "TAG")]
    pub(crate) include_tags: Vec<String>,
    /// Leave out operations with this tag.
    #[arg(long = "exclude-tag", value_name = "TAG")]
    pub(crate) exclude_tags: Vec<String>,
    /// Include only operations at these paths: `*` is any text within a segment, `**` any number of
    /// segments, so `/pets/**` includes `/pets`.
    #[arg(long = "include-path", value_name = "PATH")]
    pub(crate) include_paths: Vec<String>,
    /// Leave out operations at these paths.
    #[arg(long = "exclude-path", value_name = "PATH")]
    pub(crate) exclude_paths: Vec<String>,
    /// Include only operations with this method.
    #[arg(long = "method", value_name = "METHOD")]
    pub(crate) methods: Vec<String>,
    /// Write handlers of your own for operations whose operationId, or method and path, matches:
    /// they become methods of the generated trait `Handlers`.
    #[arg(long = "manual", value_name = "PATTERN")]
    pub(crate) manual: Vec<String>,
    /// Include only operations that change nothing, by their method.
    #[arg(long)]
    pub(crate) read_only: bool,
    /// Rename the tool of an operation. Write the operation as its operationId, or as method and
    /// path.
    #[arg(long = "rename", value_name = "OPERATION=NAME", value_parser = rewrite_parser(RewriteKind::Name))]
    pub(crate) names: Vec<Rewrite>,
    /// Set the title of an operation's tool.
    #[arg(long = "retitle", value_name = "OPERATION=TITLE", value_parser = rewrite_parser(RewriteKind::Title))]
    pub(crate) titles: Vec<Rewrite>,
    /// Set the description of an operation's tool.
    #[arg(long = "describe", value_name = "OPERATION=TEXT", value_parser = rewrite_parser(RewriteKind::Description))]
    pub(crate) descriptions: Vec<Rewrite>,
    /// State hints of an operation's tool: `read_only`, `destructive`, `idempotent` and `open_world`,
    /// each with `=false` if it does not hold.
    #[arg(long = "hint", value_name = "OPERATION=HINTS", value_parser = rewrite_parser(RewriteKind::Hints))]
    pub(crate) hints: Vec<Rewrite>,
    /// Give an argument a default. The operation is a pattern as for `--include`, `tag:pets` or
    /// `*`; the argument has its name in the spec; the value is JSON, or else a string.
    #[arg(long = "default-value", value_name = "OPERATION=ARGUMENT=VALUE", value_parser = argument_rule_parser(ArgumentKind::Default))]
    pub(crate) defaults: Vec<ArgumentRule>,
    /// Send the value of an environment variable instead of an argument, and hide the argument from
    /// callers.
    #[arg(long = "from-environment", value_name = "OPERATION=ARGUMENT=VARIABLE", value_parser = argument_rule_parser(ArgumentKind::Environment))]
    pub(crate) variables: Vec<ArgumentRule>,
    /// Always send this value for an argument, and hide the argument from callers.
    #[arg(long = "fix", value_name = "OPERATION=ARGUMENT=VALUE", value_parser = argument_rule_parser(ArgumentKind::Fixed))]
    pub(crate) fixed: Vec<ArgumentRule>,
    /// Hide an argument from callers, and never send it.
    #[arg(long = "hide", value_name = "OPERATION=ARGUMENT", value_parser = argument_rule_parser(ArgumentKind::Hidden))]
    pub(crate) hidden: Vec<ArgumentRule>,
    /// State which operation returns the value of an argument: an operationId, a method and path, or the name of a
    /// tool, and behind `#` where its response has the value; `false` for none.
    #[arg(long = "from-operation", value_name = "OPERATION=ARGUMENT=PRODUCER", value_parser = argument_rule_parser(ArgumentKind::Operation))]
    pub(crate) producers: Vec<ArgumentRule>,
    /// Allow the spec to send this environment variable (`x-mcp: {env: NAME}`). Variables that
    /// begin with the name of the server are always allowed.
    #[arg(long = "allow-env", value_name = "NAME", value_parser = allowed_variable_parser())]
    pub(crate) allowed_variables: Vec<Setting>,
}

impl SelectionArgs {
    pub(super) fn to_settings(&self) -> Vec<Setting> {
        let rules = [
            (RuleKind::Include, &self.includes),
            (RuleKind::Exclude, &self.excludes),
            (RuleKind::IncludeTag, &self.include_tags),
            (RuleKind::ExcludeTag, &self.exclude_tags),
            (RuleKind::IncludePath, &self.include_paths),
            (RuleKind::ExcludePath, &self.exclude_paths),
            (RuleKind::Method, &self.methods),
            (RuleKind::Manual, &self.manual),
        ];
        // The order among patterns of one kind is kept, because the head of a generated file
        // repeats it.
        let rules = rules.into_iter().flat_map(|(kind, patterns)| {
            let patterns = patterns.iter().cloned();
            patterns.map(move |pattern| Setting::Rule(kind, pattern))
        });
        let rewrites = [&self.names, &self.titles, &self.descriptions, &self.hints];
        let rewrites = rewrites.into_iter().flatten().cloned();
        let arguments = [
            &self.defaults,
            &self.variables,
            &self.fixed,
            &self.hidden,
            &self.producers,
        ];
        let arguments = arguments.into_iter().flatten().cloned();
        rules
            .chain(self.read_only.then_some(Setting::ReadOnly(true)))
            .chain(rewrites.map(Setting::Rewrite))
            .chain(arguments.map(Setting::Argument))
            .chain(self.allowed_variables.iter().cloned())
            .collect()
    }
}

fn allowed_variable_parser() -> impl TypedValueParser<Value = Setting> {
    StringValueParser::new().try_map(|name| Setting::read("allow_env", Written::Text(name)))
}

fn rewrite_parser(kind: RewriteKind) -> impl TypedValueParser<Value = Rewrite> {
    StringValueParser::new().try_map(move |text| {
        match Setting::read(kind.name(), Written::Text(text)) {
            Ok(Setting::Rewrite(rewrite)) => Ok(rewrite),
            Ok(_) => Err("is another setting".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    })
}

fn argument_rule_parser(kind: ArgumentKind) -> impl TypedValueParser<Value = ArgumentRule> {
    StringValueParser::new().try_map(move |text| {
        match Setting::read(kind.name(), Written::Text(text)) {
            Ok(Setting::Argument(rule)) => Ok(rule),
            Ok(_) => Err("is another setting".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    })
}
