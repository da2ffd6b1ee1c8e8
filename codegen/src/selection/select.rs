//! Decides for each operation of a spec whether it becomes a tool, which rewrites apply, and
//! whether a handler runs it. Keeps what each setting matched, so that a setting without any match
//! is reported at the end together with what may have been meant. It sees an operation's id, tags,
//! method and path, and nothing else of the spec.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use super::glob::Glob;
use super::known::Known;
use super::unfit::{Unfit, Written};
use super::{
    ArgumentRule, Reason, Rewrite, RewriteKind, Rule, RuleKind, Selection, is_place,
    normalize_place,
};
use crate::diagnostics::{Diagnostic, count_noun};
use crate::model::{ListedAnnotations, Method, StatedHints};
use crate::setting::Setting;

/// An operation that is left out by settings.
///
/// ```
/// use toolwright_codegen::Builder;
///
/// let compiled = Builder::new("tests/doc/shop.yaml").read_only(true).compile()?;
/// let left_out = &compiled.left_out()[0];
/// assert_eq!((left_out.path.as_str(), left_out.by.as_str()), ("/pets", "read_only = true"));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its operationId, if it has one.
    pub operation_id: Option<String>,
    /// Its HTTP method.
    pub method: Method,
    /// Its path template.
    pub path: String,
    /// What says so.
    pub by: String,
}

impl LeftOut {
    /// How many operations are left out, for people: by settings, and apart from these the `HEAD` operations that nothing
    /// selects, for which no setting need be given.
    pub(crate) fn summary_lines(left_out: &[Self]) -> Vec<String> {
        let unselected = Reason::Head.to_string();
        let heads = left_out.iter().filter(|one| one.by == unselected).count();
        let mut lines = Vec::new();
        if left_out.len() > heads {
            let count = count_noun(left_out.len() - heads, "operation");
            lines.push(format!("{count} left out by settings"));
        }
        if heads > 0 {
            let count = count_noun(heads, "HEAD operation");
            lines.push(format!(
                "{count} left out; `include`, `method` or `x-mcp: {{enabled: true}}` selects one"
            ));
        }
        lines
    }

    /// What leaves operations out, each with how many they are.
    pub(crate) fn counted(left_out: &[Self]) -> String {
        let mut counts: IndexMap<&str, usize> = IndexMap::new();
        for one in left_out {
            *counts.entry(&one.by).or_default() += 1;
        }
        let counts = counts.iter();
        let counts = counts.map(|(by, count)| format!("{count} by {by}"));
        counts.collect::<Vec<_>>().join(", ")
    }
}

/// What patterns are held to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<'c> {
    pub(crate) id: Option<&'c str>,
    pub(crate) tags: &'c [&'c str],
    pub(crate) method: &'c Method,
    pub(crate) path: &'c str,
}

/// An operation that becomes a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Admitted {
    /// Whether settings say that it is run by hand.
    pub(crate) is_manual: bool,
}

/// A setting by its place among those of its sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Rule(usize),
    Rewrite(usize),
    Argument(usize),
}

/// What a setting fits so far.
#[derive(Debug)]
enum Fit {
    /// An operation that it has a say in.
    Some,
    /// Operations that do not become tools alone: what leaves out the first of them.
    LeftOut(String),
}

/// A selection while the operations of a spec are held to it.
#[derive(Debug, Default)]
pub(crate) struct Selecting {
    selection: Selection,
    fits: BTreeMap<Key, Fit>,
    known: Known,
    pub(crate) left_out: Vec<LeftOut>,
}

impl Selecting {
    pub(crate) fn new(selection: Selection) -> Self {
        Self {
            selection,
            ..Self::default()
        }
    }

    /// Whether an operation becomes a tool, and by the word of settings one that is run by hand. `enabled` is
    /// the word of `x-mcp`: if false, it does not whatever the settings say. A `HEAD` has to be asked for: it
    /// says what a `GET` says, without what a model would want of it.
    pub(crate) fn admit_operation(
        &mut self,
        candidate: &Candidate<'_>,
        enabled: Option<bool>,
        stated: StatedHints,
    ) -> Option<Admitted> {
        self.known.note_operation(candidate);
        let rules = self.selection.rules.iter();
        let fits: Vec<bool> = rules.map(|rule| candidate.matches_rule(rule)).collect();
        // `x-mcp: false` is the author's decision about one operation, so no pattern of a setting
        // can undo it.
        let reason = match enabled {
            Some(false) => Some(Reason::XMcp),
            _ => {
                let stated = self.stated_hints(candidate).or(stated);
                let hints = ListedAnnotations::for_method(candidate.method).with_stated(stated);
                self.selection.exclusion_reason(hints.read_only, &fits)
            }
        };
        let is_head = *candidate.method == Method::Head;
        let is_unasked = is_head && enabled.is_none() && !self.selection.asks_for(&fits);
        let reason = reason.or(is_unasked.then_some(Reason::Head));
        let is_manual = self.note_rules(&fits, candidate, reason.as_ref());
        let Some(reason) = reason else {
            return Some(Admitted { is_manual });
        };
        self.note_left_out(candidate, &reason);
        self.left_out.push(LeftOut {
            operation_id: candidate.id.map(str::to_owned),
            method: candidate.method.clone(),
            path: candidate.path.to_owned(),
            by: reason.to_string(),
        });
        None
    }

    /// What settings state of the hints of an operation; the later holds.
    fn stated_hints(&self, candidate: &Candidate<'_>) -> StatedHints {
        let rewrites = self.selection.rewrites.iter().rev();
        let of_this = rewrites
            .filter(|rewrite| rewrite.kind == RewriteKind::Hints && candidate.is_of(rewrite));
        let stated = of_this.filter_map(|rewrite| rewrite.text.parse().ok());
        stated.fold(StatedHints::default(), StatedHints::or)
    }

    /// Notes which rules fit, and returns whether one of them has the operation run by hand. That has a
    /// meaning for tools alone; what includes and excludes has done all it can where it fits.
    fn note_rules(
        &mut self,
        fits: &[bool],
        candidate: &Candidate<'_>,
        reason: Option<&Reason>,
    ) -> bool {
        let rules = self.selection.rules.iter().zip(fits).enumerate();
        let mut is_manual = false;
        for (index, (rule, _)) in rules.filter(|(_, (_, fits))| **fits) {
            is_manual |= rule.kind == RuleKind::Manual;
            // `exclude` has done its work when it leaves an operation out. `manual` has not, if
            // something else leaves it out.
            let reason = reason.filter(|_| rule.kind == RuleKind::Manual);
            note_match(&mut self.fits, Key::Rule(index), candidate, reason);
        }
        is_manual
    }

    /// Notes which settings would have a say in an operation that is left out.
    fn note_left_out(&mut self, candidate: &Candidate<'_>, reason: &Reason) {
        let rewrites = self.selection.rewrites.iter().enumerate();
        let rewrites = rewrites
            .filter(|(_, rewrite)| candidate.is_of(rewrite))
            .map(|(index, _)| Key::Rewrite(index));
        let arguments = self.selection.arguments.iter().enumerate();
        let arguments = arguments
            .filter(|(_, rule)| candidate.has_argument_of(rule))
            .map(|(index, _)| Key::Argument(index));
        for key in rewrites.chain(arguments) {
            note_match(&mut self.fits, key, candidate, Some(reason));
        }
    }

    /// What is rewritten of an operation.
    pub(crate) fn take_rewrites(&mut self, candidate: &Candidate<'_>) -> Vec<Rewrite> {
        let rewrites = self.selection.rewrites.iter().enumerate();
        let of_this = rewrites.filter(|(_, rewrite)| candidate.is_of(rewrite));
        let mut found = Vec::new();
        for (index, rewrite) in of_this {
            note_match(&mut self.fits, Key::Rewrite(index), candidate, None);
            found.push(rewrite.clone());
        }
        found
    }

    /// What is said of the arguments of an operation.
    pub(crate) fn take_argument_rules(&mut self, candidate: &Candidate<'_>) -> Vec<ArgumentRule> {
        let rules = self.selection.arguments.iter().enumerate();
        let mut found = Vec::new();
        for (index, rule) in rules.filter(|(_, rule)| candidate.has_argument_of(rule)) {
            note_match(&mut self.fits, Key::Argument(index), candidate, None);
            found.push(rule.clone());
        }
        found
    }

    /// The settings that fit no operation that they could have a say in, and what may have been meant.
    pub(crate) fn unmatched_settings(&self) -> Vec<Diagnostic> {
        let rules = self.selection.rules.iter().enumerate();
        let rules = rules.map(|(index, rule)| {
            let setting = Setting::Rule(rule.kind, rule.written.clone());
            let written = Written::of_rule(rule.kind, &rule.written);
            (Key::Rule(index), setting, rule.kind.name(), written)
        });
        let rewrites = self.selection.rewrites.iter().enumerate();
        let rewrites = rewrites.map(|(index, rewrite)| {
            let setting = Setting::Rewrite(rewrite.clone());
            let written = Written::of_operation(&rewrite.operation);
            (Key::Rewrite(index), setting, rewrite.kind.name(), written)
        });
        let arguments = self.selection.arguments.iter().enumerate();
        let arguments = arguments.map(|(index, rule)| {
            let setting = Setting::Argument(rule.clone());
            let written = Written::of_argument(&rule.operation);
            (Key::Argument(index), setting, rule.kind().name(), written)
        });
        let all = rules.chain(rewrites).chain(arguments);
        let unfit = all.filter_map(|(key, setting, name, written)| {
            let left_out = match self.fits.get(&key) {
                Some(Fit::Some) => return None,
                Some(Fit::LeftOut(by)) => Some(by.as_str()),
                None => None,
            };
            let unfit = Unfit {
                setting,
                name,
                written,
                left_out,
            };
            Some(unfit.into_diagnostic(&self.known))
        });
        unfit.collect()
    }
}

fn note_match(
    fits: &mut BTreeMap<Key, Fit>,
    key: Key,
    candidate: &Candidate<'_>,
    left_out: Option<&Reason>,
) {
    match left_out {
        None => {
            // A real match replaces the note about an operation that is left out; the reverse must
            // not happen, hence `or_insert_with` below.
            fits.insert(key, Fit::Some);
        }
        Some(reason) => {
            fits.entry(key).or_insert_with(|| {
                Fit::LeftOut(format!(
                    "`{}` leaves out {}",
                    reason.setting_name(),
                    candidate.method_and_path()
                ))
            });
        }
    }
}

impl Candidate<'_> {
    pub(super) fn method_and_path(&self) -> String {
        normalize_place(&format!("{} {}", self.method, self.path))
    }

    fn matches_rule(&self, rule: &Rule) -> bool {
        let glob = &rule.glob;
        match rule.kind {
            RuleKind::Include | RuleKind::Exclude | RuleKind::Manual => {
                match is_place(&rule.written) {
                    true => glob.matches_text(&self.method_and_path()),
                    false => self.id.is_some_and(|id| glob.matches_text(id)),
                }
            }
            RuleKind::IncludeTag | RuleKind::ExcludeTag => {
                self.tags.iter().any(|tag| glob.matches_text(tag))
            }
            RuleKind::IncludePath | RuleKind::ExcludePath => glob.matches_text(self.path),
            RuleKind::Method => glob.matches_text(&self.method.to_string().to_uppercase()),
        }
    }

    /// Whether the pattern of an argument's rule matches this operation.
    fn has_argument_of(&self, rule: &ArgumentRule) -> bool {
        let pattern = rule.operation.as_str();
        if pattern == "*" {
            return true;
        }
        if let Some(tag) = pattern.strip_prefix("tag:") {
            let glob = Glob::of_text(tag.trim());
            return self.tags.iter().any(|tag| glob.matches_text(tag));
        }
        match is_place(pattern) {
            true => Glob::of_path(&normalize_place(pattern)).matches_text(&self.method_and_path()),
            false => self
                .id
                .is_some_and(|id| Glob::of_text(pattern).matches_text(id)),
        }
    }

    fn is_of(&self, rewrite: &Rewrite) -> bool {
        // Compared literally: a pattern would give several operations the same name.
        self.id == Some(&rewrite.operation)
            || normalize_place(&rewrite.operation) == self.method_and_path()
    }
}
