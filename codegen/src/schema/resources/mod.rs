//! Schemas of any draft, which refer to each other by URIs, anchors and dynamic references, as
//! definitions of JSON Schema 2020-12 that refer to each other by `#/$defs/` alone.
//!
//! A dynamic reference leads where the schemas that were entered before it say. A table knows
//! nothing of them, so that a schema is copied for every such past that makes a difference.

mod declared_dialect;
mod dialect;
mod dynamic_scope;
mod metaschemas;
mod partition_refinement;
mod resource_index;
mod schema_bundler;
#[cfg(test)]
mod tests;

use indexmap::IndexMap;
use serde_json::Value;

pub use self::dialect::Draft;
pub(crate) use self::dynamic_scope::DynamicScope;
pub(crate) use self::partition_refinement::refine_partition;

/// Documents that schemas may refer to.
///
/// ```
/// use serde_json::json;
/// use toolwright_codegen::schema::resources::Resources;
///
/// let mut resources = Resources::default();
/// resources.add_schema("https://example.com/name.json", json!({"$anchor": "name", "type": "string"}));
/// let bundle = resources.bundle(
///     "https://example.com/pet.json",
///     &json!({"properties": {"name": {"$ref": "name.json#name"}}}),
/// );
/// assert_eq!(bundle.schema, json!({"properties": {"name": {"$ref": "#/$defs/d0"}}}));
/// assert_eq!(bundle.definitions["d0"].schema, json!({"type": "string"}));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Resources {
    documents: IndexMap<String, Document>,
    draft: Draft,
}

/// A document, and the JSON pointers of the schemas in it.
#[derive(Clone, Debug)]
struct Document {
    value: Value,
    schemas: Vec<String>,
}

impl Document {
    /// A document that is a schema.
    fn from_schema(value: Value) -> Self {
        Self {
            value,
            schemas: vec![String::new()],
        }
    }
}

/// A schema with everything that it refers to.
///
/// ```
/// use serde_json::json;
/// use toolwright_codegen::schema::resources::Resources;
///
/// let pet = json!({"properties": {"name": {"$ref": "name.json"}}});
/// let bundle = Resources::default().bundle("https://example.com/pet.json", &pet);
/// assert_eq!(bundle.unresolved, ["name.json"]);
/// assert!(bundle.definitions.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Bundle {
    /// The schema.
    pub schema: Value,
    /// What it refers to, by the key in `#/$defs/`.
    pub definitions: IndexMap<String, Bundled>,
    /// The references that lead nowhere, as they are written. Where one stood, any value is allowed.
    pub unresolved: Vec<String>,
}

/// A definition of a [`Bundle`].
///
/// ```
/// use serde_json::json;
/// use toolwright_codegen::schema::resources::Resources;
///
/// let mut resources = Resources::default();
/// resources.add_schema("https://example.com/name.json", json!({"$defs": {"text": {"type": "string"}}}));
/// let name = json!({"$ref": "https://example.com/name.json#/$defs/text"});
/// let bundle = resources.bundle("", &name);
/// assert_eq!(bundle.definitions["d0"].uri, "https://example.com/name.json#/$defs/text");
/// assert_eq!(bundle.definitions["d0"].schema, json!({"type": "string"}));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Bundled {
    /// Where it was found: the URI of a document and a JSON pointer in its fragment.
    pub uri: String,
    /// The schema.
    pub schema: Value,
}

impl Resources {
    /// No documents but the metaschemas; `draft` is that of schemas which do not say `$schema`.
    pub fn new(draft: Draft) -> Self {
        Self {
            documents: IndexMap::new(),
            draft,
        }
    }

    /// Adds the schema that is found at `uri`.
    pub fn add_schema(&mut self, uri: impl Into<String>, schema: Value) {
        self.add_document(uri, schema, [String::new()]);
    }

    /// Adds a document that holds schemas, such as an OpenAPI document: `schemas` are the JSON
    /// pointers of all that stand in no other.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolwright_codegen::schema::resources::Resources;
    ///
    /// let mut resources = Resources::default();
    /// let spec = json!({"components": {"schemas": {
    ///     "Pet": {"properties": {"owner": {"$ref": "#owner"}}},
    ///     "Owner": {"$anchor": "owner", "type": "string"},
    /// }}});
    /// let schemas = ["Pet", "Owner"].map(|name| format!("/components/schemas/{name}"));
    /// resources.add_document("api.json", spec, schemas);
    /// let bundle = resources.bundle("", &json!({"$ref": "api.json#/components/schemas/Pet"}));
    /// assert_eq!(bundle.definitions["d1"].uri, "api.json#/components/schemas/Owner");
    /// ```
    pub fn add_document(
        &mut self,
        uri: impl Into<String>,
        document: Value,
        schemas: impl IntoIterator<Item = String>,
    ) {
        let document = Document {
            value: document,
            schemas: schemas.into_iter().collect(),
        };
        self.documents.insert(uri.into(), document);
    }

    /// Resolves every reference of a schema whose base URI is `uri`, which may be empty.
    pub fn bundle(&self, uri: &str, schema: &Value) -> Bundle {
        schema_bundler::bundle_schema(self, uri, schema)
    }

    fn find_document(&self, uri: &str) -> Option<Document> {
        let known = self.documents.get(uri).cloned();
        known.or_else(|| metaschemas::find_metaschema(uri).map(Document::from_schema))
    }
}
