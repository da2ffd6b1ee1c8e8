//! How the parameters of two tools differ.

use std::collections::BTreeSet;

use serde_json::json;

use super::bridged_tools::BridgedTool;
use super::describe::{property_names, required_names};
use crate::value::Json;

/// What two tools have in common and what only one of them has, by the names of their parameters in alphabetical
/// order.
pub(super) fn compare_parameters(first: &BridgedTool, second: &BridgedTool) -> Json {
    let (ours, theirs) = (
        names_of(property_names(first)),
        names_of(property_names(second)),
    );
    let mut parameters = name_differences(&ours, &theirs);
    parameters["total_tool1"] = ours.len().into();
    parameters["total_tool2"] = theirs.len().into();
    let required = name_differences(
        &names_of(required_names(first)),
        &names_of(required_names(second)),
    );
    json!({
        "tool1": first.name,
        "tool2": second.name,
        "properties": parameters,
        "required_fields": required,
        "descriptions": {"tool1": first.description, "tool2": second.description},
    })
}

fn names_of<'t>(names: impl Iterator<Item = &'t str>) -> BTreeSet<&'t str> {
    names.collect()
}

fn name_differences(first: &BTreeSet<&str>, second: &BTreeSet<&str>) -> Json {
    json!({
        "common": first.intersection(second).collect::<Vec<_>>(),
        "only_in_tool1": first.difference(second).collect::<Vec<_>>(),
        "only_in_tool2": second.difference(first).collect::<Vec<_>>(),
    })
}
