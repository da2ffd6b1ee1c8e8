//! Merges definitions that are copies of each other. Copies arise where dynamic references are resolved for
//! every scope that leads to a schema; whether two are the same depends on what they refer to in turn, so they are
//! compared by [partition refinement](https://en.wikipedia.org/wiki/Partition_refinement).

use std::hash::Hash;

use indexmap::IndexSet;
use serde_json::Value;

use super::resource_index::DocumentPlace;
use super::schema_bundler::definition_reference;
use crate::schema::keyword::{child_schemas, referenced_key, schemas_in_keyword_mut};

/// Schemas of which none is a copy of another.
pub(super) struct UnifiedSchemas<'a> {
    pub(super) root: Value,
    pub(super) definitions: Vec<(&'a DocumentPlace, Value)>,
}

/// Takes copies of one schema for the same unless they refer to different schemas in the end.
pub(super) fn merge_equal_copies<'a>(
    root: Value,
    places: Vec<&'a DocumentPlace>,
    schemas: Vec<Value>,
) -> UnifiedSchemas<'a> {
    let targets: Vec<Vec<usize>> = schemas.iter().map(collect_target_indexes).collect();
    let classes = refine_partition(places.iter(), &targets);
    let mut root = root;
    redirect_references(&mut root, &classes);
    let mut definitions = Vec::new();
    for ((place, mut schema), class) in places.into_iter().zip(schemas).zip(&classes) {
        if *class == definitions.len() {
            redirect_references(&mut schema, &classes);
            definitions.push((place, schema));
        }
    }
    UnifiedSchemas { root, definitions }
}

/// The same number for things of one kind whose targets, by index, have the same numbers in turn,
/// counted in the order of what comes first.
pub(crate) fn refine_partition<K: Hash + Eq>(
    kinds: impl Iterator<Item = K>,
    targets: &[Vec<usize>],
) -> Vec<usize> {
    let mut classes = number_by_equality(kinds);
    loop {
        let finer = number_by_equality(targets.iter().zip(&classes).map(|(targets, class)| {
            let targets = targets.iter().map(|target| classes.get(*target));
            (*class, targets.collect::<Vec<_>>())
        }));
        // Refinement only ever splits classes, so that this ends after at most as many rounds as there are items. Numbers
        // are given by first occurrence; a partition that did not change therefore has the same numbers.
        if finer == classes {
            return classes;
        }
        classes = finer;
    }
}

/// The same number for what is equal, counted in the order of what comes first.
fn number_by_equality<T: Hash + Eq>(all: impl Iterator<Item = T>) -> Vec<usize> {
    let mut known = IndexSet::new();
    all.map(|one| known.insert_full(one).0).collect()
}

fn target_index(schema: &Value) -> Option<usize> {
    referenced_key(schema)?.parse().ok()
}

fn collect_target_indexes(schema: &Value) -> Vec<usize> {
    let mut found: Vec<usize> = target_index(schema).into_iter().collect();
    found.extend(
        child_schemas(schema)
            .into_iter()
            .flat_map(collect_target_indexes),
    );
    found
}

fn redirect_references(schema: &mut Value, classes: &[usize]) {
    let class = target_index(schema).and_then(|target| classes.get(target));
    let Value::Object(object) = schema else {
        return;
    };
    if let Some(class) = class {
        object.insert(
            "$ref".to_owned(),
            definition_reference(&format!("d{class}")).into(),
        );
    }
    for (keyword, value) in object.iter_mut() {
        for inner in schemas_in_keyword_mut(keyword, value) {
            redirect_references(inner, classes);
        }
    }
}
