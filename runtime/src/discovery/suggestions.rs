//! The endpoints that have a part of what was asked for.

use serde_json::json;

use super::catalogue::{Catalogue, KnownEndpoint};
use crate::value::Json;

/// So many endpoints of a kind are suggested.
const MOST: usize = 3;

/// Those with the tool, those with the method and those with the path of an endpoint that there is not.
pub(super) fn suggest_endpoints(
    catalogue: &Catalogue,
    tool: &str,
    method: &str,
    path: &str,
) -> Vec<Json> {
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
