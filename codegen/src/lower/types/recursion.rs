//! Makes recursive types legal in Rust. A type that contains itself by value gets a box, and one without any finite
//! value an optional field. Circles are strongly connected components of the graph of types.

use std::collections::{HashMap, HashSet};

use crate::model::{Field, Shape, Type, TypeDef, Variant};

/// Makes recursive types possible: a box where a type contains itself, and an optional field
/// where a type could otherwise have no finite value.
pub(super) fn close_cycles(types: &mut [TypeDef]) {
    let cycles = Cycles::find_in(types);
    // Before fallbacks are chosen: a field that became optional makes more types finite.
    open_infinite(types, &cycles);
    choose_fallbacks(types);
    for definition in types.iter_mut() {
        let ident = definition.ident.clone();
        each_type(&mut definition.shape, &mut |ty| {
            box_within(ty, &ident, &cycles);
        });
    }
}

/// Which types contain each other by value: the types of one circle have the same number.
struct Cycles {
    circles: HashMap<String, usize>,
}

impl Cycles {
    fn find_in(types: &[TypeDef]) -> Self {
        let index: HashMap<&str, usize> = types
            .iter()
            .enumerate()
            .map(|(index, definition)| (definition.ident.as_str(), index))
            .collect();
        let parts: Vec<Vec<usize>> = types
            .iter()
            .map(|definition| {
                let names = by_value(&definition.shape).into_iter();
                names.filter_map(|name| index.get(name).copied()).collect()
            })
            .collect();
        let circles = find_cycles(&parts);
        Self {
            circles: types
                .iter()
                .zip(circles)
                .map(|(definition, circle)| (definition.ident.clone(), circle))
                .collect(),
        }
    }

    /// Whether `part`, which `owner` holds by value, contains `owner`.
    fn contained_types(&self, owner: &str, part: &str) -> bool {
        match (self.circles.get(owner), self.circles.get(part)) {
            (Some(owner), Some(part)) => owner == part,
            _ => false,
        }
    }
}

/// For each vertex of a graph the number of its strongly connected component (Kosaraju's
/// algorithm). Without recursion: a chain of types can be as long as the spec.
fn find_cycles(edges: &[Vec<usize>]) -> Vec<usize> {
    let mut backwards = vec![Vec::new(); edges.len()];
    for (from, targets) in edges.iter().enumerate() {
        targets.iter().for_each(|to| backwards[*to].push(from));
    }
    let mut last_first = Vec::with_capacity(edges.len());
    let mut seen = vec![false; edges.len()];
    for start in 0..edges.len() {
        finish_order(start, edges, &mut seen, &mut last_first);
    }
    last_first.reverse();
    let mut circles = vec![0; edges.len()];
    let mut seen = vec![false; edges.len()];
    for start in last_first {
        let mut circle = Vec::new();
        finish_order(start, &backwards, &mut seen, &mut circle);
        for vertex in circle {
            circles[vertex] = start;
        }
    }
    circles
}

/// Adds the vertices that are reached from `start` and were not seen, each after those it leads to.
fn finish_order(start: usize, edges: &[Vec<usize>], seen: &mut [bool], order: &mut Vec<usize>) {
    if std::mem::replace(&mut seen[start], true) {
        return;
    }
    let mut path = vec![(start, 0)];
    while let Some((vertex, next)) = path.last_mut() {
        let Some(target) = edges[*vertex].get(*next) else {
            order.push(*vertex);
            path.pop();
            continue;
        };
        *next += 1;
        if !std::mem::replace(&mut seen[*target], true) {
            path.push((*target, 0));
        }
    }
}

fn by_value(shape: &Shape) -> Vec<&str> {
    let types: Vec<&Type> = match shape {
        Shape::Struct { fields, .. } => fields.iter().map(|field| &field.ty).collect(),
        Shape::Choice { variants, .. } => variants.iter().map(|variant| &variant.ty).collect(),
        Shape::Symbol { .. } | Shape::Code { .. } => Vec::new(),
    };
    types.into_iter().filter_map(inline_name).collect()
}

/// The named type that a value of `ty` holds without a heap allocation between.
fn inline_name(ty: &Type) -> Option<&str> {
    match ty {
        Type::Named(ident) => Some(ident),
        // `Option<T>` holds its value inline, so it does not break a cycle of sizes, although it
        // ends one of values.
        Type::Nullable(inner) => inline_name(inner),
        _ => None,
    }
}

pub(super) fn each_type(shape: &mut Shape, visit: &mut impl FnMut(&mut Type)) {
    match shape {
        Shape::Struct { fields, .. } => fields.iter_mut().for_each(|field| visit(&mut field.ty)),
        Shape::Choice { variants, .. } => {
            variants
                .iter_mut()
                .for_each(|variant| visit(&mut variant.ty));
        }
        Shape::Symbol { .. } | Shape::Code { .. } => {}
    }
}

fn box_within(ty: &mut Type, owner: &str, cycles: &Cycles) {
    match ty {
        Type::Named(part) if cycles.contained_types(owner, part) => {
            *ty = Type::Boxed(Box::new(ty.clone()));
        }
        Type::Nullable(inner) => box_within(inner, owner, cycles),
        _ => {}
    }
}

/// A required field by which a type contains itself in every value becomes optional.
fn open_infinite(types: &mut [TypeDef], cycles: &Cycles) {
    let finite = finite_types(types);
    for definition in types.iter_mut() {
        // A cycle through an `Option` or a list is finite already. Only a struct that requires
        // itself has no value at all.
        if finite.contains(&definition.ident) {
            continue;
        }
        if let Shape::Struct { fields, .. } = &mut definition.shape {
            for field in fields {
                let endless = inline_name(&field.ty)
                    .is_some_and(|part| cycles.contained_types(&definition.ident, part));
                if endless {
                    field.required = false;
                }
            }
        }
    }
}

fn choose_fallbacks(types: &mut [TypeDef]) {
    let finite = finite_types(types);
    for definition in types.iter_mut() {
        if let Shape::Choice {
            variants,
            fallback,
            other,
            ..
        } = &mut definition.shape
        {
            let ends = |variant: &Variant| is_finite(&variant.ty, &finite);
            *fallback = match other {
                Some(_) => variants.len(),
                None => variants.iter().position(ends).unwrap_or_default(),
            };
        }
    }
}

/// The types that have a value which ends.
fn finite_types(types: &[TypeDef]) -> HashSet<String> {
    let mut finite = HashSet::new();
    // A fixed point: a type is finite if all its required fields are. At least one type is added in
    // each round, so there are at most as many rounds as types.
    loop {
        let before = finite.len();
        for definition in types {
            if has_finite_value(&definition.shape, &finite) {
                finite.insert(definition.ident.clone());
            }
        }
        if finite.len() == before {
            return finite;
        }
    }
}

fn has_finite_value(shape: &Shape, finite: &HashSet<String>) -> bool {
    match shape {
        Shape::Struct { fields, .. } => fields.iter().all(|field| is_finite_field(field, finite)),
        Shape::Choice {
            variants, other, ..
        } => {
            let mut variants = variants.iter();
            other.is_some() || variants.any(|variant| is_finite(&variant.ty, finite))
        }
        Shape::Symbol { .. } | Shape::Code { .. } => true,
    }
}

fn is_finite_field(field: &Field, finite: &HashSet<String>) -> bool {
    !field.required || is_finite(&field.ty, finite)
}

fn is_finite(ty: &Type, finite: &HashSet<String>) -> bool {
    match ty {
        Type::Named(ident) => finite.contains(ident),
        Type::Boxed(inner) => is_finite(inner, finite),
        _ => true,
    }
}
