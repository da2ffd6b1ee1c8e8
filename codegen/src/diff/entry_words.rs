//! What text and Markdown have in common.

use super::change_rules::Class;
use super::entry::{Audience, Entry, Place, Side};
use super::schemas::truncate_line;
use super::word_diff::word_diff;
use crate::diagnostics::{count_noun, escape_invisible, make_visible};

/// How many tools are named.
const MAX_NAMED_TOOLS: usize = 4;

/// What an entry is about, and what was and is.
pub(super) fn describe_entry(entry: &Entry, code: impl Fn(&str) -> String) -> String {
    let subject = match (entry.subject.as_str(), entry.side) {
        ("", None) => String::new(),
        ("", Some(Side::Arguments)) => "the arguments".to_owned(),
        ("", Some(Side::Results)) => "the result".to_owned(),
        (subject, None) => code(subject),
        (subject, Some(Side::Arguments)) => format!("{} in arguments", code(subject)),
        (subject, Some(Side::Results)) => format!("{} in results", code(subject)),
    };
    let value = |text: &String| code(&make_visible(&truncate_line(text)));
    let change = match (&entry.was, &entry.is) {
        // The words that changed are shown beside it.
        _ if entry.rule.is_prose() => String::new(),
        (None, None) => String::new(),
        (Some(was), Some(is)) => format!("{} → {}", value(was), value(is)),
        (Some(was), None) => format!("was {}", value(was)),
        (None, Some(is)) => format!("now {}", value(is)),
    };
    match (subject.is_empty(), change.is_empty()) {
        (false, false) => format!("{subject}: {change}"),
        _ => format!("{subject}{change}"),
    }
}

/// Of a text that changed, the words that did. All of what is new is there, since what nobody is shown
/// nobody can review.
pub(super) fn changed_words(entry: &Entry) -> Option<String> {
    if !entry.rule.is_prose() {
        return None;
    }
    let [was, is] =
        [&entry.was, &entry.is].map(|text| escape_invisible(text.as_deref().unwrap_or_default()));
    Some(word_diff(&was, &is))
}

/// The tools of an entry, the first by name.
pub(super) fn list_tools(entry: &Entry, code: impl Fn(&str) -> String) -> String {
    let tools = entry.tools();
    let named: Vec<String> = tools
        .iter()
        .take(MAX_NAMED_TOOLS)
        .map(|tool| code(tool))
        .collect();
    let named = named.join(", ");
    match tools.len() {
        // Changes without a tool are about the whole API or about Rust alone.
        0 if entry.is_rust_alone() => "Rust".to_owned(),
        0 => "all tools".to_owned(),
        count if count > MAX_NAMED_TOOLS => format!("{named} and {} more", count - MAX_NAMED_TOOLS),
        _ => named,
    }
}

/// The classes for both, where they are not the same.
pub(super) fn describe_classes(entry: &Entry, audience: Audience) -> Option<String> {
    let differ = audience == Audience::Both && entry.model != entry.rust;
    let class = entry.class(audience);
    match differ {
        true => Some(format!("model: {}, Rust: {}", entry.model, entry.rust)),
        // It is in no section of a class.
        false => (entry.is_security() && class != Class::Neutral).then(|| class.to_string()),
    }
}

/// The place that is to be looked at: in the new spec, or in the old one where it is gone.
pub(super) fn entry_place(entry: &Entry) -> Option<&Place> {
    let site = entry.sites.first()?;
    let is_gone = entry.rule.id.ends_with("-removed") && entry.rule.id != "enum-values-removed";
    match is_gone {
        true => site.old.as_ref().or(site.new.as_ref()),
        false => site.new.as_ref().or(site.old.as_ref()),
    }
}

/// `3 security; in all 2 breaking, 1 additive, 5 neutral`.
pub(super) fn describe_counts(diff: &super::Diff, audience: Audience) -> String {
    let counts = Class::ALL.map(|class| format!("{} {class}", diff.count(class, audience)));
    let counts = counts.join(", ");
    let counts = match diff.security().count() {
        0 => counts,
        security => format!("{security} security; in all {counts}"),
    };
    match diff.skipped_in_both.len() {
        0 => counts,
        skipped => format!(
            "{counts}; not compared: {}, skipped in both (`toolwright lint` says why)",
            count_noun(skipped, "operation")
        ),
    }
}
