//! `$id` and `$anchor` of JSON Schema, which give places names besides their pointers.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::super::place::push_segment;
use crate::source::uri;

/// The names that places of one document have.
pub(super) struct Identifiers {
    base: String,
    /// The URI of each schema that has a `$id`, by pointer.
    resources: HashMap<String, String>,
    /// Pointers by URI.
    by_uri: HashMap<String, String>,
    /// Pointers by the resource and the name of an anchor.
    anchors: HashMap<(String, String), String>,
}

/// The part of a document that references are relative to.
pub(super) struct Resource<'i> {
    pub(super) pointer: &'i str,
    pub(super) base: &'i str,
}

impl Identifiers {
    pub(super) fn none(base: &str) -> Self {
        Self {
            base: base.to_owned(),
            resources: HashMap::new(),
            by_uri: HashMap::new(),
            anchors: HashMap::new(),
        }
    }

    pub(super) fn of(document: &Value, base: &str) -> Self {
        let mut found = Self::none(base);
        found.visit(document, &mut String::new(), base, "");
        found
    }

    fn visit(&mut self, value: &Value, pointer: &mut String, base: &str, resource: &str) {
        let length = pointer.len();
        match value {
            Value::Object(object) => {
                let id = self.identify(object, pointer, base, resource);
                let (base, resource) = match &id {
                    Some((base, resource)) => (base.as_str(), resource.as_str()),
                    None => (base, resource),
                };
                self.anchor(object, pointer, resource);
                for (key, value) in object {
                    push_segment(pointer, key);
                    self.visit(value, pointer, base, resource);
                    pointer.truncate(length);
                }
            }
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    push_segment(pointer, &index.to_string());
                    self.visit(item, pointer, base, resource);
                    pointer.truncate(length);
                }
            }
            _ => {}
        }
    }

    fn identify(
        &mut self,
        object: &Map<String, Value>,
        pointer: &str,
        base: &str,
        resource: &str,
    ) -> Option<(String, String)> {
        let (id, fragment) = uri::split_fragment(object.get("$id")?.as_str()?);
        if id.is_empty() {
            // Older drafts write an anchor like this.
            let anchor = fragment.filter(|name| !name.is_empty())?;
            self.add_anchor(resource, anchor, pointer);
            return None;
        }
        let base = uri::resolve(base, id);
        self.resources.insert(pointer.to_owned(), base.clone());
        self.by_uri
            .entry(base.clone())
            .or_insert_with(|| pointer.to_owned());
        Some((base, pointer.to_owned()))
    }

    fn anchor(&mut self, object: &Map<String, Value>, pointer: &str, resource: &str) {
        for key in ["$anchor", "$dynamicAnchor"] {
            if let Some(Value::String(name)) = object.get(key) {
                self.add_anchor(resource, name, pointer);
            }
        }
    }

    fn add_anchor(&mut self, resource: &str, name: &str, pointer: &str) {
        self.anchors
            .entry((resource.to_owned(), name.to_owned()))
            .or_insert_with(|| pointer.to_owned());
    }

    /// The innermost schema with a `$id` around a place, or the whole document.
    pub(super) fn resource(&self, pointer: &str) -> Resource<'_> {
        let mut outer = pointer;
        while !self.resources.is_empty() {
            if let Some((pointer, base)) = self.resources.get_key_value(outer) {
                return Resource { pointer, base };
            }
            match outer.rfind('/') {
                Some(end) => outer = &outer[..end],
                None => break,
            }
        }
        Resource {
            pointer: "",
            base: &self.base,
        }
    }

    /// The pointer of the schema with that URI.
    pub(super) fn with_uri(&self, uri: &str) -> Option<&str> {
        self.by_uri.get(uri).map(String::as_str)
    }

    /// The pointer of an anchor in a part of the document.
    pub(super) fn anchored(&self, resource: &str, name: &str) -> Option<&str> {
        let key = (resource.to_owned(), name.to_owned());
        self.anchors.get(&key).map(String::as_str)
    }
}
