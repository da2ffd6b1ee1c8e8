//! `$id`, `$anchor` and their kind in JSON Schema, which give places names besides their pointers.

use std::collections::HashMap;

use indexmap::IndexMap;
use serde_json::{Map, Value};

use crate::schema::resources::Draft;
use crate::source::pointer::push_token;
use crate::source::uri;

/// The dynamic anchor that `$recursiveAnchor` sets: no other is without a name.
pub(super) const RECURSIVE: &str = "";

/// The names that places of one document have.
pub(super) struct Identifiers {
    base: String,
    /// The URI of each schema that has a `$id`, by pointer.
    resources: HashMap<String, String>,
    /// Pointers by URI.
    by_uri: HashMap<String, String>,
    /// Pointers by the resource and the name of an anchor.
    anchors: HashMap<(String, String), String>,
    /// Pointers of dynamic anchors by name, by the resource.
    dynamic_anchors: HashMap<String, IndexMap<String, String>>,
    /// What `$schema` says, by pointer.
    drafts: HashMap<String, Draft>,
}

/// The part of a document that references are relative to.
pub(super) struct Resource<'i> {
    pub(super) pointer: &'i str,
    pub(super) base: &'i str,
}

impl Identifiers {
    pub(super) fn without_identifiers(base: &str) -> Self {
        Self {
            base: base.to_owned(),
            resources: HashMap::new(),
            by_uri: HashMap::new(),
            anchors: HashMap::new(),
            dynamic_anchors: HashMap::new(),
            drafts: HashMap::new(),
        }
    }

    pub(super) fn from_document(document: &Value, base: &str) -> Self {
        let mut found = Self::without_identifiers(base);
        found.visit_schema(document, &mut String::new(), base, "");
        found
    }

    fn visit_schema(&mut self, value: &Value, pointer: &mut String, base: &str, resource: &str) {
        let length = pointer.len();
        match value {
            Value::Object(object) => {
                let id = self.add_identifier(object, pointer, base, resource);
                let (base, resource) = match &id {
                    Some((base, resource)) => (base.as_str(), resource.as_str()),
                    None => (base, resource),
                };
                self.add_anchors(object, pointer, resource);
                self.add_declaration(object, pointer);
                for (key, value) in object {
                    push_token(pointer, key);
                    self.visit_schema(value, pointer, base, resource);
                    pointer.truncate(length);
                }
            }
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    push_token(pointer, &index.to_string());
                    self.visit_schema(item, pointer, base, resource);
                    pointer.truncate(length);
                }
            }
            _ => {}
        }
    }

    fn add_identifier(
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

    fn add_anchors(&mut self, object: &Map<String, Value>, pointer: &str, resource: &str) {
        for key in ["$anchor", "$dynamicAnchor"] {
            if let Some(Value::String(name)) = object.get(key) {
                self.add_anchor(resource, name, pointer);
                if key == "$dynamicAnchor" {
                    self.add_dynamic_anchor(resource, name, pointer);
                }
            }
        }
        if pointer == resource && object.get("$recursiveAnchor") == Some(&Value::Bool(true)) {
            self.add_dynamic_anchor(resource, RECURSIVE, pointer);
        }
    }

    fn add_dynamic_anchor(&mut self, resource: &str, name: &str, pointer: &str) {
        let anchors = self.dynamic_anchors.entry(resource.to_owned()).or_default();
        let anchor = anchors.entry(name.to_owned());
        anchor.or_insert_with(|| pointer.to_owned());
    }

    fn add_declaration(&mut self, object: &Map<String, Value>, pointer: &str) {
        let declared = ["$schema", "jsonSchemaDialect"].into_iter();
        let mut declared = declared.filter_map(|key| object.get(key)?.as_str());
        if let Some(draft) = declared.next().and_then(Draft::from_metaschema_uri) {
            self.drafts.insert(pointer.to_owned(), draft);
        }
    }

    fn add_anchor(&mut self, resource: &str, name: &str, pointer: &str) {
        self.anchors
            .entry((resource.to_owned(), name.to_owned()))
            .or_insert_with(|| pointer.to_owned());
    }

    /// The innermost schema with a `$id` around a place, or the whole document.
    pub(super) fn find_resource(&self, pointer: &str) -> Resource<'_> {
        match innermost_resource(&self.resources, pointer) {
            Some((pointer, base)) => Resource { pointer, base },
            None => Resource {
                pointer: "",
                base: &self.base,
            },
        }
    }

    /// The draft that the schema at a place says it is of.
    pub(super) fn draft_of(&self, pointer: &str) -> Option<Draft> {
        innermost_resource(&self.drafts, pointer).map(|(_, draft)| *draft)
    }

    /// The pointers of the dynamic anchors in a part of the document, by name.
    pub(super) fn dynamic_anchors(&self, resource: &str) -> Option<&IndexMap<String, String>> {
        self.dynamic_anchors.get(resource)
    }

    /// The pointer of the schema with that URI.
    pub(super) fn with_uri(&self, uri: &str) -> Option<&str> {
        self.by_uri.get(uri).map(String::as_str)
    }

    /// The pointer of an anchor in a part of the document.
    pub(super) fn find_anchor(&self, resource: &str, name: &str) -> Option<&str> {
        let key = (resource.to_owned(), name.to_owned());
        self.anchors.get(&key).map(String::as_str)
    }
}

/// What is known of the innermost place around another one, or of itself.
fn innermost_resource<'m, T>(
    places: &'m HashMap<String, T>,
    pointer: &str,
) -> Option<(&'m str, &'m T)> {
    if places.is_empty() {
        return None;
    }
    let mut around = pointer;
    loop {
        if let Some((pointer, known)) = places.get_key_value(around) {
            return Some((pointer, known));
        }
        around = &around[..around.rfind('/')?];
    }
}
