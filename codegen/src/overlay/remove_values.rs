use std::collections::{BTreeMap, HashSet};

use serde_json::Value;

use super::overlay_action::value_at;
use crate::source::{OriginTrail, Step};

/// Removes the values at some places, none of which is the root, from what they are in.
pub(super) fn remove_values(root: &mut Value, places: Vec<Vec<Step>>, trail: &mut OriginTrail) {
    let mut by_parent: BTreeMap<Vec<Step>, Vec<Step>> = BTreeMap::new();
    for mut steps in places {
        if let Some(last) = steps.pop() {
            by_parent.entry(steps).or_default().push(last);
        }
    }
    let mut parents: Vec<_> = by_parent.into_iter().collect();
    // What is further in goes first: it does not change where the others are.
    parents.sort_by_key(|(steps, _)| std::cmp::Reverse(steps.len()));
    for (parent, removed) in parents {
        let items = match value_at(root, &parent) {
            Some(Value::Object(members)) => {
                let keys: HashSet<&Step> = removed.iter().collect();
                members.retain(|key, _| !keys.contains(&Step::Key(key.clone())));
                None
            }
            Some(Value::Array(items)) => {
                let count = items.len();
                let indices: HashSet<&Step> = removed.iter().collect();
                let mut index = 0;
                items.retain(|_| {
                    index += 1;
                    !indices.contains(&Step::Index(index - 1))
                });
                Some(count)
            }
            _ => continue,
        };
        trail.record_removal(&parent, &removed, items);
    }
}
