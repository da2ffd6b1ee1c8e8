//! Renders a page of the endpoint list within a limit of bytes: grouped by category, or counts only if there are too
//! many; what a search finds is one list, the best match first.

use serde_json::{Map, json};

use super::filter::{Matching, MatchingEndpoint};
use super::query::{Form, Query};
use crate::discovery::catalogue::{Catalogue, KnownEndpoint};
use crate::value::Json;

/// What a list has beside its endpoints and instructions, in bytes.
const FRAME: usize = 160;

/// Endpoints of a page of what a search finds: a task has up to four steps, and each has two or three that are like
/// it.
const FOUND_AT_ONCE: usize = 12;
/// Characters of the longest description of what a search finds; the provider has the whole one.
const LONGEST_DESCRIPTION: usize = 200;
/// Characters of the longest summary in a line.
const LONGEST_SUMMARY: usize = 100;

/// A list of endpoints, or as much of it as there is room for.
pub(super) struct Page<'l> {
    pub(super) catalogue: &'l Catalogue,
    pub(super) query: &'l Query,
    pub(super) instructions: &'l str,
    /// How long it may be, in bytes.
    pub(super) limit: usize,
}

impl Page<'_> {
    /// The list of these endpoints.
    pub(super) fn render_page(&self, matching: &Matching) -> Json {
        match self.query.term {
            Some(_) => self.render_found(matching),
            None => self.render_groups(&matching.endpoints),
        }
    }

    /// What a search finds, as one list.
    fn render_found(&self, matching: &Matching) -> Json {
        let from = self.query.cursor.unwrap_or_default();
        let rest = matching.endpoints.get(from..).unwrap_or_default();
        let mut room = self.limit.saturating_sub(FRAME + self.instructions.len());
        let mut entries: Vec<Json> = Vec::new();
        let page: Vec<usize> = rest
            .iter()
            .take(FOUND_AT_ONCE)
            .map(|found| found.index)
            .collect();
        for found in rest.iter().take(FOUND_AT_ONCE) {
            let Some(known) = self.catalogue.endpoint_at(found.index) else {
                continue;
            };
            let needs = self.needs_of(found.index, &page);
            let entry = found_entry(known, *found, &needs, self.query.form);
            let size = entry.to_string().len() + 1;
            if size > room && !entries.is_empty() {
                break;
            }
            room = room.saturating_sub(size);
            entries.push(entry);
        }
        let shown = entries.len();
        let mut list = json!({"success": true, "total_endpoints": matching.endpoints.len()});
        if matching.are_only_near && from == 0 && shown > 0 {
            list["message"] = Json::from("No endpoint does this. These are the nearest:");
        }
        list["endpoints"] = Json::Array(entries);
        if shown < rest.len() {
            list["next_cursor"] = Json::String((from + shown).to_string());
        }
        list["instructions"] = Json::from(self.instructions);
        list
    }

    /// The arguments that an endpoint takes from another one, and that one's tool: one of the same page, if there
    /// is one that returns them.
    fn needs_of(&self, index: usize, page: &[usize]) -> Map<String, Json> {
        let sources = self.catalogue.sources_of(index);
        let mut needs = Map::new();
        for of_argument in sources.chunk_by(|one, other| one.argument == other.argument) {
            let on_page = of_argument
                .iter()
                .find(|source| page.contains(&source.producer));
            let is_in_path = |known: &KnownEndpoint| {
                of_argument
                    .iter()
                    .any(|source| known.path().contains(&format!("{{{}}}", source.argument)))
            };
            let is_told = self.catalogue.endpoint_at(index).is_some_and(is_in_path);
            if let Some(source) = on_page.or(of_argument.first()).filter(|_| is_told) {
                needs.insert(source.argument.to_owned(), Json::from(source.tool));
            }
        }
        needs
    }

    /// Endpoints by category.
    fn render_groups(&self, matching: &[MatchingEndpoint]) -> Json {
        let from = self.query.cursor.unwrap_or_default();
        let rest = matching.get(from..).unwrap_or_default();
        let (groups, shown) = self.group_by_category(rest);
        let is_whole = shown == rest.len();
        if !is_whole && self.query.cursor.is_none() && !self.query.is_narrow() {
            return self.category_overview(matching);
        }
        let mut list = json!({
            "success": true,
            "total_endpoints": matching.len(),
            "categories": groups.keys().collect::<Vec<_>>(),
            "endpoints": groups,
        });
        if !is_whole {
            list["next_cursor"] = Json::String((from + shown).to_string());
        }
        list["instructions"] = Json::from(self.instructions);
        list
    }

    /// As many endpoints as there is room for, but one at least, by category; and how many these are.
    fn group_by_category(&self, endpoints: &[MatchingEndpoint]) -> (Map<String, Json>, usize) {
        let mut room = self.limit.saturating_sub(FRAME + self.instructions.len());
        let mut groups = Map::new();
        let mut shown = 0;
        for known in endpoints
            .iter()
            .filter_map(|found| self.catalogue.endpoint_at(found.index))
        {
            let entry = endpoint_entry(known, self.query.form);
            let category = known.read_table_entry().category;
            let mut size = entry.to_string().len() + 1;
            if !groups.contains_key(category) {
                // Once among the categories, and once as the key of its group.
                size += 2 * category.len() + 9;
            }
            if size > room && shown > 0 {
                break;
            }
            room = room.saturating_sub(size);
            let group = groups.entry(category);
            if let Json::Array(group) = group.or_insert_with(|| json!([])) {
                group.push(entry);
            }
            shown += 1;
        }
        (groups, shown)
    }

    /// How many endpoints there are of each category, and how to go on.
    fn category_overview(&self, matching: &[MatchingEndpoint]) -> Json {
        let mut counts = Map::new();
        for known in matching
            .iter()
            .filter_map(|found| self.catalogue.endpoint_at(found.index))
        {
            let count = counts
                .entry(known.read_table_entry().category)
                .or_insert(json!(0));
            *count = json!(count.as_u64().unwrap_or_default() + 1);
        }
        counts.sort_keys();
        json!({
            "success": true,
            "total_endpoints": matching.len(),
            "categories": counts.keys().collect::<Vec<_>>(),
            "category_counts": counts,
            "endpoints": {},
            "next_cursor": "0",
            "message": "These are too many endpoints to show at once: ask for a category with \
                category_filter, for what you need with search_term, or for all of them page by \
                page with cursor.",
            "instructions": self.instructions,
        })
    }
}

fn endpoint_entry(known: &KnownEndpoint, form: Form) -> Json {
    let (method, path) = (known.method(), known.path());
    if form == Form::Compact {
        let line = format!("{method} {path} {}", known.read_table_entry().signature);
        return Json::String(match summary_of(known) {
            summary if summary.is_empty() => line,
            summary => format!("{line}: {summary}"),
        });
    }
    let mut entry = json!({
        "tool_name": known.name(),
        "method": method,
        "endpoint": path,
        "description": known.description,
    });
    if form == Form::Detailed {
        let table_entry = known.read_table_entry();
        entry["tags"] = json!(table_entry.tags);
        entry["has_path_params"] = json!(path.contains('{'));
        entry["requires_body"] = json!(known.requires_body());
        entry["parameter_count"] = json!(table_entry.parameters);
    }
    entry
}

/// An endpoint that a search finds.
fn found_entry(
    known: &KnownEndpoint,
    found: MatchingEndpoint,
    needs: &Map<String, Json>,
    form: Form,
) -> Json {
    let score = (f64::from(found.score) * 100.0).round() / 100.0;
    let mut entry = endpoint_entry(known, form);
    match &mut entry {
        Json::String(line) => {
            for (argument, tool) in needs {
                let tool = tool.as_str().unwrap_or_default();
                line.push_str(&format!("; {argument} is from {tool}"));
            }
            line.push_str(&format!(" [{score:.2}]"));
        }
        entry => {
            if form == Form::Plain {
                entry["description"] = Json::from(shorten(known.description, LONGEST_DESCRIPTION));
            }
            entry["score"] = json!(score);
            if !needs.is_empty() {
                entry["needs"] = json!(needs);
            }
        }
    }
    entry
}

/// What an endpoint does, in one line: its title, or the beginning of its description.
pub(in crate::discovery) fn summary_of(known: &KnownEndpoint) -> String {
    let texts = [known.title(), known.description];
    let text = texts
        .into_iter()
        .find(|text| !text.is_empty())
        .unwrap_or_default();
    let line = text.lines().next().unwrap_or_default();
    shorten(line, LONGEST_SUMMARY)
}

/// The beginning of a text, in so many characters, with `…` if there is more.
fn shorten(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default().trim_end()),
    }
}
