//! Which operation of the new spec is which of the old one.

use std::collections::HashMap;

use crate::model::{Api, Operation};

/// The operations of two specs, those that are the same together.
pub(super) struct MatchedOperations<'a> {
    /// In the order of the new spec.
    pub(super) both: Vec<(&'a Operation, &'a Operation)>,
    /// Only the old spec has them.
    pub(super) removed: Vec<&'a Operation>,
    /// Only the new spec has them.
    pub(super) added: Vec<&'a Operation>,
}

/// A tool of the same name is the same tool, wherever it calls; of those that are left, the
/// operation of the same method and path is, whatever it is called now.
pub(super) fn match_operations<'a>(old: &'a Api, new: &'a Api) -> MatchedOperations<'a> {
    let by_name = index_by_key(&old.operations, |operation| operation.tool.clone());
    let mut partners: HashMap<&str, &Operation> = HashMap::new();
    let mut taken: HashMap<&str, &Operation> = HashMap::new();
    for operation in &new.operations {
        // Names go first: a tool that keeps its name is the same tool to a model, even if it calls another path.
        if let Some(partner) = by_name.get(&operation.tool) {
            partners.insert(&operation.tool, partner);
            taken.insert(&partner.tool, operation);
        }
    }
    let left = old
        .operations
        .iter()
        .filter(|operation| !taken.contains_key(operation.tool.as_str()));
    let by_path = index_by_key(left, route_key);
    for operation in &new.operations {
        if !partners.contains_key(operation.tool.as_str())
            && let Some(partner) = by_path.get(&route_key(operation))
            && !taken.contains_key(partner.tool.as_str())
        {
            partners.insert(&operation.tool, partner);
            taken.insert(&partner.tool, operation);
        }
    }
    let both = new
        .operations
        .iter()
        .filter_map(|new| Some((*partners.get(new.tool.as_str())?, new)));
    let removed = old.operations.iter();
    let added = new.operations.iter();
    MatchedOperations {
        both: both.collect(),
        removed: removed
            .filter(|old| !taken.contains_key(old.tool.as_str()))
            .collect(),
        added: added
            .filter(|new| !partners.contains_key(new.tool.as_str()))
            .collect(),
    }
}

fn index_by_key<'a>(
    operations: impl IntoIterator<Item = &'a Operation>,
    key: impl Fn(&Operation) -> String,
) -> HashMap<String, &'a Operation> {
    let mut index = HashMap::new();
    for operation in operations {
        index.entry(key(operation)).or_insert(operation);
    }
    index
}

/// Method and path, whatever its parameters are called.
fn route_key(operation: &Operation) -> String {
    format!("{} {}", operation.method, path_shape(&operation.path))
}

/// A path with its parameters' names left out.
pub(super) fn path_shape(path: &str) -> String {
    let mut shape = String::new();
    let mut is_within = false;
    for c in path.chars() {
        match c {
            '{' => is_within = true,
            '}' => is_within = false,
            _ if is_within => continue,
            _ => {}
        }
        shape.push(c);
    }
    shape
}

/// The names of the parameters in a path, in its order.
pub(super) fn path_parameters(path: &str) -> Vec<&str> {
    path.split('{')
        .skip(1)
        .filter_map(|rest| Some(rest.split_once('}')?.0))
        .collect()
}
