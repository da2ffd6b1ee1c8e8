//! Specs are compared in all respects; each rule has a case.

mod corpus;
mod documentation;
mod security;
mod seeded;
mod shown;

use serde_json::Value;

use super::*;
use crate::Builder;
use crate::source::{Source, pointer};

const BASE: &str = include_str!("base.yaml");

/// The base spec as JSON.
fn base() -> Value {
    let source = Source::from_text("base.yaml", BASE.to_owned()).expect("is YAML");
    source.root().clone()
}

fn modelled(file: &str, text: String) -> Modelled {
    let source = Source::from_text(file, text).expect("is JSON or YAML");
    let builder = Builder::new(file).name("pets").output_schemas(true);
    builder.model_source(source).expect("is a spec")
}

fn diff(old: &Value, new: &Value) -> Diff {
    let old = modelled("old.json", format!("{old:#}"));
    Diff::from_models(&old, &modelled("new.json", format!("{new:#}")))
}

/// An edit of a spec.
enum Edit {
    Set(&'static str, Value),
    Remove(&'static str),
    Move(&'static str, &'static str),
}

impl Edit {
    fn apply(&self, spec: &mut Value) {
        match self {
            Self::Set(at, value) => put(spec, at, value.clone()),
            Self::Remove(at) => drop(take(spec, at)),
            Self::Move(from, to) => {
                let value = take(spec, from);
                put(spec, to, value);
            }
        }
    }
}

fn around<'v>(spec: &'v mut Value, at: &str) -> (&'v mut Value, String) {
    let (parent, key) = pointer::split(at).expect("is no root");
    let parent = spec
        .pointer_mut(parent)
        .unwrap_or_else(|| panic!("there is no {at}"));
    (parent, key.into_owned())
}

fn put(spec: &mut Value, at: &str, value: Value) {
    match around(spec, at) {
        (Value::Array(items), key) => match key.parse::<usize>() {
            Ok(index) => items[index] = value,
            Err(_) => items.push(value),
        },
        (parent, key) => parent[key] = value,
    }
}

fn take(spec: &mut Value, at: &str) -> Value {
    match around(spec, at) {
        (Value::Array(items), key) => items.remove(key.parse().expect("an index")),
        (parent, key) => {
            let members = parent.as_object_mut().expect("an object");
            let value = members.shift_remove(&key);
            value.unwrap_or_else(|| panic!("there is no {at}"))
        }
    }
}
