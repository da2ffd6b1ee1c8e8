use std::collections::{HashMap, VecDeque};

use serde_json::{Map, Value, json};

use super::alias;
use super::context::Context;
use super::document::{Schema, Schemas};
use super::fields;
use super::keys::{self, Keys};
use super::place::{Place, push_segment};
use super::reference::{self, Broken, Target};
use super::schema;
use super::version::Version;

/// Where the schemas go.
#[derive(Default)]
pub(super) struct Arena<'a> {
    schemas: Schemas,
    keys: Keys,
    /// The key of every place that a definition was made of, or will be.
    by_pointer: HashMap<String, String>,
    /// Keys by the text of the reference and what it is relative to.
    by_reference: HashMap<(String, String), String>,
    /// The stub of every place that was lifted: what is referred to twice is read once.
    stubs: HashMap<String, Value>,
    waiting: VecDeque<Waiting<'a>>,
    /// The outermost schema that is being read.
    base: Option<Target<'a>>,
}

/// A place that a reference led to, to be made a definition.
struct Waiting<'a> {
    key: String,
    target: Target<'a>,
    base: Option<Target<'a>>,
}

/// Makes the component schemas definitions, in the order of the spec.
pub(super) fn components<'a>(cx: &mut Context<'a>, root: &'a Map<String, Value>) {
    let Some((section, at)) = section(cx, root) else {
        return;
    };
    let keys = component_keys(cx, section, &at);
    for ((name, value), key) in section.iter().zip(keys) {
        let pointer = at.key(name).pointer();
        let target = alias::of_component(cx, value, &pointer)
            .map(|alias| alias.target)
            .filter(|target| cx.arena.by_pointer.get(&target.pointer) == Some(&key))
            .unwrap_or(Target { value, pointer });
        cx.arena.base = Some(target.clone());
        let value = schema::read(cx, target.value, &Place::At(&target.pointer));
        let pointer = target.pointer;
        let definition = Schema { pointer, value };
        cx.arena.schemas.definitions.insert(key, definition);
    }
    cx.arena.base = None;
}

fn section<'a>(
    cx: &mut Context<'a>,
    root: &'a Map<String, Value>,
) -> Option<(&'a Map<String, Value>, Place<'static>)> {
    let schemas = match cx.version {
        Version::Swagger2 => fields::object(cx, root, "definitions", &Place::ROOT),
        _ => {
            let components = fields::object(cx, root, "components", &Place::ROOT)?;
            fields::object(cx, components, "schemas", &Place::At("/components"))
        }
    };
    Some((schemas?, Place::At(cx.version.schemas_at())))
}

/// Names that are legal keys are kept, whatever the others turn into.
fn component_keys<'a>(
    cx: &mut Context<'a>,
    section: &'a Map<String, Value>,
    at: &Place<'_>,
) -> Vec<String> {
    let legal: Vec<Option<String>> = section
        .keys()
        .map(|name| cx.arena.keys.take(name))
        .collect();
    let mut all = Vec::with_capacity(legal.len());
    for ((name, value), key) in section.iter().zip(legal) {
        let key = key.unwrap_or_else(|| cx.arena.keys.make(name));
        let pointer = at.key(name).pointer();
        if let Some(alias) = alias::of_component(cx, value, &pointer) {
            for place in alias.passed.into_iter().chain([alias.target.pointer]) {
                let by_pointer = cx.arena.by_pointer.entry(place);
                by_pointer.or_insert_with(|| key.clone());
            }
        }
        cx.arena.by_pointer.insert(pointer, key.clone());
        all.push(key);
    }
    all
}

/// Lifts a schema out of the document and leaves a stub for it.
pub(super) fn lift(cx: &mut Context<'_>, value: &Value, at: &Place<'_>) -> Value {
    let pointer = at.pointer();
    if let Some(stub) = cx.arena.stubs.get(&pointer) {
        return stub.clone();
    }
    cx.arena.base = reference::at(&cx.documents, &pointer);
    let value = schema::read(cx, value, at);
    cx.arena.base = None;
    let schema = Schema {
        pointer: pointer.clone(),
        value,
    };
    let stub = stub(cx, schema);
    cx.arena.stubs.insert(pointer, stub.clone());
    stub
}

/// Adds a finished schema and returns the stub for it.
pub(super) fn stub(cx: &mut Context<'_>, schema: Schema) -> Value {
    let lifted = &mut cx.arena.schemas.lifted;
    lifted.push(schema);
    json!({"$ref": format!("#/lifted/{}", lifted.len() - 1)})
}

/// The definition that a schema's reference means, as `#/$defs/{key}`.
pub(super) fn definition(
    cx: &mut Context<'_>,
    reference: &str,
    at: &Place<'_>,
) -> Result<String, Broken> {
    let from = at.pointer();
    let scope = (reference::scope(&cx.documents, &from), reference.to_owned());
    if let Some(key) = cx.arena.by_reference.get(&scope) {
        return Ok(defs(key));
    }
    let key = match reference::locate(&cx.documents, &from, reference) {
        Ok(target) => {
            let key = key_of(cx, target)?;
            cx.arena.by_reference.insert(scope, key.clone());
            key
        }
        Err(broken) => {
            let target = near_by(cx, reference).ok_or(broken)?;
            key_of(cx, target)?
        }
    };
    Ok(defs(&key))
}

/// The definition of the component schema of that name, as `#/$defs/{key}`.
pub(super) fn definition_of_component(cx: &Context<'_>, name: &str) -> Option<String> {
    let mut pointer = cx.version.schemas_at().to_owned();
    push_segment(&mut pointer, name);
    cx.arena.by_pointer.get(&pointer).map(|key| defs(key))
}

/// The definition of the outermost schema that is being read, as `#/$defs/{key}`.
pub(super) fn definition_of_base(cx: &mut Context<'_>) -> Option<String> {
    let base = cx.arena.base.clone()?;
    key_of(cx, base).ok().map(|key| defs(&key))
}

/// What a reference means inside the schema that it stands in (`#/$defs/x` of a pasted schema).
fn near_by<'a>(cx: &Context<'a>, reference: &str) -> Option<Target<'a>> {
    let base = cx.arena.base.as_ref()?;
    reference::locate_in(&cx.documents, base, reference).ok()
}

fn key_of<'a>(cx: &mut Context<'a>, target: Target<'a>) -> Result<String, Broken> {
    if !matches!(target.value, Value::Object(_) | Value::Bool(_)) {
        return Err(Broken::Dangling);
    }
    if let Some(key) = cx.arena.by_pointer.get(&target.pointer) {
        return Ok(key.clone());
    }
    let alias = alias::behind(cx, target)?;
    if alias.passed.is_empty() {
        return Ok(new_key(cx, alias.target));
    }
    let key = key_of(cx, alias.target)?;
    for place in alias.passed {
        cx.arena.by_pointer.insert(place, key.clone());
    }
    Ok(key)
}

/// Makes a place a definition, later.
fn new_key<'a>(cx: &mut Context<'a>, target: Target<'a>) -> String {
    let key = cx.arena.keys.make(&keys::from_address(&target.pointer));
    cx.arena
        .by_pointer
        .insert(target.pointer.clone(), key.clone());
    cx.arena.waiting.push_back(Waiting {
        key: key.clone(),
        target,
        base: cx.arena.base.clone(),
    });
    key
}

fn defs(key: &str) -> String {
    format!("#/$defs/{key}")
}

/// Makes the places that references led to definitions, and hands out all schemas.
pub(super) fn finish(mut cx: Context<'_>) -> Schemas {
    while let Some(Waiting { key, target, base }) = cx.arena.waiting.pop_front() {
        cx.arena.base = base;
        let value = schema::read(&mut cx, target.value, &Place::At(&target.pointer));
        let pointer = target.pointer;
        let definition = Schema { pointer, value };
        cx.arena.schemas.definitions.insert(key, definition);
    }
    let mut schemas = std::mem::take(&mut cx.arena.schemas);
    schema::cycles::break_all(&mut schemas.definitions, cx.diagnostics);
    schema::inheritance::pass_on(&mut schemas.definitions);
    schemas
}
