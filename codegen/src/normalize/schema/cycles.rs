//! Schemas that contain themselves with nothing in between, such as `A: {allOf: [A]}`.
//!
//! They say nothing that a finite check could find out, so the circle is opened at one place.

use std::collections::HashMap;

use indexmap::IndexMap;
use serde_json::{Map, Value};

use crate::diagnostics::Diagnostics;
use crate::schema::Schema;
use crate::schema::keyword::{is_in_place_applicator, schemas_in_keyword, schemas_in_keyword_mut};

const IN_PLACE_LISTS: [&str; 3] = ["allOf", "anyOf", "oneOf"];

/// That a definition applies another one to the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Edge {
    from: usize,
    to: usize,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// One of several (`anyOf`, `oneOf`).
    Alternative,
    /// One of all (`allOf`), or the only one.
    Part,
}

/// Opens every circle.
pub(in crate::normalize) fn break_cycles(
    definitions: &mut IndexMap<String, Schema>,
    diagnostics: &mut Diagnostics,
) {
    let mut edges = all_edges(definitions);
    let mut next = 0;
    while let Some(circle) = find_circle(&edges, &mut next) {
        // One edge at a time, and the search goes on where it was. A reference that is ignored
        // loses as little as possible of the schema.
        let edge = weakest_edge(&circle);
        let names: Vec<&str> = circle
            .iter()
            .filter_map(|edge| definitions.get_index(edge.from))
            .map(|(key, _)| key.as_str())
            .collect();
        let message = format!(
            "the schema refers to itself without a property or item in between (through {}); the reference \
             is ignored",
            names.join(", ")
        );
        open_edges(definitions, edge, message, diagnostics);
        if let Some(of_source) = edges.get_mut(edge.from) {
            of_source.retain(|other| other.to != edge.to);
        }
    }
}

fn all_edges(definitions: &IndexMap<String, Schema>) -> Vec<Vec<Edge>> {
    let index: HashMap<String, usize> = definitions
        .keys()
        .enumerate()
        .map(|(index, key)| (format!("#/$defs/{key}"), index))
        .collect();
    definitions
        .values()
        .enumerate()
        .map(|(from, schema)| {
            let mut edges = Vec::new();
            collect_edges(&schema.value, Kind::Part, &mut |reference, kind| {
                if let Some(&to) = index.get(reference) {
                    edges.push(Edge { from, to, kind });
                }
            });
            edges
        })
        .collect()
}

fn collect_edges(schema: &Value, kind: Kind, found: &mut dyn FnMut(&str, Kind)) {
    let Value::Object(object) = schema else {
        return;
    };
    if let Some(Value::String(reference)) = object.get("$ref") {
        found(reference, kind);
    }
    for (keyword, value) in object.iter().filter(|(key, _)| is_in_place_applicator(key)) {
        // A part inside an alternative is an alternative itself: it need not hold.
        let kind = match keyword.as_str() {
            "anyOf" | "oneOf" => Kind::Alternative,
            _ => kind,
        };
        for member in schemas_in_keyword(keyword, value) {
            collect_edges(member, kind, found);
        }
    }
}

/// A circle among the edges, searched from the definition `next` on; those before have none.
fn find_circle(edges: &[Vec<Edge>], next: &mut usize) -> Option<Vec<Edge>> {
    let mut done = vec![false; edges.len()];
    while *next < edges.len() {
        if let Some(circle) = circle_from(*next, edges, &mut done) {
            return Some(circle);
        }
        *next += 1;
    }
    None
}

/// Depth-first without recursion: a chain of definitions can be as long as the spec.
fn circle_from(start: usize, edges: &[Vec<Edge>], done: &mut [bool]) -> Option<Vec<Edge>> {
    let mut path: Vec<Edge> = Vec::new();
    let mut on_path: HashMap<usize, usize> = HashMap::from([(start, 0)]);
    let mut stack = vec![(start, 0)];
    while let Some((node, edge_index)) = stack.last_mut() {
        let node = *node;
        let Some(edge) = edges.get(node).and_then(|list| list.get(*edge_index)) else {
            if let Some(done) = done.get_mut(node) {
                *done = true;
            }
            on_path.remove(&node);
            stack.pop();
            path.pop();
            continue;
        };
        *edge_index += 1;
        if let Some(&position) = on_path.get(&edge.to) {
            let mut circle = path.split_off(position);
            circle.push(*edge);
            return Some(circle);
        }
        if done.get(edge.to) == Some(&false) {
            path.push(*edge);
            on_path.insert(edge.to, path.len());
            stack.push((edge.to, 0));
        }
    }
    None
}

/// Where a union lists its parts and a part includes the union, the inclusion goes.
fn weakest_edge(circle: &[Edge]) -> Edge {
    let after_alternative = circle
        .iter()
        .enumerate()
        .find(|(index, edge)| {
            let next = circle[(index + 1) % circle.len()];
            edge.kind == Kind::Part && next.kind == Kind::Alternative
        })
        .map(|(_, edge)| *edge);
    after_alternative.unwrap_or(circle[circle.len() - 1])
}

fn open_edges(
    definitions: &mut IndexMap<String, Schema>,
    edge: Edge,
    message: String,
    diagnostics: &mut Diagnostics,
) {
    let Some((key, target)) = definitions.get_index(edge.to) else {
        return;
    };
    let reference = format!("#/$defs/{key}");
    // A schema that includes itself loses nothing but the reference. Any other inclusion keeps the
    // keywords of its target.
    let stand_in = (edge.from != edge.to).then(|| own_keywords(&target.value));
    if let Some((_, schema)) = definitions.get_index_mut(edge.from) {
        diagnostics.warning(schema.pointer.clone(), message);
        sever_edge(&mut schema.value, &reference, stand_in.as_ref());
    }
}

/// What a schema says itself, not by way of others.
fn own_keywords(schema: &Value) -> Map<String, Value> {
    let others = |key: &str| key == "$ref" || key == "discriminator" || is_in_place_applicator(key);
    let object = schema.as_object().into_iter().flatten();
    object
        .filter(|(key, _)| !others(key))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}

/// Takes a reference out of a schema wherever it applies to the same value.
fn sever_edge(schema: &mut Value, reference: &str, stand_in: Option<&Map<String, Value>>) {
    let Value::Object(object) = schema else {
        return;
    };
    if is_to(object, reference) {
        object.shift_remove("$ref");
        for (key, value) in stand_in.into_iter().flatten() {
            object.entry(key.clone()).or_insert_with(|| value.clone());
        }
    }
    for key in IN_PLACE_LISTS {
        let Some(Value::Array(members)) = object.get_mut(key) else {
            continue;
        };
        // A member of `allOf` is replaced by the target's own keywords. An alternative that is the
        // schema itself adds no value, so it is removed.
        if key != "allOf" || stand_in.is_none_or(Map::is_empty) {
            members.retain(|member| {
                !member
                    .as_object()
                    .is_some_and(|member| is_to(member, reference))
            });
        }
        for member in members.iter_mut() {
            sever_edge(member, reference, stand_in);
        }
        if members.is_empty() {
            object.shift_remove(key);
        }
    }
    let keywords = object.iter_mut().filter(|(keyword, _)| {
        is_in_place_applicator(keyword) && !IN_PLACE_LISTS.contains(&keyword.as_str())
    });
    for inner in keywords.flat_map(|(keyword, value)| schemas_in_keyword_mut(keyword, value)) {
        sever_edge(inner, reference, stand_in);
    }
}

fn is_to(object: &Map<String, Value>, reference: &str) -> bool {
    object.get("$ref").and_then(Value::as_str) == Some(reference)
}
