use indexmap::IndexMap;

use super::Diff;
use super::entry::{Audience, Entry};
use super::rule::Class;
use super::words::{classes, counts, place, tools, what};

/// How many lines of Rust items an entry has.
const NOTES: usize = 4;

impl Diff {
    /// For people: by class, then by tool, and counts at the end. Changed texts are counted only.
    pub fn to_text(&self, audience: Audience, coloured: bool) -> String {
        let mut text = String::new();
        for class in Class::ALL {
            let entries = self.entries(audience);
            let entries: Vec<&Entry> = entries
                .filter(|entry| entry.class(audience) == class)
                .collect();
            if entries.is_empty() {
                continue;
            }
            let title = format!("{} ({})", title(class), entries.len());
            text.push_str(&paint(&title, colour(class), coloured));
            text.push('\n');
            let (prose, other): (Vec<&Entry>, Vec<&Entry>) =
                entries.into_iter().partition(|entry| entry.rule.is_prose());
            group(&mut text, &other, audience, coloured);
            texts(&mut text, &prose);
            text.push('\n');
        }
        let (old, new) = (&self.old, &self.new);
        text.push_str(&format!(
            "{} → {}: {}\n",
            old.file,
            new.file,
            counts(self, audience)
        ));
        text
    }
}

fn group(text: &mut String, entries: &[&Entry], audience: Audience, coloured: bool) {
    let plain = |name: &str| name.to_owned();
    let mut groups: IndexMap<String, Vec<&Entry>> = IndexMap::new();
    for entry in entries {
        groups.entry(tools(entry, plain)).or_default().push(entry);
    }
    for (tools, entries) in groups {
        text.push_str(&format!("  {}\n", paint(&tools, BOLD, coloured)));
        for entry in entries {
            let what = what(entry, |text| text.to_owned());
            let classes = classes(entry, audience);
            let classes = classes.map(|classes| format!("  ({classes})"));
            let line = format!(
                "    {}  {what}{}",
                entry.rule.id,
                classes.unwrap_or_default()
            );
            text.push_str(line.trim_end());
            text.push('\n');
            if audience != Audience::Model {
                for note in entry.rust_notes.iter().take(NOTES) {
                    text.push_str(&format!("      Rust: {}\n", note.replace('`', "")));
                }
                if entry.rust_notes.len() > NOTES {
                    let more = entry.rust_notes.len() - NOTES;
                    text.push_str(&format!("      Rust: {more} more items\n"));
                }
            }
            if let Some(place) = place(entry) {
                let at = format!("{}:{}:{}", place.file, place.line, place.column);
                text.push_str(&format!("      {}\n", paint(&at, DIM, coloured)));
            }
        }
    }
}

/// Changed texts, a line for each rule.
fn texts(text: &mut String, entries: &[&Entry]) {
    let mut counts: IndexMap<&str, usize> = IndexMap::new();
    for entry in entries {
        *counts.entry(entry.rule.id).or_default() += 1;
    }
    for (rule, count) in counts {
        let plural = if count == 1 { "text" } else { "texts" };
        text.push_str(&format!(
            "  {rule}  {count} {plural}, which `--format json` has\n"
        ));
    }
}

fn title(class: Class) -> &'static str {
    match class {
        Class::Breaking => "Breaking",
        Class::Additive => "Additive",
        Class::Neutral => "Neutral",
    }
}

const BOLD: &str = "1";
const DIM: &str = "2";

fn colour(class: Class) -> &'static str {
    match class {
        Class::Breaking => "1;31",
        Class::Additive => "1;32",
        Class::Neutral => BOLD,
    }
}

/// A text in a colour of ECMA-48, "Select Graphic Rendition".
fn paint(text: &str, code: &str, coloured: bool) -> String {
    match coloured {
        true => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
        false => text.to_owned(),
    }
}
