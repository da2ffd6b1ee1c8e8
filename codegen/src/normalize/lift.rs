//! Collects the schemas of a document. Components become definitions; a schema of a parameter, a body or a response is
//! lifted out and gets a number; every other place that a reference leads to becomes a definition later, from a queue.
//! Takes schemas as the spec has them, and gives JSON Schema 2020-12 whose references are `#/$defs/{key}`.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

use serde_json::{Map, Value};

use super::alias;
use super::context::Context;
use super::copies;
use super::definition_keys::{self, Keys};
use super::fields;
use super::place::Place;
use super::reference::{self, Broken, Scope, Target};
use super::schema;
use super::version::Version;
use crate::schema::expansion_budget::{CopyBudget, value_weight};
use crate::schema::{Schema, SchemaId, Schemas};
use crate::source::pointer::push_token;

/// Where the schemas go.
#[derive(Default)]
pub(super) struct Arena<'a> {
    schemas: Schemas,
    keys: Keys,
    /// The key of every place that a definition was made of, or will be, within a scope.
    by_place: HashMap<(String, Scope), String>,
    /// Keys by the text of the reference, what it is relative to, and where it stands.
    by_reference: HashMap<(String, String, Scope), String>,
    /// Keys of definitions that are not what their place says by itself.
    copies: HashSet<String>,
    /// Pays for them.
    budget: CopyBudget,
    /// The schema of every place that was lifted: what is referred to twice is read once.
    lifted: HashMap<String, SchemaId>,
    /// The lifted schemas of the operation that is being read.
    pub(super) used: Vec<SchemaId>,
    /// The lifted schemas of all requests.
    pub(super) sent: BTreeSet<SchemaId>,
    /// The lifted schemas of all responses.
    pub(super) received: BTreeSet<SchemaId>,
    waiting: VecDeque<Waiting<'a>>,
    /// The outermost schema that is being read.
    base: Option<Target<'a>>,
    /// What was entered before the schema that is being read, and by it.
    pub(super) scope: Scope,
}

/// A place that a reference led to, to be made a definition.
struct Waiting<'a> {
    key: String,
    target: Target<'a>,
    base: Option<Target<'a>>,
    scope: Scope,
}

/// Makes the component schemas definitions, in the order of the spec.
pub(super) fn define_components<'a>(cx: &mut Context<'a>, root: &'a Map<String, Value>) {
    let Some((section, at)) = component_section(cx, root) else {
        return;
    };
    let keys = component_keys(cx, section, &at);
    for ((name, value), key) in section.iter().zip(keys) {
        let pointer = at.key(name).to_pointer();
        cx.arena.budget.add_original(value_weight(value));
        // A component that only refers to another file is that file's schema, so that both have one type.
        let target = alias::resolve_component_alias(cx, value, &pointer)
            .map(|alias| alias.target)
            // Several components may refer to the same file. Only the one that gave the file its
            // key is read as that file.
            .filter(|target| known_key(cx, &target.pointer) == Some(&key))
            .unwrap_or(Target { value, pointer });
        cx.arena.base = Some(target.clone());
        cx.arena.scope = scope_of(cx, &target.pointer);
        define_schema(cx, key, target);
    }
    cx.arena.base = None;
    cx.arena.scope = Scope::default();
}

/// Reads the definition of that key.
fn define_schema<'a>(cx: &mut Context<'a>, key: String, target: Target<'a>) {
    let value = schema::read_schema(cx, target.value, &Place::At(&target.pointer));
    let pointer = target.pointer;
    let definition = Schema { pointer, value };
    cx.arena.schemas.definitions.insert(key, definition);
}

/// What is entered by reading nothing but the schema at a place.
fn scope_of(cx: &Context<'_>, place: &str) -> Scope {
    reference::enter_resource(&cx.documents, &Scope::default(), place)
}

/// The key of what a place says by itself.
fn known_key<'c>(cx: &'c Context<'_>, place: &str) -> Option<&'c String> {
    let place = (place.to_owned(), scope_of(cx, place));
    cx.arena.by_place.get(&place)
}

fn component_section<'a>(
    cx: &mut Context<'a>,
    root: &'a Map<String, Value>,
) -> Option<(&'a Map<String, Value>, Place<'static>)> {
    let schemas = match cx.version {
        Version::Swagger2 => fields::read_object(cx, root, "definitions", &Place::ROOT),
        _ => {
            let components = fields::read_object(cx, root, "components", &Place::ROOT)?;
            fields::read_object(cx, components, "schemas", &Place::At("/components"))
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
        // Legal names take their keys first. Otherwise `a b`, which becomes `a_b`, could take the
        // key of a component that is called `a_b`.
        .map(|name| cx.arena.keys.take_name(name))
        .collect();
    let mut all = Vec::with_capacity(legal.len());
    for ((name, value), key) in section.iter().zip(legal) {
        let key = key.unwrap_or_else(|| cx.arena.keys.make_key(name));
        let pointer = at.key(name).to_pointer();
        if let Some(alias) = alias::resolve_component_alias(cx, value, &pointer) {
            for place in alias.passed.into_iter().chain([alias.target.pointer]) {
                let scope = scope_of(cx, &place);
                let by_place = cx.arena.by_place.entry((place, scope));
                by_place.or_insert_with(|| key.clone());
            }
        }
        let scope = scope_of(cx, &pointer);
        cx.arena.by_place.insert((pointer, scope), key.clone());
        all.push(key);
    }
    all
}

/// Lifts a schema out of the document.
pub(super) fn lift_schema(cx: &mut Context<'_>, value: &Value, at: &Place<'_>) -> SchemaId {
    let pointer = at.to_pointer();
    // Still counted as used: the second operation sends or receives the schema as well.
    if let Some(id) = cx.arena.lifted.get(&pointer) {
        cx.arena.used.push(*id);
        return *id;
    }
    let value = read_schema(cx, value, at);
    let schema = Schema {
        pointer: pointer.clone(),
        value,
    };
    let id = add_schema(cx, schema);
    cx.arena.lifted.insert(pointer, id);
    id
}

/// A schema that becomes a part of a finished one.
pub(super) fn read_schema(cx: &mut Context<'_>, value: &Value, at: &Place<'_>) -> Value {
    let pointer = at.to_pointer();
    cx.arena.base = reference::target_at(&cx.documents, &pointer);
    cx.arena.scope = scope_of(cx, &pointer);
    let value = schema::read_schema(cx, value, at);
    cx.arena.base = None;
    cx.arena.scope = Scope::default();
    value
}

/// Adds a finished schema to the lifted ones.
pub(super) fn add_schema(cx: &mut Context<'_>, schema: Schema) -> SchemaId {
    let id = cx.arena.schemas.add_lifted(schema);
    cx.arena.used.push(id);
    id
}

/// The definition that a schema's reference means, as `#/$defs/{key}`.
pub(super) fn resolve_reference(
    cx: &mut Context<'_>,
    reference: &str,
    at: &Place<'_>,
) -> Result<String, Broken> {
    let from = at.to_pointer();
    let relative_to = reference::base_uri(&cx.documents, &from);
    let stated = (relative_to, reference.to_owned(), cx.arena.scope.clone());
    if let Some(key) = cx.arena.by_reference.get(&stated) {
        return Ok(definition_reference(key));
    }
    let key = match reference::locate_reference(&cx.documents, &from, reference) {
        Ok(target) => {
            let key = definition_key(cx, target)?;
            cx.arena.by_reference.insert(stated, key.clone());
            key
        }
        Err(broken) => {
            let target = locate_in_base(cx, reference).ok_or(broken)?;
            definition_key(cx, target)?
        }
    };
    Ok(definition_reference(&key))
}

/// The definition that a `$dynamicRef` means, as `#/$defs/{key}`.
pub(super) fn resolve_dynamic_reference(
    cx: &mut Context<'_>,
    reference: &str,
    at: &Place<'_>,
) -> Result<String, Broken> {
    let scope = cx.arena.scope.clone();
    let target = reference::locate_dynamic(&cx.documents, &at.to_pointer(), reference, &scope)?;
    definition_key(cx, target).map(|key| definition_reference(&key))
}

/// The definition that a `$recursiveRef` means, as `#/$defs/{key}`.
pub(super) fn resolve_recursive_reference(
    cx: &mut Context<'_>,
    at: &Place<'_>,
) -> Result<String, Broken> {
    let scope = cx.arena.scope.clone();
    let target = reference::locate_recursive(&cx.documents, &at.to_pointer(), &scope)?;
    definition_key(cx, target).map(|key| definition_reference(&key))
}

/// The definition of the component schema of that name, as `#/$defs/{key}`.
pub(super) fn reference_to_component(cx: &mut Context<'_>, name: &str) -> Option<String> {
    let mut pointer = cx.version.schemas_at().to_owned();
    push_token(&mut pointer, name);
    let key = known_key(cx, &pointer)?.clone();
    let target = reference::target_at(&cx.documents, &pointer)?;
    Some(definition_reference(
        &definition_key(cx, target).unwrap_or(key),
    ))
}

/// The definition of the outermost schema that is being read, as `#/$defs/{key}`.
pub(super) fn reference_to_base(cx: &mut Context<'_>) -> Option<String> {
    let base = cx.arena.base.clone()?;
    definition_key(cx, base)
        .ok()
        .map(|key| definition_reference(&key))
}

/// What a reference means inside the schema that it stands in (`#/$defs/x` of a pasted schema).
fn locate_in_base<'a>(cx: &Context<'a>, reference: &str) -> Option<Target<'a>> {
    let base = cx.arena.base.as_ref()?;
    reference::locate_in(&cx.documents, base, reference).ok()
}

fn definition_key<'a>(cx: &mut Context<'a>, target: Target<'a>) -> Result<String, Broken> {
    if !matches!(target.value, Value::Object(_) | Value::Bool(_)) {
        return Err(Broken::Dangling);
    }
    let mut scope = reference::enter_resource(&cx.documents, &cx.arena.scope, &target.pointer);
    if let Some(key) = cx
        .arena
        .by_place
        .get(&(target.pointer.clone(), scope.clone()))
    {
        return Ok(key.clone());
    }
    let plain = scope_of(cx, &target.pointer);
    // Dynamic references give a schema one meaning for each path to it, which can multiply without end.
    if scope != plain && !cx.arena.budget.spend_budget(value_weight(target.value)) {
        cx.warn(
            &Place::At(&target.pointer),
            "dynamic references would need more copies of schemas than the limit allows; from here on they \
             are read as plain references",
        );
        scope = plain;
    }
    let place = (target.pointer.clone(), scope);
    if let Some(key) = cx.arena.by_place.get(&place) {
        return Ok(key.clone());
    }
    let alias = alias::follow_alias(cx, target)?;
    if alias.passed.is_empty() {
        return Ok(queue_definition(cx, alias.target, place.1));
    }
    let key = definition_key(cx, alias.target)?;
    for passed in alias.passed {
        let scope = reference::enter_resource(&cx.documents, &cx.arena.scope, &passed);
        cx.arena.by_place.insert((passed, scope), key.clone());
    }
    Ok(key)
}

/// Makes a place a definition, later.
fn queue_definition<'a>(cx: &mut Context<'a>, target: Target<'a>, scope: Scope) -> String {
    let name = definition_keys::from_address(&target.pointer);
    let around = cx.arena.base.as_ref().map(|base| &base.pointer);
    let around = around.filter(|_| scope != scope_of(cx, &target.pointer));
    let key = match around {
        Some(around) => {
            let name = format!("{}_{name}", definition_keys::from_address(around));
            let key = cx.arena.keys.make_key(&name);
            cx.arena.copies.insert(key.clone());
            key
        }
        None => cx.arena.keys.make_key(&name),
    };
    let place = (target.pointer.clone(), scope.clone());
    cx.arena.by_place.insert(place, key.clone());
    cx.arena.waiting.push_back(Waiting {
        key: key.clone(),
        target,
        base: cx.arena.base.clone(),
        scope,
    });
    key
}

fn definition_reference(key: &str) -> String {
    format!("#/$defs/{key}")
}

/// Makes the places that references led to definitions, and hands out all schemas.
pub(super) fn finish_schemas(mut cx: Context<'_>) -> Schemas {
    // A queue and no recursion: a chain of references can be as long as the spec.
    while let Some(waiting) = cx.arena.waiting.pop_front() {
        cx.arena.base = waiting.base;
        cx.arena.scope = waiting.scope;
        define_schema(&mut cx, waiting.key, waiting.target);
    }
    let mut schemas = std::mem::take(&mut cx.arena.schemas);
    // Before circles are broken, which changes definitions: equal copies must still look equal.
    copies::reduce_copies(&mut schemas, std::mem::take(&mut cx.arena.copies));
    schema::cycles::break_cycles(&mut schemas.definitions, cx.diagnostics);
    schema::inheritance::inherit_discriminators(&mut schemas.definitions);
    schemas
}
