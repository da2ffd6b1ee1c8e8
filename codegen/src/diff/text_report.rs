//! A comparison as text for people.

use indexmap::IndexMap;

use super::Diff;
use super::change_rules::Class;
use super::entry::{Audience, Entry};
use super::entry_words::{
    changed_words, describe_classes, describe_counts, describe_entry, entry_place, list_tools,
};
use crate::diagnostics::color::{self, BOLD, DIM, GREEN, RED};
use crate::diagnostics::make_visible;

/// How many lines of Rust items an entry has.
const MAX_RUST_NOTES: usize = 4;

impl Diff {
    /// For people: what matters for security first, the rest by class, then by tool, and counts at the
    /// end. Each change is there once; of a changed text, the words that changed.
    pub fn to_text(&self, audience: Audience, coloured: bool) -> String {
        let mut text = String::new();
        let security: Vec<&Entry> = self.security().collect();
        let title = SectionTitle {
            text: "Security",
            colour: RED,
        };
        push_section(&mut text, title, &security, audience, coloured);
        for class in Class::ALL {
            let entries = self.entries(audience);
            let entries: Vec<&Entry> = entries
                .filter(|entry| entry.class(audience) == class && !entry.is_security())
                .collect();
            let title = SectionTitle {
                text: class_title(class),
                colour: class_colour(class),
            };
            push_section(&mut text, title, &entries, audience, coloured);
        }
        let (old, new) = (&self.old, &self.new);
        text.push_str(&format!(
            "{} → {}: {}\n",
            old.file,
            new.file,
            describe_counts(self, audience)
        ));
        text
    }
}

struct SectionTitle<'t> {
    text: &'t str,
    colour: &'static str,
}

fn push_section(
    text: &mut String,
    title: SectionTitle<'_>,
    entries: &[&Entry],
    audience: Audience,
    coloured: bool,
) {
    if entries.is_empty() {
        return;
    }
    let counted = format!("{} ({})", title.text, entries.len());
    text.push_str(&paint_text(&counted, title.colour, coloured));
    text.push('\n');
    push_entries_by_tools(text, entries, audience, coloured);
    text.push('\n');
}

fn push_entries_by_tools(
    text: &mut String,
    entries: &[&Entry],
    audience: Audience,
    coloured: bool,
) {
    let plain = make_visible;
    let mut groups: IndexMap<String, Vec<&Entry>> = IndexMap::new();
    for entry in entries {
        groups
            .entry(list_tools(entry, plain))
            .or_default()
            .push(entry);
    }
    for (tools, entries) in groups {
        text.push_str(&format!("  {}\n", paint_text(&tools, BOLD, coloured)));
        for entry in entries {
            let what = describe_entry(entry, |text| text.to_owned());
            let words = changed_words(entry);
            let classes = describe_classes(entry, audience);
            let classes = classes.map(|classes| format!("  ({classes})"));
            let line = format!(
                "    {}  {what}{}",
                entry.rule.id,
                classes.unwrap_or_default()
            );
            text.push_str(line.trim_end());
            text.push('\n');
            if let Some(words) = words {
                text.push_str(&format!("      {words}\n"));
            }
            if audience != Audience::Model {
                for note in entry.rust_notes.iter().take(MAX_RUST_NOTES) {
                    text.push_str(&format!("      Rust: {}\n", note.replace('`', "")));
                }
                if entry.rust_notes.len() > MAX_RUST_NOTES {
                    let more = entry.rust_notes.len() - MAX_RUST_NOTES;
                    text.push_str(&format!("      Rust: {more} more items\n"));
                }
            }
            if let Some(place) = entry_place(entry) {
                let at = format!("{}:{}:{}", place.file, place.line, place.column);
                text.push_str(&format!("      {}\n", paint_text(&at, DIM, coloured)));
            }
        }
    }
}

fn class_title(class: Class) -> &'static str {
    match class {
        Class::Breaking => "Breaking",
        Class::Additive => "Additive",
        Class::Neutral => "Neutral",
    }
}

fn class_colour(class: Class) -> &'static str {
    match class {
        Class::Breaking => RED,
        Class::Additive => GREEN,
        Class::Neutral => BOLD,
    }
}

/// A text in a colour, if colours are wanted.
fn paint_text(text: &str, color: &str, coloured: bool) -> String {
    match coloured {
        true => color::paint(text, color),
        false => text.to_owned(),
    }
}
