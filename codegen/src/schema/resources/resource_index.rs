//! Indexes documents by the URIs and anchors of the schemas in them, and resolves references to places
//! (JSON Schema Core 2020-12, section 8.2 and 9.1.2). Documents are loaded when a reference first needs them; none is
//! ever fetched.

use indexmap::IndexMap;
use serde_json::Value;

use super::declared_dialect::declared_dialect;
use super::dialect::{Dialect, KeywordReading};
use super::{Document, Resources};
use crate::schema::keyword::{KeywordContent, Object};
use crate::source::pointer;
use crate::source::uri::{join, split_fragment};

/// A place in a document.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct DocumentPlace {
    pub(super) document: usize,
    pub(super) pointer: String,
}

impl DocumentPlace {
    pub(super) fn child(&self, token: &str) -> Self {
        Self {
            document: self.document,
            pointer: pointer::join(&self.pointer, token),
        }
    }
}

/// A schema with a URI of its own: a document, or a part with an `$id`.
#[derive(Debug)]
pub(super) struct Resource {
    pub(super) place: DocumentPlace,
    pub(super) uri: String,
    pub(super) dialect: Dialect,
    /// Places by the name of their anchor.
    pub(super) anchors: IndexMap<String, DocumentPlace>,
    pub(super) dynamic_anchors: IndexMap<String, DocumentPlace>,
}

/// The documents that were needed so far.
pub(super) struct ResourceIndex<'a> {
    known: &'a Resources,
    documents: Vec<Value>,
    pub(super) resources: Vec<Resource>,
    by_uri: IndexMap<String, usize>,
}

impl<'a> ResourceIndex<'a> {
    pub(super) fn new(known: &'a Resources) -> Self {
        Self {
            known,
            documents: Vec::new(),
            resources: Vec::new(),
            by_uri: IndexMap::new(),
        }
    }

    /// Adds a document that was found at `uri`, and returns its root.
    pub(super) fn add_document(&mut self, uri: &str, document: Document) -> DocumentPlace {
        let Document { value, schemas } = document;
        let root = DocumentPlace {
            document: self.documents.len(),
            pointer: String::new(),
        };
        let dialect = declared_dialect(&value, self.known).unwrap_or(Dialect {
            draft: self.known.draft,
            validation: true,
        });
        let resource = self.add_resource(root.clone(), uri.to_owned(), dialect);
        // The document is scanned while the index is changed, so that its place is taken before.
        self.documents.push(Value::Null);
        for pointer in schemas {
            if let Some(schema) = value.pointer(&pointer) {
                let document = root.document;
                self.collect_identifiers(schema, &DocumentPlace { document, pointer }, resource);
            }
        }
        self.documents[root.document] = value;
        root
    }

    pub(super) fn get_value(&self, place: &DocumentPlace) -> Option<&Value> {
        self.documents.get(place.document)?.pointer(&place.pointer)
    }

    /// The URI of a place: that of its document, with a JSON pointer.
    pub(super) fn place_uri(&self, place: &DocumentPlace) -> String {
        let is_root = |resource: &&Resource| {
            resource.place.document == place.document && resource.place.pointer.is_empty()
        };
        let document = self.resources.iter().find(is_root);
        let document = document.map_or("", |resource| &resource.uri);
        format!("{document}#{}", place.pointer)
    }

    /// The resource that a place lies in: the innermost.
    pub(super) fn innermost_resource(&self, place: &DocumentPlace) -> usize {
        let lies_within = |resource: &Resource| {
            let inner = place.pointer.strip_prefix(&resource.place.pointer);
            resource.place.document == place.document
                && inner.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let around = self.resources.iter().enumerate();
        around
            .filter(|(_, resource)| lies_within(resource))
            // The innermost resource has the longest pointer.
            .max_by_key(|(_, resource)| resource.place.pointer.len())
            .map_or(0, |(index, _)| index)
    }

    /// The place that a reference leads to, and the name of its anchor if the fragment is one.
    pub(super) fn resolve_reference<'r>(
        &mut self,
        base: &str,
        reference: &'r str,
    ) -> Option<(DocumentPlace, Option<&'r str>)> {
        let (uri, fragment) = split_fragment(reference);
        let fragment = fragment.unwrap_or_default();
        let resource = self.find_or_load(&join(base, uri))?;
        let resource = &self.resources[resource];
        if fragment.is_empty() {
            return Some((resource.place.clone(), None));
        }
        if !fragment.starts_with('/') {
            let anchor = resource.dynamic_anchors.get(fragment);
            let anchor = anchor.or_else(|| resource.anchors.get(fragment))?;
            return Some((anchor.clone(), Some(fragment)));
        }
        let pointer = percent_encoding::percent_decode_str(fragment).decode_utf8_lossy();
        let place = DocumentPlace {
            document: resource.place.document,
            pointer: format!("{}{pointer}", resource.place.pointer),
        };
        self.get_value(&place)?;
        Some((place, None))
    }

    fn find_or_load(&mut self, uri: &str) -> Option<usize> {
        if let Some(index) = self.by_uri.get(uri) {
            return Some(*index);
        }
        let document = self.known.find_document(uri)?;
        self.add_document(uri, document);
        self.by_uri.get(uri).copied()
    }

    /// The first one of a URI is the one that is meant.
    fn add_resource(&mut self, place: DocumentPlace, uri: String, dialect: Dialect) -> usize {
        let index = self.resources.len();
        self.by_uri.entry(uri.clone()).or_insert(index);
        self.resources.push(Resource {
            place,
            uri,
            dialect,
            anchors: IndexMap::new(),
            dynamic_anchors: IndexMap::new(),
        });
        index
    }

    /// Notes the URIs and anchors of a schema and of those within.
    fn collect_identifiers(&mut self, schema: &Value, at: &DocumentPlace, resource: usize) {
        let Value::Object(object) = schema else {
            return;
        };
        let resource = self.enter_resource(object, schema, at, resource);
        let dialect = self.resources[resource].dialect;
        for (keyword, anchors) in [("$anchor", false), ("$dynamicAnchor", true)] {
            if let Some(Value::String(name)) = object.get(keyword) {
                let resource = &mut self.resources[resource];
                if anchors {
                    resource.dynamic_anchors.insert(name.clone(), at.clone());
                }
                resource.anchors.insert(name.clone(), at.clone());
            }
        }
        for (keyword, value) in object {
            let holds = match dialect.read_keyword(keyword, object) {
                KeywordReading::Keyword(_, holds) => holds,
                KeywordReading::Definitions | KeywordReading::Dependencies => KeywordContent::Map,
                _ => KeywordContent::Data,
            };
            let at = at.child(keyword);
            match (holds, value) {
                (KeywordContent::Schema, schema) => self.collect_identifiers(schema, &at, resource),
                (KeywordContent::List, Value::Array(list)) => {
                    for (index, schema) in list.iter().enumerate() {
                        self.collect_identifiers(schema, &at.child(&index.to_string()), resource);
                    }
                }
                (KeywordContent::Map, Value::Object(map)) => {
                    for (name, schema) in map {
                        self.collect_identifiers(schema, &at.child(name), resource);
                    }
                }
                _ => {}
            }
        }
    }

    /// The resource of a schema: another one where it has an `$id`.
    fn enter_resource(
        &mut self,
        object: &Object,
        schema: &Value,
        at: &DocumentPlace,
        outer: usize,
    ) -> usize {
        let inherited = self.resources[outer].dialect;
        let dialect = declared_dialect(schema, self.known).unwrap_or(inherited);
        let Some(Value::String(id)) = object.get(dialect.id_keyword()) else {
            return outer;
        };
        // Up to draft 7, `$id` beside `$ref` is ignored with all other keywords.
        if dialect.references_stand_alone() && object.contains_key("$ref") {
            return outer;
        }
        let (uri, fragment) = split_fragment(id);
        let mut resource = outer;
        if !uri.is_empty() {
            let uri = join(&self.resources[outer].uri, uri);
            if *at == self.resources[outer].place {
                self.by_uri.entry(uri.clone()).or_insert(outer);
                self.resources[outer].uri = uri;
            } else {
                resource = self.add_resource(at.clone(), uri, dialect);
            }
        }
        if let Some(fragment) = fragment.filter(|name| !name.is_empty()) {
            let anchors = &mut self.resources[resource].anchors;
            anchors.insert(fragment.to_owned(), at.clone());
        }
        resource
    }
}
