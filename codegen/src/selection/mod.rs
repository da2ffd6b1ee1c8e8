//! Which operations become tools, and under which names, by the word of settings.

mod argument;
mod glob;
mod known;
mod near;
mod reason;
mod select;
#[cfg(test)]
mod tests;
mod unfit;

use crate::model::Method;
use crate::report::ListedAnnotations;
pub use argument::{ArgumentKind, ArgumentPreset, ArgumentRule};
use glob::Glob;
use reason::Reason;
pub use select::LeftOut;
pub(crate) use select::{Candidate, Selecting};

/// Which operations become tools, what they are called, and who runs them.
///
/// Each kind of setting narrows: of each kind that is given, one pattern has to fit an operation,
/// and none of those that exclude may.
#[derive(Clone, Debug, Default)]
pub(crate) struct Selection {
    rules: Vec<Rule>,
    read_only: bool,
    rewrites: Vec<Rewrite>,
    arguments: Vec<ArgumentRule>,
}

/// A pattern that operations are held to.
#[derive(Clone, Debug)]
struct Rule {
    kind: RuleKind,
    written: String,
    glob: Glob,
}

/// What a pattern is held to, and what follows: one for each setting.
///
/// ```
/// use toolwright_codegen::selection::RuleKind;
/// use toolwright_codegen::{Builder, Setting};
///
/// // What `.include_tag("pets")` says.
/// let rule = Setting::Rule(RuleKind::IncludeTag, "pets".to_owned());
/// assert_eq!(RuleKind::IncludeTag.name(), "include_tag");
/// let modelled = Builder::new("tests/doc/shop.yaml").with(rule).model()?;
/// assert_eq!(modelled.api().operations.len(), 1);
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleKind {
    /// `include`: operationId, or method and path.
    Include,
    /// `exclude`: the same.
    Exclude,
    /// `include_tag`
    IncludeTag,
    /// `exclude_tag`
    ExcludeTag,
    /// `include_path`
    IncludePath,
    /// `exclude_path`
    ExcludePath,
    /// `method`
    Method,
    /// `manual`: operationId, or method and path; these are run by hand.
    Manual,
}

/// What is said of a tool instead of what the spec says.
///
/// ```
/// use toolwright_codegen::selection::{Rewrite, RewriteKind};
/// use toolwright_codegen::{Builder, Setting};
///
/// // What `.rename("listPets", "pets")` says.
/// let rename = Setting::Rewrite(Rewrite {
///     kind: RewriteKind::Name,
///     operation: "listPets".to_owned(),
///     text: "pets".to_owned(),
/// });
/// let modelled = Builder::new("tests/doc/shop.yaml").with(rename).model()?;
/// assert_eq!(modelled.api().operations[0].tool, "pets");
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewrite {
    /// What is rewritten.
    pub kind: RewriteKind,
    /// The operation: its operationId, or method and path (`GET /pets`).
    pub operation: String,
    /// The text in its place.
    pub text: String,
}

/// What of a tool is rewritten: one for each setting.
///
/// ```
/// use toolwright_codegen::selection::RewriteKind;
///
/// assert_eq!(RewriteKind::ALL.map(RewriteKind::name), ["rename", "retitle", "describe"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RewriteKind {
    /// `rename`
    Name,
    /// `retitle`
    Title,
    /// `describe`
    Description,
}

impl RuleKind {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Include,
        Self::Exclude,
        Self::IncludeTag,
        Self::ExcludeTag,
        Self::IncludePath,
        Self::ExcludePath,
        Self::Method,
        Self::Manual,
    ];

    /// The name of the setting.
    pub fn name(self) -> &'static str {
        match self {
            Self::Include => "include",
            Self::Exclude => "exclude",
            Self::IncludeTag => "include_tag",
            Self::ExcludeTag => "exclude_tag",
            Self::IncludePath => "include_path",
            Self::ExcludePath => "exclude_path",
            Self::Method => "method",
            Self::Manual => "manual",
        }
    }

    fn excludes(self) -> bool {
        matches!(self, Self::Exclude | Self::ExcludeTag | Self::ExcludePath)
    }

    /// Whether what it fits is all that becomes tools.
    fn includes(self) -> bool {
        !self.excludes() && self != Self::Manual
    }

    /// Whether it is held to the operationId, or method and path.
    fn is_of_operations(self) -> bool {
        matches!(self, Self::Include | Self::Exclude | Self::Manual)
    }
}

impl RewriteKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Name, Self::Title, Self::Description];

    /// The name of the setting.
    pub fn name(self) -> &'static str {
        match self {
            Self::Name => "rename",
            Self::Title => "retitle",
            Self::Description => "describe",
        }
    }
}

impl Rewrite {
    /// Reads `listPets=pets`. A text is one line: it is repeated in the head of generated files.
    pub(crate) fn read(kind: RewriteKind, written: &str) -> Option<Self> {
        let (operation, text) = written.split_once('=')?;
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let operation = operation.trim().to_owned();
        (!operation.is_empty() && !text.is_empty()).then_some(Self {
            kind,
            operation,
            text,
        })
    }

    /// As it is read.
    pub(crate) fn written(&self) -> String {
        format!("{}={}", self.operation, self.text)
    }
}

/// Whether an operation is meant by method and path, `GET /pets`.
fn is_place(written: &str) -> bool {
    written.contains(" /")
}

/// Method and path with the method in capitals.
fn place(written: &str) -> String {
    match written.split_once(' ') {
        Some((method, path)) => format!("{} {}", method.to_ascii_uppercase(), path.trim_start()),
        None => written.to_owned(),
    }
}

impl Selection {
    pub(crate) fn rule(&mut self, kind: RuleKind, pattern: &str) {
        let glob = match kind {
            RuleKind::Method => Glob::of_text(&pattern.to_ascii_uppercase()),
            RuleKind::IncludePath | RuleKind::ExcludePath => Glob::of_path(pattern),
            kind if kind.is_of_operations() && is_place(pattern) => Glob::of_path(&place(pattern)),
            _ => Glob::of_text(pattern),
        };
        self.rules.push(Rule {
            kind,
            written: pattern.to_owned(),
            glob,
        });
    }

    pub(crate) fn read_only(&mut self, on: bool) {
        self.read_only = on;
    }

    pub(crate) fn rewrite(&mut self, rewrite: Rewrite) {
        self.rewrites.push(rewrite);
    }

    /// Of one setting, what is said later holds; of several, that of the later in
    /// [`ArgumentKind::ALL`].
    pub(crate) fn argument(&mut self, rule: ArgumentRule) {
        let end = |other: &ArgumentRule| other.kind() <= rule.kind();
        let at = self.arguments.partition_point(end);
        self.arguments.insert(at, rule);
    }

    pub(crate) fn arguments(&self) -> &[ArgumentRule] {
        &self.arguments
    }

    /// The patterns in the order in which they were given.
    pub(crate) fn rules(&self) -> impl Iterator<Item = (RuleKind, &str)> {
        self.rules
            .iter()
            .map(|rule| (rule.kind, rule.written.as_str()))
    }

    pub(crate) fn is_read_only(&self) -> bool {
        self.read_only
    }

    pub(crate) fn rewrites(&self) -> &[Rewrite] {
        &self.rewrites
    }

    /// Whether a setting asks for an operation, given which rules fit it.
    fn asks_for(&self, fits: &[bool]) -> bool {
        let mut fitting = self.rules.iter().zip(fits).filter(|(_, fits)| **fits);
        fitting.any(|(rule, _)| {
            matches!(
                rule.kind,
                RuleKind::Include | RuleKind::Method | RuleKind::Manual
            )
        })
    }

    /// Why an operation is left out, if it is; `fits` says which rules fit it.
    fn against(&self, method: &Method, fits: &[bool]) -> Option<Reason> {
        let rules = || self.rules.iter().zip(fits);
        if let Some((rule, _)) = rules().find(|(rule, fits)| rule.kind.excludes() && **fits) {
            return Some(Reason::Excluded(rule.kind, rule.written.clone()));
        }
        if self.read_only && !ListedAnnotations::of(method).read_only {
            return Some(Reason::ReadOnly);
        }
        let mut kinds = RuleKind::ALL.into_iter();
        let missed = kinds.find(|kind| {
            let mut same = rules().filter(|(rule, _)| rule.kind == *kind).peekable();
            kind.includes() && same.peek().is_some() && !same.any(|(_, fits)| *fits)
        })?;
        Some(Reason::NotIncluded(missed))
    }
}
