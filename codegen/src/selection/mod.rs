//! Which operations become tools, and under which names, by the word of settings.

mod glob;
mod known;
mod reason;
mod select;
#[cfg(test)]
mod tests;
mod unfit;

pub use crate::setting::{
    ArgumentKind, ArgumentPreset, ArgumentRule, Rewrite, RewriteKind, RuleKind,
};
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

/// Whether an operation is meant by method and path, `GET /pets`.
pub(crate) fn is_place(written: &str) -> bool {
    written.contains(" /")
}

/// Method and path with the method in capitals.
pub(crate) fn normalize_place(written: &str) -> String {
    match written.split_once(' ') {
        Some((method, path)) => format!("{} {}", method.to_ascii_uppercase(), path.trim_start()),
        None => written.to_owned(),
    }
}

impl Selection {
    pub(crate) fn add_rule(&mut self, kind: RuleKind, pattern: &str) {
        let glob = match kind {
            RuleKind::Method => Glob::of_text(&pattern.to_ascii_uppercase()),
            RuleKind::IncludePath | RuleKind::ExcludePath => Glob::of_path(pattern),
            kind if kind.is_of_operations() && is_place(pattern) => {
                Glob::of_path(&normalize_place(pattern))
            }
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

    pub(crate) fn add_rewrite(&mut self, rewrite: Rewrite) {
        self.rewrites.push(rewrite);
    }

    /// Of one setting, what is said later holds; of several, that of the later in
    /// [`ArgumentKind::ALL`].
    pub(crate) fn add_argument_rule(&mut self, rule: ArgumentRule) {
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
    fn exclusion_reason(&self, is_read_only: bool, fits: &[bool]) -> Option<Reason> {
        let rules = || self.rules.iter().zip(fits);
        if let Some((rule, _)) = rules().find(|(rule, fits)| rule.kind.is_exclusion() && **fits) {
            return Some(Reason::Excluded(rule.kind, rule.written.clone()));
        }
        if self.read_only && !is_read_only {
            return Some(Reason::ReadOnly);
        }
        let mut kinds = RuleKind::ALL.into_iter();
        let missed = kinds.find(|kind| {
            let mut same = rules().filter(|(rule, _)| rule.kind == *kind).peekable();
            kind.is_inclusion() && same.peek().is_some() && !same.any(|(_, fits)| *fits)
        })?;
        Some(Reason::NotIncluded(missed))
    }
}
