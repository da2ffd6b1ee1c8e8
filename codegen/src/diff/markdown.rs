use super::Diff;
use super::entry::{Audience, Entry};
use super::rule::Class;
use super::words::{changed_words, classes, counts, tools, what};

/// How many rows stand open; more are to be unfolded.
const OPEN: usize = 15;

/// How many rows a class has: a comment on GitHub has 65,536 characters at most.
const MOST: usize = 60;

impl Diff {
    /// For a comment on a pull request: a summary, and a table for each class.
    pub fn to_markdown(&self, audience: Audience) -> String {
        let (old, new) = (&self.old, &self.new);
        let version = |version: &str| cell(version);
        let mut text = format!(
            "**{}** {} → {}: {}\n",
            cell(&new.title),
            version(&old.version),
            version(&new.version),
            counts(self, audience),
        );
        let security: Vec<&Entry> = self.security().collect();
        text.push_str(&section("Security", true, &security, audience));
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
            let is_open = class != Class::Neutral && entries.len() <= OPEN;
            text.push_str(&section(title, is_open, &entries, audience));
        }
        text
    }
}

fn section(title: &str, is_open: bool, entries: &[&Entry], audience: Audience) -> String {
    if entries.is_empty() {
        return String::new();
    }
    let count = entries.len();
    let rows: String = entries
        .iter()
        .take(MOST)
        .map(|entry| row(entry, audience))
        .collect();
    let more = match count.saturating_sub(MOST) {
        0 => String::new(),
        more => format!("\n{more} more, which `--format text` and `--format json` have.\n"),
    };
    let table = format!("| tools | rule | change |\n|---|---|---|\n{rows}{more}");
    match is_open {
        false => {
            format!("\n<details>\n<summary>{title} ({count})</summary>\n\n{table}\n</details>\n")
        }
        true => format!("\n### {title} ({count})\n\n{table}"),
    }
}

fn row(entry: &Entry, audience: Audience) -> String {
    let mut change = what(entry, code);
    if let Some(words) = changed_words(entry) {
        let colon = if change.is_empty() { "" } else { ": " };
        change.push_str(&format!("{colon}{}", code(&words)));
    }
    if let Some(classes) = classes(entry, audience) {
        change.push_str(&format!("<br>{classes}"));
    }
    if audience != Audience::Model {
        for note in entry.rust_notes.iter().take(4) {
            change.push_str(&format!("<br>Rust: {}", note.replace('|', "\\|")));
        }
    }
    format!(
        "| {} | {} | {change} |\n",
        tools(entry, code),
        entry.rule.id
    )
}

/// Text as code within a cell of a table, whatever it holds.
fn code(text: &str) -> String {
    let text = text.replace('|', "\\|").replace(['\n', '\r'], " ");
    match text.contains('`') {
        true => format!("`` {text} ``"),
        false => format!("`{text}`"),
    }
}

/// Text in which nothing is markup.
fn cell(text: &str) -> String {
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
