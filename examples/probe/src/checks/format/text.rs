//! A report as a table for people, the worst rows first.

use std::fmt::Write as _;

use super::super::printable;
use super::super::report::{Report, Verdict};

/// The table, and a summary as its last line. Rows that passed are counted only, unless `shows_all`.
pub(crate) fn to_text(report: &Report, shows_all: bool) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = writeln!(text, "{}", printable(&report.server_url));
    let _ = writeln!(
        text,
        "  {} (MCP {})",
        printable(&report.server),
        printable(&report.versions.join(", "))
    );
    text.push('\n');
    let shown = report.rows.iter().filter(|row| {
        let is_quiet = matches!(row.verdict, Verdict::Pass | Verdict::Skip);
        shows_all || !is_quiet
    });
    let mut rows: Vec<_> = shown.collect();
    // Stable, so that rows of a verdict stay in the order of the rules.
    rows.sort_by_key(|row| row.verdict);
    let width = rows
        .iter()
        .map(|row| row.id.len())
        .max()
        .unwrap_or_default();
    for row in &rows {
        let (verdict, id) = (row.verdict.name(), printable(&row.id));
        let _ = writeln!(text, "{verdict}  {id:width$}  {}", row.checks);
        let margin = " ".repeat(verdict.len() + 2);
        let _ = writeln!(text, "{margin}= {}", printable(&row.evidence));
        if matches!(row.verdict, Verdict::Fail | Verdict::Warn) {
            let _ = writeln!(text, "{margin}= source: {}", row.source);
        }
    }
    if !rows.is_empty() {
        text.push('\n');
    }
    let _ = writeln!(text, "{}", summary(report));
    text
}

/// The counts of all verdicts.
pub(crate) fn summary(report: &Report) -> String {
    let counts = Verdict::ALL.map(|verdict| {
        let word = match verdict {
            Verdict::Fail => "failed",
            Verdict::Warn => "warned",
            Verdict::Info => "noted",
            Verdict::Skip => "skipped",
            Verdict::Pass => "passed",
        };
        format!("{} {word}", report.count_verdict(verdict))
    });
    format!(
        "{} checks in {:.1} s: {}",
        report.rows.len(),
        report.duration.as_secs_f64(),
        counts.join(", ")
    )
}
