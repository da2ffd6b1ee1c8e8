//! Properties that `x-mcp` fixes or hides where it cannot be applied: in an alternative of a body, or in a schema that
//! extends the body's and whose properties the body therefore admits. An operation that has one must be left out, because its caller
//! would choose what is not left to callers.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use serde_json::Value;

use crate::model::Definition;
use crate::normalize::ArgumentOverride;
use crate::schema::in_place::{collect_in_place_schemas, in_place_references};
use crate::schema::keyword::extended_keys;
use crate::source::pointer::escape;

/// What the definitions of a document say of the properties that callers do not give.
#[derive(Debug, Default)]
pub(in crate::lower) struct WithheldProperties<'a> {
    /// Those of each definition that has any, by its key.
    own: HashMap<&'a str, Vec<WithheldProperty>>,
    /// The definitions that extend one with a discriminator, by its pointer: a patch has definitions of its own, at the same
    /// pointers.
    children: HashMap<&'a str, Vec<&'a str>>,
}

/// A property that callers do not give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WithheldProperty {
    pub(super) name: String,
    /// The pointer of its `x-mcp`.
    pub(super) pointer: String,
}

impl<'a> WithheldProperties<'a> {
    pub(in crate::lower) fn new(definitions: &'a IndexMap<String, Definition>) -> Self {
        let own: HashMap<&str, Vec<WithheldProperty>> = definitions
            .iter()
            .map(|(key, it)| (key.as_str(), find_withheld(&it.schema, &it.pointer)))
            .filter(|(_, found)| !found.is_empty())
            .collect();
        let mut children: HashMap<&str, Vec<&str>> = HashMap::new();
        // Most documents have no such property, and need to know nothing else.
        let all = definitions.iter().filter(|_| !own.is_empty());
        for (key, definition) in all {
            let parents = extended_keys(&definition.schema).filter_map(|key| definitions.get(key));
            for parent in parents.filter(|it| it.schema.get("discriminator").is_some()) {
                children.entry(&parent.pointer).or_default().push(key);
            }
        }
        Self { own, children }
    }

    /// The first property of what a body may be that is not among those whose `x-mcp` is `applied`.
    pub(super) fn find_unapplied(
        &self,
        body: &Value,
        pointer: &str,
        applied: impl Fn(&str) -> bool,
        definitions: &'a IndexMap<String, Definition>,
    ) -> Option<WithheldProperty> {
        let is_unapplied = |it: &&WithheldProperty| !applied(&it.name);
        let of_body = find_withheld(body, pointer);
        if let Some(found) = of_body.iter().find(is_unapplied) {
            return Some(found.clone());
        }
        if self.own.is_empty() {
            return None;
        }
        let mut seen: HashSet<&str> = HashSet::new();
        let mut open = in_place_references(body);
        while let Some(key) = open.pop() {
            let Some(definition) = definitions.get(key).filter(|_| seen.insert(key)) else {
                continue;
            };
            let own = self.own.get(key).into_iter().flatten();
            if let Some(found) = own.into_iter().find(is_unapplied) {
                return Some(found.clone());
            }
            open.extend(in_place_references(&definition.schema));
            let children = self.children.get(definition.pointer.as_str());
            open.extend(children.into_iter().flatten());
        }
        None
    }
}

/// The properties that a schema itself withholds from callers, without those of its references.
fn find_withheld(schema: &Value, pointer: &str) -> Vec<WithheldProperty> {
    let mut parts = Vec::new();
    collect_in_place_schemas(schema, &mut parts);
    let properties = parts
        .into_iter()
        .filter_map(|part| part.get("properties")?.as_object())
        .flatten();
    let withheld = properties.filter_map(|(name, property)| {
        let pointer = format!("{pointer}/properties/{}/x-mcp", escape(name));
        let stated = ArgumentOverride::from_x_mcp(property.get("x-mcp")?, &pointer);
        stated.is_withheld().then(|| WithheldProperty {
            name: name.clone(),
            pointer,
        })
    });
    withheld.collect()
}
