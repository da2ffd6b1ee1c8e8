use serde_json::Value;
use serde_json_path::{JsonPath, PathElement};

use crate::source::Step;

/// An action of an overlay.
#[derive(Debug)]
pub(super) struct Action<'o> {
    /// JSON pointer of the action in the overlay.
    pub(super) pointer: String,
    /// `target` as it is written.
    pub(super) written: &'o str,
    pub(super) target: JsonPath,
    pub(super) change: Change<'o>,
}

/// What an action does to each target.
#[derive(Debug)]
pub(super) enum Change<'o> {
    Remove,
    Update(&'o Value),
    Copy(JsonPath),
}

/// Where the values are that an expression selects, each once, in the order of the document.
pub(super) fn select_locations(path: &JsonPath, root: &Value) -> Vec<Vec<Step>> {
    let mut found: Vec<Vec<Step>> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for location in path.query_located(root).locations() {
        let steps: Vec<Step> = location
            .iter()
            .map(|element| match element {
                PathElement::Name(name) => Step::Key((*name).to_owned()),
                PathElement::Index(index) => Step::Index(*index),
            })
            .collect();
        if seen.insert(steps.clone()) {
            found.push(steps);
        }
    }
    found
}

/// The value at a place.
pub(super) fn value_at<'v>(root: &'v mut Value, steps: &[Step]) -> Option<&'v mut Value> {
    steps.iter().try_fold(root, |value, step| match step {
        Step::Key(key) => value.get_mut(key.as_str()),
        Step::Index(index) => value.get_mut(*index),
    })
}
