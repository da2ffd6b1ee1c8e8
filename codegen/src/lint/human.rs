use std::collections::BTreeSet;

use indexmap::IndexMap;

use super::{Lint, PlacedFinding};
use crate::clients::{Client, Finding};
use crate::diagnostics::visible;

impl Lint {
    /// For people: each remark with the lines of the file, then what clients do not accept, each
    /// limit once with a count and an example.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for remark in &self.remarks {
            text.push_str(remark.rendered.trim_end());
            text.push_str("\n\n");
        }
        for group in Group::all(&self.portability) {
            text.push_str(&group.to_text());
        }
        if !self.portability.is_empty() && self.chosen.is_empty() {
            text.push_str("help: `--client NAME` writes schemas that fit a client\n\n");
        }
        text.push_str(&self.summary());
        text
    }

    fn summary(&self) -> String {
        let clients: BTreeSet<Client> = self
            .portability
            .iter()
            .map(|found| found.finding.client)
            .collect();
        let clients: Vec<&str> = clients.into_iter().map(Client::name).collect();
        let mut parts = vec![
            counted(self.errors(), "error"),
            counted(self.remarks.len() - self.errors(), "warning"),
        ];
        if !clients.is_empty() {
            let places = counted(self.portability.len(), "place");
            parts.push(format!("{places} not portable to {}", clients.join(", ")));
        }
        format!("{}\n", parts.join(", "))
    }
}

/// A line for each limit.
pub(super) fn lines(portability: &[PlacedFinding]) -> Vec<String> {
    Group::all(portability).iter().map(Group::to_line).collect()
}

/// What breaks the same limit of the same client.
struct Group<'a> {
    example: &'a PlacedFinding,
    places: usize,
    tools: BTreeSet<&'a str>,
}

impl<'a> Group<'a> {
    fn all(portability: &'a [PlacedFinding]) -> Vec<Self> {
        let mut groups: IndexMap<(Client, &str), Self> = IndexMap::new();
        for found in portability {
            let finding = &found.finding;
            let group = groups
                .entry((finding.client, finding.limit.id))
                .or_insert_with(|| Self {
                    example: found,
                    places: 0,
                    tools: BTreeSet::new(),
                });
            group.places += 1;
            group.tools.extend(finding.tool.as_deref());
        }
        groups.into_values().collect()
    }

    fn to_text(&self) -> String {
        let finding = &self.example.finding;
        format!(
            "portability: {}\n --> {}\n  = such as: {}\n  = source: {}\n\n",
            self.title(),
            self.place(),
            shown(finding),
            finding.limit.source,
        )
    }

    fn to_line(&self) -> String {
        let (place, title) = (self.place(), self.title());
        let example = shown(&self.example.finding);
        format!("{place}: warning: not portable to {title}, such as {example}")
    }

    fn title(&self) -> String {
        let finding = &self.example.finding;
        let count = match self.tools.len() {
            0 => String::new(),
            tools => {
                let places = counted(self.places, "place");
                format!(" ({places} in {})", counted(tools, "tool"))
            }
        };
        format!("{}: {}{count}", finding.client, finding.limit.says)
    }

    fn place(&self) -> String {
        let place = &self.example.place;
        format!("{}:{}:{}", place.file, place.line, place.column)
    }
}

/// A finding with its place in the tool's schema; names may hold anything that a spec may.
pub(super) fn shown(finding: &Finding) -> String {
    let Finding {
        message, pointer, ..
    } = finding;
    visible(&match &finding.tool {
        None => message.clone(),
        Some(tool) if pointer.is_empty() => format!("{tool}: {message}"),
        Some(tool) => format!("{tool} at #{pointer}: {message}"),
    })
}

fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    }
}
