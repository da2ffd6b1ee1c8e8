//! What the operations reach: nothing else is generated.

use std::collections::HashSet;

use indexmap::IndexMap;
use serde_json::Value;

use super::types::reference_key;
use crate::model::{Definition, Operation, Shape, TypeDef, reachable_idents};

/// The types that a request or a response holds, directly or within another.
pub(super) fn reachable_types(all: Vec<TypeDef>, operations: &[Operation]) -> Vec<TypeDef> {
    let roots = operations.iter();
    let roots = roots.flat_map(|operation| operation.sent().chain(operation.received()));
    let reached = reachable_idents(&all, roots);
    all.into_iter()
        .filter(|definition| reached.contains(&definition.ident))
        .collect()
}

/// The definitions that inputs, outputs and alternatives refer to, in the order of the spec.
pub(super) fn reachable_definitions(
    all: &IndexMap<String, Definition>,
    operations: &[Operation],
    types: &[TypeDef],
) -> IndexMap<String, Definition> {
    let mut open: Vec<&str> = Vec::new();
    for schema in root_schemas(operations, types) {
        collect_references(schema, &mut open);
    }
    let mut reached: HashSet<&str> = HashSet::new();
    while let Some(key) = open.pop() {
        if reached.insert(key)
            && let Some(definition) = all.get(key)
        {
            collect_references(&definition.schema, &mut open);
        }
    }
    all.iter()
        .filter(|(key, _)| reached.contains(key.as_str()))
        .map(|(key, definition)| (key.clone(), definition.clone()))
        .collect()
}

fn root_schemas<'a>(operations: &'a [Operation], types: &'a [TypeDef]) -> Vec<&'a Value> {
    let inputs = operations.iter().map(|operation| &operation.input);
    let outputs = operations
        .iter()
        .filter_map(|operation| operation.output.as_ref());
    let branches = types.iter().flat_map(|definition| match &definition.shape {
        Shape::Choice { variants, .. } => variants.as_slice(),
        _ => &[],
    });
    let checked = operations.iter().map(Operation::checked);
    inputs
        .chain(checked)
        .chain(outputs)
        .chain(branches.map(|variant| &variant.schema))
        .collect()
}

/// The keys of the definitions that a schema refers to.
fn collect_references<'v>(schema: &'v Value, found: &mut Vec<&'v str>) {
    found.extend(reference_key(schema));
    match schema {
        Value::Object(members) => {
            for (keyword, member) in members {
                match (keyword.as_str(), member) {
                    ("enum" | "const" | "default" | "examples", _) => {}
                    (
                        "properties" | "patternProperties" | "dependentSchemas",
                        Value::Object(by_name),
                    ) => {
                        by_name
                            .values()
                            .for_each(|schema| collect_references(schema, found));
                    }
                    _ => collect_references(member, found),
                }
            }
        }
        Value::Array(items) => items
            .iter()
            .for_each(|item| collect_references(item, found)),
        _ => {}
    }
}
