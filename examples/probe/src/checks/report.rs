//! What the checks have found: a row for each rule.

use std::time::Duration;

use super::rule::{Level, Rule};

/// What was found of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// A demand of the specification is not met.
    Fail,
    /// A recommendation is not followed, or a client does not accept something.
    Warn,
    /// Worth knowing.
    Info,
    /// Not checked, for the reason that stands in the evidence.
    Skip,
    /// All is well.
    Pass,
}

impl Verdict {
    pub(crate) const ALL: [Self; 5] = [Self::Fail, Self::Warn, Self::Info, Self::Skip, Self::Pass];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Fail => "fail",
            Self::Warn => "warn",
            Self::Info => "info",
            Self::Skip => "skip",
            Self::Pass => "pass",
        }
    }
}

/// A rule, what was found, and what shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) checks: String,
    pub(crate) verdict: Verdict,
    pub(crate) evidence: String,
    pub(crate) source: String,
}

/// All rows of a server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Report {
    pub(crate) server_url: String,
    /// The server's name and version, if it has told them.
    pub(crate) server: String,
    /// The revisions of the protocol that were spoken.
    pub(crate) versions: Vec<String>,
    pub(crate) rows: Vec<Row>,
    pub(crate) duration: Duration,
}

impl Report {
    pub(crate) fn count_verdict(&self, verdict: Verdict) -> usize {
        self.rows
            .iter()
            .filter(|row| row.verdict == verdict)
            .count()
    }

    /// Whether no demand of the specification is broken.
    pub(crate) fn has_passed(&self) -> bool {
        self.count_verdict(Verdict::Fail) == 0
    }

    fn add_row(&mut self, rule: &Rule, verdict: Verdict, evidence: impl Into<String>) {
        self.rows.push(Row {
            id: rule.id.to_owned(),
            checks: rule.checks.to_owned(),
            verdict,
            evidence: evidence.into(),
            source: rule.source.to_owned(),
        });
    }

    pub(super) fn pass(&mut self, rule: &Rule, evidence: impl Into<String>) {
        self.add_row(rule, Verdict::Pass, evidence);
    }

    pub(super) fn skip(&mut self, rule: &Rule, reason: impl Into<String>) {
        self.add_row(rule, Verdict::Skip, reason);
    }

    /// A rule that is broken, as grave as the rule is.
    pub(super) fn broken(&mut self, rule: &Rule, evidence: impl Into<String>) {
        let verdict = match rule.level {
            Level::Must => Verdict::Fail,
            Level::Should => Verdict::Warn,
            Level::Note => Verdict::Info,
        };
        self.add_row(rule, verdict, evidence);
    }

    /// A deviation that does no harm to anybody who follows the specification, whatever the rule is.
    pub(super) fn deviation(&mut self, rule: &Rule, evidence: impl Into<String>) {
        let verdict = match rule.level {
            Level::Must | Level::Should => Verdict::Warn,
            Level::Note => Verdict::Info,
        };
        self.add_row(rule, verdict, evidence);
    }

    pub(super) fn note(&mut self, rule: &Rule, evidence: impl Into<String>) {
        self.add_row(rule, Verdict::Info, evidence);
    }

    /// One row of what was found at several places: broken with some of them, or passed.
    pub(super) fn judge(&mut self, rule: &Rule, wrong: &[String], otherwise: impl Into<String>) {
        const SHOWN: usize = 3;
        if wrong.is_empty() {
            return self.pass(rule, otherwise);
        }
        let shown: Vec<&str> = wrong.iter().take(SHOWN).map(String::as_str).collect();
        let more = match wrong.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        self.broken(rule, format!("{}{more}", shown.join("; ")));
    }

    /// [`Self::judge`] for what is seen on several connections: one row, which a broken rule takes from a kept one.
    pub(super) fn judge_once(&mut self, rule: &Rule, wrong: &[String], otherwise: &str) {
        let known = self.rows.iter().position(|row| row.id == rule.id);
        match known {
            Some(_) if wrong.is_empty() => return,
            Some(known)
                if self
                    .rows
                    .get(known)
                    .is_some_and(|row| row.verdict != Verdict::Pass) =>
            {
                return;
            }
            Some(known) => {
                self.rows.remove(known);
            }
            None => {}
        }
        self.judge(rule, wrong, otherwise);
    }

    /// Adds rows for the rules that nothing was found of.
    pub(super) fn skip_the_rest(&mut self, rules: &[&Rule], reason: &str) {
        for rule in rules {
            if !self.rows.iter().any(|row| row.id == rule.id) {
                self.skip(rule, reason);
            }
        }
    }

    /// Brings the rows to the order of the rules; rows of clients come last.
    pub(super) fn sort(&mut self, rules: &[&Rule]) {
        self.rows.sort_by_key(|row| {
            let position = rules.iter().position(|rule| rule.id == row.id);
            position.unwrap_or(rules.len())
        });
    }

    pub(super) fn push(&mut self, row: Row) {
        self.rows.push(row);
    }
}
