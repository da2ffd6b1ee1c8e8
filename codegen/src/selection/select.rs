use std::collections::BTreeSet;

use super::near::near;
use super::{ArgumentRule, Rewrite, RuleKind, Selection, is_place, place};
use crate::diagnostics::{Diagnostic, Mark, Severity};
use crate::model::Method;
use crate::setting::Setting;

/// An operation that is left out by choice.
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
    /// Its HTTP method.
    pub method: Method,
    /// Its path template.
    pub path: String,
    /// What says so.
    pub by: String,
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

/// A selection while the operations of a spec are held to it.
#[derive(Debug, Default)]
pub(crate) struct Selecting {
    selection: Selection,
    /// Which rules and which rewrites fitted some operation.
    rules: BTreeSet<usize>,
    rewrites: BTreeSet<usize>,
    arguments: BTreeSet<usize>,
    ids: BTreeSet<String>,
    places: BTreeSet<String>,
    tags: BTreeSet<String>,
    paths: BTreeSet<String>,
    methods: BTreeSet<String>,
    pub(crate) left_out: Vec<LeftOut>,
}

impl Selecting {
    pub(crate) fn new(selection: Selection) -> Self {
        Self {
            selection,
            ..Self::default()
        }
    }

    /// Whether an operation becomes a tool, and by the word of settings one that is run by hand;
    /// `switched_off` by `x-mcp`, it does not whatever the settings say.
    pub(crate) fn admits(
        &mut self,
        candidate: &Candidate<'_>,
        switched_off: bool,
    ) -> Option<Admitted> {
        self.note(candidate);
        let at = candidate.place();
        let rules = self.selection.rules.iter();
        let fits: Vec<bool> = rules
            .map(|rule| match rule.kind {
                RuleKind::Include | RuleKind::Exclude | RuleKind::Manual => {
                    match is_place(&rule.written) {
                        true => rule.glob.fits(&at),
                        false => candidate.id.is_some_and(|id| rule.glob.fits(id)),
                    }
                }
                RuleKind::IncludeTag | RuleKind::ExcludeTag => {
                    candidate.tags.iter().any(|tag| rule.glob.fits(tag))
                }
                RuleKind::IncludePath | RuleKind::ExcludePath => rule.glob.fits(candidate.path),
                RuleKind::Method => rule.glob.fits(&candidate.method.to_string().to_uppercase()),
            })
            .collect();
        let fitting = fits.iter().enumerate().filter(|(_, fits)| **fits);
        self.rules.extend(fitting.map(|(index, _)| index));
        let by = match switched_off {
            true => Some("x-mcp".to_owned()),
            false => self.selection.against(candidate.method, &fits),
        };
        let rules = self.selection.rules.iter().zip(&fits);
        let mut manual = rules.filter(|(rule, _)| rule.kind == RuleKind::Manual);
        let admitted = by.is_none().then(|| Admitted {
            is_manual: manual.any(|(_, fits)| *fits),
        });
        self.left_out.extend(by.map(|by| LeftOut {
            method: candidate.method.clone(),
            path: candidate.path.to_owned(),
            by,
        }));
        admitted
    }

    /// What is rewritten of an operation.
    pub(crate) fn rewrites(&mut self, candidate: &Candidate<'_>) -> Vec<Rewrite> {
        let at = candidate.place();
        let rewrites = self.selection.rewrites.iter().enumerate();
        let of_this = rewrites.filter(|(_, rewrite)| {
            candidate.id == Some(&rewrite.operation) || place(&rewrite.operation) == at
        });
        let (fitted, found): (Vec<usize>, Vec<Rewrite>) = of_this
            .map(|(index, rewrite)| (index, rewrite.clone()))
            .unzip();
        self.rewrites.extend(fitted);
        found
    }

    /// What is said of the arguments of an operation.
    pub(crate) fn arguments(&mut self, candidate: &Candidate<'_>) -> Vec<ArgumentRule> {
        let rules = self.selection.arguments.iter().enumerate();
        let (fitted, found): (Vec<usize>, Vec<ArgumentRule>) = rules
            .filter(|(_, rule)| rule.fits(candidate))
            .map(|(index, rule)| (index, rule.clone()))
            .unzip();
        self.arguments.extend(fitted);
        found
    }

    fn note(&mut self, candidate: &Candidate<'_>) {
        self.ids.extend(candidate.id.map(str::to_owned));
        self.places.insert(candidate.place());
        self.tags
            .extend(candidate.tags.iter().map(|tag| (*tag).to_owned()));
        self.paths.insert(candidate.path.to_owned());
        self.methods.insert(candidate.method.to_string());
    }

    /// The patterns that fit no operation, and the names that may have been meant.
    pub(crate) fn unfit(&self) -> Vec<Diagnostic> {
        let rules = self.selection.rules.iter().enumerate();
        let rules = rules
            .filter(|(index, _)| !self.rules.contains(index))
            .map(|(_, rule)| {
                let known = match rule.kind {
                    RuleKind::IncludeTag | RuleKind::ExcludeTag => &self.tags,
                    RuleKind::IncludePath | RuleKind::ExcludePath => &self.paths,
                    RuleKind::Method => &self.methods,
                    RuleKind::Include | RuleKind::Exclude | RuleKind::Manual => {
                        match is_place(&rule.written) {
                            true => &self.places,
                            false => &self.ids,
                        }
                    }
                };
                let setting = Setting::Rule(rule.kind, rule.written.clone());
                unfit(setting, rule.kind.name(), &rule.written, known)
            });
        let rewrites = self.selection.rewrites.iter().enumerate();
        let rewrites = rewrites
            .filter(|(index, _)| !self.rewrites.contains(index))
            .map(|(_, rewrite)| {
                let known = match is_place(&rewrite.operation) {
                    true => &self.places,
                    false => &self.ids,
                };
                let setting = Setting::Rewrite(rewrite.clone());
                unfit(setting, rewrite.kind.name(), &rewrite.operation, known)
            });
        let arguments = self.selection.arguments.iter().enumerate();
        let arguments = arguments
            .filter(|(index, _)| !self.arguments.contains(index))
            .map(|(_, rule)| {
                let known = match rule.operation.strip_prefix("tag:") {
                    Some(_) => &self.tags,
                    None if is_place(&rule.operation) => &self.places,
                    None => &self.ids,
                };
                let setting = Setting::Argument(rule.clone());
                unfit(setting, rule.kind().name(), &rule.operation, known)
            });
        rules.chain(rewrites).chain(arguments).collect()
    }
}

impl Candidate<'_> {
    pub(super) fn place(&self) -> String {
        place(&format!("{} {}", self.method, self.path))
    }
}

fn unfit(setting: Setting, name: &str, written: &str, known: &BTreeSet<String>) -> Diagnostic {
    let near = near(written, known.iter().map(String::as_str));
    let help = match near.as_slice() {
        [] => None,
        near => Some(format!("did you mean `{}`?", near.join("` or `"))),
    };
    Diagnostic {
        severity: Severity::Warning,
        message: format!("the setting `{name}` says `{written}`, which fits no operation"),
        pointer: String::new(),
        mark: Mark::Setting(Box::new(setting)),
        help,
        operation: None,
    }
}
