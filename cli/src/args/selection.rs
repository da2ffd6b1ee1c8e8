use clap::builder::{StringValueParser, TypedValueParser};
use toolwright_codegen::selection::{Rewrite, RewriteKind, RuleKind};
use toolwright_codegen::{Setting, Written};

use super::given;

/// Which operations become tools, and what these are called.
#[derive(Clone, Debug, Default, PartialEq, clap::Args)]
pub(crate) struct SelectionArgs {
    /// Make tools of those operations alone whose operationId fits (`*` is any text, `?` any
    /// character; `GET /pets/**` means method and path). Every kind of pattern narrows what the
    /// others leave, any pattern of a kind will do, and what excludes counts more than what includes.
    #[arg(long = "include", value_name = "PATTERN")]
    pub(crate) includes: Vec<String>,
    /// Leave out operations whose operationId, or method and path, fits.
    #[arg(long = "exclude", value_name = "PATTERN")]
    pub(crate) excludes: Vec<String>,
    /// Make tools of operations with this tag alone.
    #[arg(long = "include-tag", value_name = "TAG")]
    pub(crate) include_tags: Vec<String>,
    /// Leave out operations with this tag.
    #[arg(long = "exclude-tag", value_name = "TAG")]
    pub(crate) exclude_tags: Vec<String>,
    /// Make tools of operations at these paths alone: `*` is any text within a segment, `**` any
    /// segments; `/pets/**` is `/pets`, too.
    #[arg(long = "include-path", value_name = "PATH")]
    pub(crate) include_paths: Vec<String>,
    /// Leave out operations at these paths.
    #[arg(long = "exclude-path", value_name = "PATH")]
    pub(crate) exclude_paths: Vec<String>,
    /// Make tools of operations of this method alone.
    #[arg(long = "method", value_name = "METHOD")]
    pub(crate) methods: Vec<String>,
    /// Have operations run by hand whose operationId, or method and path, fits: methods of the
    /// generated trait `Handlers`.
    #[arg(long = "manual", value_name = "PATTERN")]
    pub(crate) manual: Vec<String>,
    /// Make tools of operations alone that change nothing, by their method.
    #[arg(long)]
    pub(crate) read_only: bool,
    /// Call the tool of an operation otherwise; the operation is its operationId, or method and
    /// path.
    #[arg(long = "rename", value_name = "OPERATION=NAME", value_parser = rewrite(RewriteKind::Name))]
    pub(crate) names: Vec<Rewrite>,
    /// Give it another title.
    #[arg(long = "retitle", value_name = "OPERATION=TITLE", value_parser = rewrite(RewriteKind::Title))]
    pub(crate) titles: Vec<Rewrite>,
    /// Give it another description.
    #[arg(long = "describe", value_name = "OPERATION=TEXT", value_parser = rewrite(RewriteKind::Description))]
    pub(crate) descriptions: Vec<Rewrite>,
}

impl SelectionArgs {
    pub(super) fn or(self, others: Self) -> Self {
        Self {
            includes: given(self.includes, others.includes),
            excludes: given(self.excludes, others.excludes),
            include_tags: given(self.include_tags, others.include_tags),
            exclude_tags: given(self.exclude_tags, others.exclude_tags),
            include_paths: given(self.include_paths, others.include_paths),
            exclude_paths: given(self.exclude_paths, others.exclude_paths),
            methods: given(self.methods, others.methods),
            manual: given(self.manual, others.manual),
            read_only: self.read_only || others.read_only,
            names: given(self.names, others.names),
            titles: given(self.titles, others.titles),
            descriptions: given(self.descriptions, others.descriptions),
        }
    }

    pub(super) fn settings(&self) -> Vec<Setting> {
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
        let rules = rules.into_iter().flat_map(|(kind, patterns)| {
            let patterns = patterns.iter().cloned();
            patterns.map(move |pattern| Setting::Rule(kind, pattern))
        });
        let rewrites = [&self.names, &self.titles, &self.descriptions];
        let rewrites = rewrites.into_iter().flatten().cloned();
        rules
            .chain([Setting::ReadOnly(self.read_only)])
            .chain(rewrites.map(Setting::Rewrite))
            .collect()
    }
}

fn rewrite(kind: RewriteKind) -> impl TypedValueParser<Value = Rewrite> {
    StringValueParser::new().try_map(move |text| {
        match Setting::read(kind.name(), Written::Text(text)) {
            Ok(Setting::Rewrite(rewrite)) => Ok(rewrite),
            Ok(_) => Err("is another setting".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    })
}
