//! What is said of settings that fit no operation.

use toolwright_inspect::suggest::{did_you_mean, suggest_names};

use super::known::Known;
use super::{RuleKind, is_place};
use crate::diagnostics::{Diagnostic, Mark, Severity};
use crate::setting::Setting;

/// How many operations are named.
const MOST: usize = 5;

/// What a pattern of settings of arguments starts with if it is held to tags.
const TAG: &str = "tag:";

/// A pattern as it is written, and what it is held to.
pub(super) enum Written<'w> {
    Id(&'w str),
    Place(&'w str),
    Tag(&'w str),
    /// `tag:pets`
    ArgumentTag(&'w str),
    Path(&'w str),
    Method(&'w str),
}

/// A setting that has a say in no operation.
pub(super) struct Unfit<'u> {
    pub(super) setting: Setting,
    pub(super) name: &'static str,
    pub(super) written: Written<'u>,
    /// What leaves out the operations that it would fit, if there are any.
    pub(super) left_out: Option<&'u str>,
}

impl<'w> Written<'w> {
    pub(super) fn of_rule(kind: RuleKind, written: &'w str) -> Self {
        match kind {
            RuleKind::IncludeTag | RuleKind::ExcludeTag => Self::Tag(written),
            RuleKind::IncludePath | RuleKind::ExcludePath => Self::Path(written),
            RuleKind::Method => Self::Method(written),
            RuleKind::Include | RuleKind::Exclude | RuleKind::Manual => Self::of_operation(written),
        }
    }

    pub(super) fn of_operation(written: &'w str) -> Self {
        match is_place(written) {
            true => Self::Place(written),
            false => Self::Id(written),
        }
    }

    pub(super) fn of_argument(written: &'w str) -> Self {
        match written.starts_with(TAG) {
            true => Self::ArgumentTag(written),
            false => Self::of_operation(written),
        }
    }

    fn pattern_text(&self) -> &'w str {
        match self {
            Self::Id(text)
            | Self::Place(text)
            | Self::Tag(text)
            | Self::ArgumentTag(text)
            | Self::Path(text)
            | Self::Method(text) => text,
        }
    }

    /// What may have been meant.
    fn suggest_pattern(&self, known: &Known) -> Option<String> {
        let (prefix, wanted) = match self {
            Self::ArgumentTag(tag) => (TAG, tag.trim_start_matches(TAG)),
            _ => ("", self.pattern_text()),
        };
        let names = match self {
            Self::Id(pattern) => match known.of_tools(pattern).as_slice() {
                [] => known.operation_ids(),
                operations => return Some(of_tools(pattern, operations)),
            },
            Self::Place(_) => known.places(),
            Self::Tag(_) | Self::ArgumentTag(_) => known.tags(),
            Self::Path(_) => known.paths(),
            Self::Method(_) => known.methods(),
        };
        // The distance between words is measured; wildcards would count as errors of spelling.
        let wanted = wanted.replace(['*', '?'], "");
        let near = suggest_names(&wanted, names.iter().map(String::as_str));
        let near: Vec<String> = near.iter().map(|name| format!("{prefix}{name}")).collect();
        did_you_mean(near.iter().map(String::as_str))
    }
}

/// A pattern that fits the names of tools, and not the operations that it is held to.
fn of_tools(pattern: &str, operations: &[String]) -> String {
    match operations {
        [operation] => format!(
            "`{pattern}` is the name of a tool; the name of its operation is \
            `{operation}`"
        ),
        several => {
            let first: Vec<&str> = several.iter().take(MOST).map(String::as_str).collect();
            let rest = if several.len() > MOST { ", …" } else { "" };
            let first = first.join("`, `");
            format!(
                "`{pattern}` matches names of tools; the names of their operations are `{first}`{rest}"
            )
        }
    }
}

impl Unfit<'_> {
    pub(super) fn into_diagnostic(self, known: &Known) -> Diagnostic {
        let says = format!(
            "the setting `{}` has the pattern `{}`",
            self.name,
            self.written.pattern_text()
        );
        let (message, help) = match self.left_out {
            Some(by) => (
                format!("{says}, which matches no operation that becomes a tool: {by}"),
                None,
            ),
            None => (
                format!("{says}, which matches no operation"),
                self.written.suggest_pattern(known),
            ),
        };
        Diagnostic {
            severity: Severity::Warning,
            message,
            pointer: String::new(),
            mark: Mark::Setting(Box::new(self.setting)),
            help,
            operation: None,
        }
    }
}
