//! The endpoints that have a part of what was asked for.

use serde_json::json;

use super::catalogue::{Catalogue, Known};
use crate::value::Json;

/// So many endpoints of a kind are suggested.
const MOST: usize = 3;

/// Those with the tool, those with the method and those with the path of an endpoint that there is not.
pub(super) fn suggestions(
    catalogue: &Catalogue,
    tool: &str,
    method: &str,
    path: &str,
) -> Vec<Json> {
    let named = catalogue.named(tool).and_then(|index| catalogue.get(index));
    let of_method = catalogue.endpoints().iter();
    let of_method = of_method.filter(|known| known.has_method(method));
    let at_path = catalogue.at(path).filter_map(|index| catalogue.get(index));
    let groups = [
        group(
            "tool_name_match",
            "Found endpoints with same tool name but different method/path:",
            named.into_iter(),
        ),
        group(
            "method_match",
            "Found endpoints with same method but different tool/path:",
            of_method,
        ),
        group(
            "path_match",
            "Found endpoints with same path but different tool/method:",
            at_path,
        ),
    ];
    groups.into_iter().flatten().collect()
}

fn group<'c>(
    kind: &str,
    message: &str,
    endpoints: impl Iterator<Item = &'c Known>,
) -> Option<Json> {
    let endpoints: Vec<Json> = endpoints.take(MOST).map(Known::info).collect();
    let group = || json!({"type": kind, "message": message, "endpoints": endpoints});
    (!endpoints.is_empty()).then(group)
}
