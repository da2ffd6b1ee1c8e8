//! Merges types that the spec does not name and that are equal: the same inline schema in many operations is one Rust
//! type. Takes all types with marks for names, after nothing of them changes any more, and leaves one of each class.
//! A type that the spec names, by a key of its schemas, stays a type of its own.

use std::collections::HashMap;

use super::naming::{Naming, rename_everywhere, rename_type};
use crate::model::{Operation, Shape, Type, TypeDef, reachable_idents};
use crate::schema::resources::refine_partition;

/// What two types must have in common to be one, beside the types that they refer to.
#[derive(PartialEq, Eq, Hash)]
enum Content<'t> {
    /// Equal to no other: the spec names it, or no operation holds it.
    Own(&'t str),
    /// Everything that a reader or a decoder sees of it, but for names of types.
    Inline {
        property: &'t str,
        doc: &'t str,
        shape: Shape,
    },
}

/// Makes one type of all that are equal. Types that refer to each other in circles are compared as well, by
/// [partition refinement](https://en.wikipedia.org/wiki/Partition_refinement).
///
/// No circle by value can arise that has no box: every path through merged types is one through the types they were.
pub(super) fn merge_equal_types(
    types: &mut Vec<TypeDef>,
    operations: &mut [Operation],
    naming: &mut Naming<'_>,
) {
    let new_names = choose_merged_names(types, operations, naming);
    if new_names.is_empty() {
        return;
    }
    types.retain(|definition| !new_names.contains_key(&definition.ident));
    rename_everywhere(types, operations, &|ident| {
        if let Some(name) = new_names.get(ident) {
            ident.clone_from(name);
        }
    });
    naming.release_names(&new_names);
}

/// The marks of types that are merged into others, with the marks of those.
fn choose_merged_names(
    types: &[TypeDef],
    operations: &[Operation],
    naming: &Naming<'_>,
) -> HashMap<String, String> {
    let roots = operations.iter();
    let roots = roots.flat_map(|operation| operation.sent().chain(operation.received()));
    // A type of an operation that was left out would give its name to the types of others.
    let reached = reachable_idents(types, roots);
    let indexes: HashMap<&str, usize> = types
        .iter()
        .enumerate()
        .map(|(index, definition)| (definition.ident.as_str(), index))
        .collect();
    let targets: Vec<Vec<usize>> = types
        .iter()
        .map(|definition| {
            let parts = definition.shape.types().into_iter();
            let names = parts.filter_map(Type::name);
            names
                .filter_map(|name| indexes.get(name).copied())
                .collect()
        })
        .collect();
    let contents = types.iter().map(|definition| {
        let ident = definition.ident.as_str();
        match reached.contains(ident) && !naming.is_component(ident) {
            true => Content::Inline {
                property: naming.property_name(ident),
                doc: &definition.doc,
                shape: without_names(&definition.shape, &indexes),
            },
            false => Content::Own(ident),
        }
    });
    let classes = refine_partition(contents, &targets);
    let mut first: HashMap<usize, &str> = HashMap::new();
    for (definition, class) in types.iter().zip(&classes) {
        let ident = definition.ident.as_str();
        let chosen = first.entry(*class).or_insert(ident);
        if naming.merge_order(ident) < naming.merge_order(chosen) {
            *chosen = ident;
        }
    }
    types
        .iter()
        .zip(&classes)
        .map(|(definition, class)| (definition.ident.as_str(), first[class]))
        .filter(|(ident, chosen)| ident != chosen)
        .map(|(ident, chosen)| (ident.to_owned(), chosen.to_owned()))
        .collect()
}

/// A shape without the names of types; which types they are is compared apart from it.
fn without_names(shape: &Shape, indexes: &HashMap<&str, usize>) -> Shape {
    let mut shape = shape.clone();
    for ty in shape.types_mut() {
        rename_type(ty, &|ident| {
            if indexes.contains_key(ident.as_str()) {
                ident.clear();
            }
        });
    }
    shape
}
