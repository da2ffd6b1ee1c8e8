//! Limits how deep a structure is. Clients read answers with parsers that stop at 128 levels, as `serde_json` does, and
//! a level of data is two of the structure: `properties` and the name.

use serde_json::Value;
use toolwright::Map;

use crate::api::types::SchemaNode;

/// Levels of JSON that a structure may have; those of the answer around it come on top.
pub(crate) const MAX_LEVELS: usize = 110;

/// What is said of a structure that was cut.
pub(crate) const CUT_NOTE: &str =
    "The source has more levels than are shown: the structure ends after about 55.";

/// Leaves out what is deeper than so many levels of JSON; whether there was such.
pub(crate) fn limit_levels(node: &mut SchemaNode, levels: usize) -> bool {
    let mut is_cut = limit_values(node, levels);
    // A child needs its own object and a list in it, behind the member of the parent that it is in.
    if levels < 5 {
        let had_children = node.properties.take().is_some()
            | node.attributes.take().is_some()
            | node.items.take().is_some()
            | node.additional_properties.take().is_some()
            | node.any_of.take().is_some();
        return is_cut | had_children;
    }
    let maps = [&mut node.properties, &mut node.attributes];
    for children in maps.into_iter().flatten() {
        let limited = std::mem::take(children)
            .into_iter()
            .map(|(name, mut child)| {
                is_cut |= limit_levels(&mut child, levels - 2);
                (name, child)
            });
        *children = limited.collect::<Map<SchemaNode>>();
    }
    for child in node.any_of.iter_mut().flatten() {
        is_cut |= limit_levels(child, levels - 2);
    }
    let boxed = [&mut node.items, &mut node.additional_properties];
    for child in boxed.into_iter().flatten() {
        is_cut |= limit_levels(child, levels - 1);
    }
    is_cut
}

/// Values of a schema are JSON of any depth.
fn limit_values(node: &mut SchemaNode, levels: usize) -> bool {
    let is_deep = |value: &Value| count_levels(value) + 2 > levels;
    let mut is_cut = node.default.take_if(|value| is_deep(value)).is_some();
    for values in [&mut node.examples, &mut node.r#enum] {
        is_cut |= values
            .take_if(|values| values.iter().any(is_deep))
            .is_some();
    }
    is_cut
}

/// How many lists and objects are within each other.
pub(crate) fn count_levels(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(count_levels).max().unwrap_or(0),
        Value::Object(members) => 1 + members.values().map(count_levels).max().unwrap_or(0),
        _ => 0,
    }
}
