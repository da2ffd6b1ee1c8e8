//! Writes a comparison as Markdown for a comment on a pull request: a summary, then a table for each class.
//! Texts come from specs, so everything in a cell is escaped.

use super::Diff;
use super::change_rules::Class;
use super::entry::{Audience, Entry};
use super::entry_words::{
    changed_words, describe_classes, describe_counts, describe_entry, list_tools,
};

/// How many rows stand open; more are to be unfolded.
const MAX_OPEN_ROWS: usize = 15;

/// How many rows a class has: a comment on GitHub has 65,536 characters at most.
const MAX_ROWS: usize = 60;

impl Diff {
    /// For a comment on a pull request: a summary, and a table for each class.
    pub fn to_markdown(&self, audience: Audience) -> String {
        let (old, new) = (&self.old, &self.new);
        let version = |version: &str| escape_cell(version);
        let mut text = format!(
            "**{}** {} → {}: {}\n",
            escape_cell(&new.title),
            version(&old.version),
            version(&new.version),
            describe_counts(self, audience),
        );
        let security: Vec<&Entry> = self.security().collect();
        text.push_str(&format_section("Security", true, &security, audience));
        for class in Class::ALL {
            let entries = self.entries(audience);
            let entries: Vec<&Entry> = entries
                .filter(|entry| entry.class(audience) == class && !entry.is_security())
                .collect();
            let title = match class {
                Class::Breaking => "Breaking",
                Class::Additive => "Additive",
                Class::Neutral => "Neutral",
            };
            let is_open = class != Class::Neutral && entries.len() <= MAX_OPEN_ROWS;
            text.push_str(&format_section(title, is_open, &entries, audience));
        }
        text
    }
}

fn format_section(title: &str, is_open: bool, entries: &[&Entry], audience: Audience) -> String {
    if entries.is_empty() {
        return String::new();
    }
    let count = entries.len();
    let rows: String = entries
        .iter()
        .take(MAX_ROWS)
        .map(|entry| format_row(entry, audience))
        .collect();
    let more = match count.saturating_sub(MAX_ROWS) {
        0 => String::new(),
        more => format!("\n{more} more: see `--format text` or `--format json`.\n"),
    };
    let table = format!("| tools | rule | change |\n|---|---|---|\n{rows}{more}");
    match is_open {
        false => {
            format!("\n<details>\n<summary>{title} ({count})</summary>\n\n{table}\n</details>\n")
        }
        true => format!("\n### {title} ({count})\n\n{table}"),
    }
}

fn format_row(entry: &Entry, audience: Audience) -> String {
    let mut change = describe_entry(entry, escape_code);
    if let Some(words) = changed_words(entry) {
        let colon = if change.is_empty() { "" } else { ": " };
        change.push_str(&format!("{colon}{}", escape_code(&words)));
    }
    if let Some(classes) = describe_classes(entry, audience) {
        change.push_str(&format!("<br>{classes}"));
    }
    if audience != Audience::Model {
        for note in entry.rust_notes.iter().take(4) {
            change.push_str(&format!("<br>Rust: {}", note.replace('|', "\\|")));
        }
    }
    format!(
        "| {} | {} | {change} |\n",
        list_tools(entry, escape_code),
        entry.rule.id
    )
}

/// Text as code within a cell of a table, whatever it holds.
fn escape_code(text: &str) -> String {
    let text = text.replace('|', "\\|").replace(['\n', '\r'], " ");
    match text.contains('`') {
        true => format!("`` {text} ``"),
        false => format!("`{text}`"),
    }
}

/// Text in which nothing is markup.
fn escape_cell(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '\n' | '\r' => escaped.push(' '),
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '@' => {
                escaped.push('\\');
                escaped.push(c);
            }
            c => escaped.push(c),
        }
    }
    escaped
}
