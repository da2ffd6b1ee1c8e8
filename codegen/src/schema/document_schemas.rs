//! The schemas of a document, in the form that all stages after `normalize` work on.
//!
//! A component is a definition under its key; a schema that stands in a parameter, a body or a response is
//! lifted out of it and known by its [`SchemaId`].

use indexmap::IndexMap;
use serde_json::Value;

/// The schemas of a spec as JSON Schema 2020-12, references between them being `#/$defs/{key}`.
///
/// ```
/// # use std::path::Path;
/// # use toolwright_codegen::diagnostics::Diagnostics;
/// use toolwright_codegen::normalize::normalize_sources;
/// # use toolwright_codegen::source::Sources;
///
/// let sources = Sources::load(Path::new("tests/doc/shop.yaml"), None)?;
/// let document = normalize_sources(&sources, &mut Diagnostics::new())?;
/// assert!(document.schemas.definitions.contains_key("Pet"));
/// // The schema of the first parameter.
/// assert_eq!(document.schemas.lifted[0].value["type"], "integer");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schemas {
    /// The components, and every other place that a reference points to, by key. A key matches
    /// `^[A-Za-z0-9_.-]+$`; for a component it is the component's name where that allows it. A
    /// place is there more than once where dynamic references in it lead to different schemas.
    pub definitions: IndexMap<String, Schema>,
    /// The schemas of parameters, bodies and responses, by their [`SchemaId`].
    pub lifted: Vec<Schema>,
}

impl Schemas {
    /// Adds a schema to the lifted ones.
    pub(crate) fn add_lifted(&mut self, schema: Schema) -> SchemaId {
        self.lifted.push(schema);
        SchemaId(self.lifted.len() - 1)
    }

    /// The numbers of all lifted schemas.
    #[cfg(test)]
    pub(crate) fn lifted_ids(&self) -> Vec<SchemaId> {
        (0..self.lifted.len()).map(SchemaId).collect()
    }
}

/// The number of a schema among the lifted ones.
///
/// ```
/// # use std::path::Path;
/// # use toolwright_codegen::diagnostics::Diagnostics;
/// use toolwright_codegen::normalize::normalize_sources;
/// use toolwright_codegen::schema::SchemaId;
/// # use toolwright_codegen::source::Sources;
///
/// # let sources = Sources::load(Path::new("tests/doc/shop.yaml"), None)?;
/// let document = normalize_sources(&sources, &mut Diagnostics::new())?;
/// let limit: SchemaId = document.operations[0].parameters[0].schema.expect("it has one");
/// assert_eq!(document.schemas.lifted[limit.index()].value["type"], "integer");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SchemaId(usize);

impl SchemaId {
    /// Its index in [`Schemas::lifted`].
    pub fn index(self) -> usize {
        self.0
    }

    /// The schema among lifted ones, which may be those of requests or of responses.
    pub(crate) fn find_in(self, lifted: &[Schema]) -> Option<&Schema> {
        lifted.get(self.0)
    }
}

/// A schema and its place in the spec.
///
/// ```
/// # use std::path::Path;
/// # use toolwright_codegen::diagnostics::Diagnostics;
/// use toolwright_codegen::normalize::normalize_sources;
/// # use toolwright_codegen::source::Sources;
///
/// let sources = Sources::load(Path::new("tests/doc/shop.yaml"), None)?;
/// let document = normalize_sources(&sources, &mut Diagnostics::new())?;
/// let house = &document.schemas.definitions["House"];
/// assert_eq!(house.pointer, "/components/schemas/House");
/// assert_eq!(house.value["properties"]["rooms"]["type"], "integer");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Schema {
    /// JSON pointer of its place.
    pub pointer: String,
    /// JSON Schema 2020-12: an object or a boolean. `discriminator`, `xml`, `readOnly`,
    /// `writeOnly`, `deprecated`, `title`, `description`, `default`, `examples`, `format` and
    /// `x-*` are kept beside the validation keywords; other keywords that JSON Schema does not
    /// know are not. `discriminator` is an object, the values of its `mapping` and `defaultMapping` are
    /// `#/$defs/{key}`; the names of the spec's mapping that lead to none of the alternatives are in
    /// `lost`.
    /// No definition refers to itself with nothing in between.
    pub value: Value,
}
