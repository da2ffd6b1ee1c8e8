//! The report of `lint` for people: each remark once, with the lines of the file, and a summary
//! line at the end. What is repeated at many places is shown at the first and counted at the
//! others.

use std::collections::BTreeSet;

use super::{Lint, Remark};
use crate::clients::Client;
use crate::compiled::Group;
use crate::diagnostics::{Repeats, count_noun};

impl Lint {
    /// For people: each remark once with the lines of the file and some of the other places it is
    /// about, then what clients do not accept, each limit once with a count and an example.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for remark in render_remarks(&self.remarks) {
            text.push_str(&remark);
            text.push_str("\n\n");
        }
        for group in Group::group_by_limit(&self.portability) {
            text.push_str(&group.to_text());
        }
        if !self.portability.is_empty() && self.chosen.is_empty() {
            text.push_str("help: `--client NAME` writes schemas that the client accepts\n\n");
        }
        for sent in &self.environment {
            text.push_str(&format!("{}\n\n", sent.to_line()));
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
            count_noun(self.errors(), "error"),
            count_noun(self.remarks.len() - self.errors(), "warning"),
        ];
        if !clients.is_empty() {
            let places = count_noun(self.portability.len(), "place");
            parts.push(format!("{places} not portable to {}", clients.join(", ")));
        }
        format!("{}\n", parts.join(", "))
    }
}

/// So many places that a remark is about are named beside the first.
const NAMED: usize = 3;

/// Each remark once.
pub(super) fn render_remarks(remarks: &[Remark]) -> Vec<String> {
    let repeats = Repeats::group_repeats(remarks, |remark| &remark.diagnostic);
    repeats.iter().map(render_repeats).collect()
}

fn render_repeats(repeats: &Repeats<'_, Remark>) -> String {
    let Repeats { first, more } = repeats;
    let mut text = first.rendered.trim_end().to_owned();
    if !more.is_empty() {
        // As wide as the line number above, so that the note lines up with the notes of the remark.
        let gutter = " ".repeat(first.place.line.to_string().len());
        let places = count_noun(more.len(), "more place");
        let named = more.iter().take(NAMED).map(|one| one.place.to_string());
        let named: Vec<String> = named.collect();
        let such_as = if more.len() > NAMED { "such as " } else { "" };
        let named = named.join(", ");
        text.push_str(&format!("\n{gutter} = also: {places}, {such_as}{named}"));
    }
    text
}
