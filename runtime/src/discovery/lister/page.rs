//! Renders a page of the endpoint list within a limit of bytes: grouped by category, or counts only if there are too many.

use serde_json::{Map, json};

use super::query::{Form, Query};
use crate::discovery::catalogue::{Catalogue, KnownEndpoint};
use crate::value::Json;

/// What a list has beside its endpoints and instructions, in bytes.
const FRAME: usize = 160;

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
    pub(super) fn render_page(&self, matching: &[usize]) -> Json {
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
    fn group_by_category(&self, endpoints: &[usize]) -> (Map<String, Json>, usize) {
        let mut room = self.limit.saturating_sub(FRAME + self.instructions.len());
        let mut groups = Map::new();
        let mut shown = 0;
        for known in endpoints
            .iter()
            .filter_map(|index| self.catalogue.endpoint_at(*index))
        {
            let entry = endpoint_entry(known, self.query.form);
            let category = known.endpoint.category;
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
    fn category_overview(&self, matching: &[usize]) -> Json {
        let mut counts = Map::new();
        for known in matching
            .iter()
            .filter_map(|index| self.catalogue.endpoint_at(*index))
        {
            let count = counts.entry(known.endpoint.category).or_insert(json!(0));
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
        return Json::String(format!("{method} {path} {}", known.endpoint.signature));
    }
    let mut entry = json!({
        "tool_name": known.name(),
        "method": method,
        "endpoint": path,
        "description": known.description,
    });
    if form == Form::Detailed {
        entry["tags"] = json!(known.endpoint.tags);
        entry["has_path_params"] = json!(path.contains('{'));
        entry["requires_body"] = json!(known.requires_body());
        entry["parameter_count"] = json!(known.endpoint.parameters);
    }
    entry
}
