//! The endpoints that may be meant by what was asked for, and those that have a part of it.

use serde_json::json;
use toolwright_inspect::suggest::{AskedOperation, KnownOperation, suggest_operations};

use super::catalogue::{Catalogue, KnownEndpoint};
use crate::value::Json;

/// So many endpoints of a kind are suggested.
const MOST: usize = 3;

/// What fits worse than this share of the best is not likely meant.
const LEAST_LIKELY: f32 = 0.25;

/// Of a longer path, only the beginning is searched for.
const MAX_SEARCHED: usize = 200;

/// The endpoints that are likely meant, the likeliest first: those that are like it, or else those that the
/// index of the search finds for its words.
pub(crate) fn likely_endpoints<'c>(
    catalogue: &'c Catalogue,
    asked: &AskedOperation<'_>,
) -> Vec<&'c KnownEndpoint> {
    let endpoints = catalogue.endpoints();
    let known = endpoints.iter().map(|known| KnownOperation {
        name: known.name(),
        method: known.method(),
        path: known.path(),
    });
    let mut likely = suggest_operations(asked, known);
    if likely.is_empty() {
        likely = search_endpoints(catalogue, asked);
    }
    likely
        .into_iter()
        .filter_map(|index| endpoints.get(index))
        .collect()
}

/// What the index finds for the words of a name and of the fixed segments of a path; of the first hits,
/// those with the method, if there are any.
fn search_endpoints(catalogue: &Catalogue, asked: &AskedOperation<'_>) -> Vec<usize> {
    let segments = asked.path.unwrap_or_default().split('/');
    let segments = segments.filter(|segment| !segment.contains('{'));
    let words: Vec<&str> = asked.name.into_iter().chain(segments).collect();
    let words: String = words.join(" ").chars().take(MAX_SEARCHED).collect();
    let all: Vec<usize> = (0..catalogue.endpoints().len()).collect();
    let mut hits = catalogue.search_among(&words, &all).scores;
    hits.sort_by(|(_, left), (_, right)| right.total_cmp(left));
    let least = hits.first().map_or(0.0, |(_, best)| best * LEAST_LIKELY);
    hits.retain(|(_, score)| *score >= least);
    hits.truncate(2 * MOST);
    let has_method = |index: usize| {
        let known = catalogue.endpoint_at(index);
        known
            .zip(asked.method)
            .is_some_and(|(known, method)| known.has_method(method))
    };
    let mut found: Vec<usize> = hits.into_iter().map(|(index, _)| index).collect();
    if found.iter().any(|index| has_method(*index)) {
        found.retain(|index| has_method(*index));
    }
    found.truncate(MOST);
    found
}

/// Those that are likely meant, and those with the tool, those with the method and those with the path of an
/// endpoint that there is not.
pub(super) fn suggest_endpoints(
    catalogue: &Catalogue,
    tool: &str,
    method: &str,
    path: &str,
) -> Vec<Json> {
    let likely = likely_endpoints(
        catalogue,
        &AskedOperation {
            name: Some(tool),
            method: Some(method),
            path: Some(path),
        },
    );
    let named = catalogue
        .find_by_tool(tool)
        .and_then(|index| catalogue.endpoint_at(index));
    let of_method = catalogue.endpoints().iter();
    let of_method = of_method.filter(|known| known.has_method(method));
    let at_path = catalogue
        .find_by_path(path)
        .filter_map(|index| catalogue.endpoint_at(index));
    let groups = [
        suggestion_group(
            "likely_match",
            "Found endpoints that are probably meant:",
            likely.into_iter(),
        ),
        suggestion_group(
            "tool_name_match",
            "Found endpoints with same tool name but different method/path:",
            named.into_iter(),
        ),
        suggestion_group(
            "method_match",
            "Found endpoints with same method but different tool/path:",
            of_method,
        ),
        suggestion_group(
            "path_match",
            "Found endpoints with same path but different tool/method:",
            at_path,
        ),
    ];
    groups.into_iter().flatten().collect()
}

fn suggestion_group<'c>(
    kind: &str,
    message: &str,
    endpoints: impl Iterator<Item = &'c KnownEndpoint>,
) -> Option<Json> {
    let endpoints: Vec<Json> = endpoints
        .take(MOST)
        .map(KnownEndpoint::identification)
        .collect();
    let group = || json!({"type": kind, "message": message, "endpoints": endpoints});
    (!endpoints.is_empty()).then(group)
}
