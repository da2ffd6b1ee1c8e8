use std::hash::Hash;

use indexmap::IndexSet;
use serde_json::Value;

use super::bundle::reference_to;
use super::index::Place;
use crate::schema::keyword::{children, held_mut, reference};

/// Schemas of which none is a copy of another.
pub(super) struct Unified<'a> {
    pub(super) root: Value,
    pub(super) definitions: Vec<(&'a Place, Value)>,
}

/// Takes copies of one schema for the same unless they refer to different schemas in the end.
pub(super) fn unify<'a>(root: Value, places: Vec<&'a Place>, schemas: Vec<Value>) -> Unified<'a> {
    let targets: Vec<Vec<usize>> = schemas.iter().map(targets).collect();
    let classes = classes(places.iter(), &targets);
    let mut root = root;
    redirect(&mut root, &classes);
    let mut definitions = Vec::new();
    for ((place, mut schema), class) in places.into_iter().zip(schemas).zip(&classes) {
        if *class == definitions.len() {
            redirect(&mut schema, &classes);
            definitions.push((place, schema));
        }
    }
    Unified { root, definitions }
}

/// The same number for things of one kind whose targets, by index, have the same numbers in turn,
/// counted in the order of what comes first.
pub(crate) fn classes<K: Hash + Eq>(
    kinds: impl Iterator<Item = K>,
    targets: &[Vec<usize>],
) -> Vec<usize> {
    let mut classes = numbered(kinds);
    loop {
        let finer = numbered(targets.iter().zip(&classes).map(|(targets, class)| {
            let targets = targets.iter().map(|target| classes.get(*target));
            (*class, targets.collect::<Vec<_>>())
        }));
        if finer == classes {
            return classes;
        }
        classes = finer;
    }
}

/// The same number for what is equal, counted in the order of what comes first.
fn numbered<T: Hash + Eq>(all: impl Iterator<Item = T>) -> Vec<usize> {
    let mut known = IndexSet::new();
    all.map(|one| known.insert_full(one).0).collect()
}

fn target(schema: &Value) -> Option<usize> {
    reference(schema)?.parse().ok()
}

fn targets(schema: &Value) -> Vec<usize> {
    let mut found: Vec<usize> = target(schema).into_iter().collect();
    found.extend(children(schema).into_iter().flat_map(targets));
    found
}

fn redirect(schema: &mut Value, classes: &[usize]) {
    let class = target(schema).and_then(|target| classes.get(target));
    let Value::Object(object) = schema else {
        return;
    };
    if let Some(class) = class {
        object.insert("$ref".to_owned(), reference_to(&format!("d{class}")).into());
    }
    for (keyword, value) in object.iter_mut() {
        for inner in held_mut(keyword, value) {
            redirect(inner, classes);
        }
    }
}
