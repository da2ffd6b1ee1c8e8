//! Converts a schema and the definitions that it refers to, to Schema Objects of OpenAPI 3.0 and
//! named components. Works with a queue of open references, so that definitions that refer to
//! themselves are converted once. Nothing here knows which document the components are put into.

use std::collections::{BTreeSet, VecDeque};

use serde_json::{Map, Value};

use super::schema::Converter;

/// The schema of any value.
const ANY: Value = Value::Bool(true);

/// A schema in OpenAPI 3.0, and the components that it refers to.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct OpenApiSchema {
    /// The Schema Object. Its references are `#/components/schemas/{name}`.
    pub schema: Value,
    /// Schema Objects by their names: the name that was given, a dot and that of the definition. Names of tools have
    /// no dots, so that those of several tools do not meet in one document.
    pub components: Map<String, Value>,
}

/// The Schema Object (OpenAPI 3.0.3, section 4.7.24) of a JSON Schema 2020-12.
///
/// References within the schema become references to components; one that leads nowhere accepts any value. `name` is
/// what the names of components begin with.
///
/// ```
/// use serde_json::json;
/// use toolwright_inspect::openapi::openapi_schema;
///
/// let schema = json!({
///     "type": "object",
///     "properties": {
///         "limit": {"type": ["integer", "null"], "exclusiveMinimum": 0},
///         "parent": {"$ref": "#/$defs/Pet"},
///     },
///     "$defs": {"Pet": {"type": "object", "properties": {"parent": {"$ref": "#/$defs/Pet"}}}},
/// });
/// let converted = openapi_schema("add_pet", &schema);
/// let reference = json!({"$ref": "#/components/schemas/add_pet.Pet"});
/// assert_eq!(
///     converted.schema["properties"],
///     json!({
///         "limit": {"type": "integer", "nullable": true, "minimum": 0, "exclusiveMinimum": true},
///         "parent": reference,
///     })
/// );
/// assert_eq!(converted.components["add_pet.Pet"]["properties"]["parent"], reference);
/// ```
pub fn openapi_schema(name: &str, schema: &Value) -> OpenApiSchema {
    let mut components = Components::new(name);
    let written = Converter::new(schema, &mut components).convert_schema(schema);
    let mut converted = Map::new();
    // Converting a component may add others to the queue. A pointer gets its name when it is first
    // seen, so a cycle ends there.
    while let Some((name, pointer)) = components.open.pop_front() {
        let target = schema.pointer(&pointer).unwrap_or(&ANY);
        let component = Converter::new(schema, &mut components).convert_schema(target);
        converted.insert(name, component);
    }
    OpenApiSchema {
        schema: written,
        components: converted,
    }
}

/// The names of the schemas that were referred to.
#[derive(Debug)]
pub(super) struct Components {
    prefix: String,
    /// Pointers and names.
    known: Vec<(String, String)>,
    taken: BTreeSet<String>,
    /// Names and pointers that are still to be converted.
    open: VecDeque<(String, String)>,
}

impl Components {
    fn new(prefix: &str) -> Self {
        Self {
            prefix: written_name(prefix),
            known: Vec::new(),
            taken: BTreeSet::new(),
            open: VecDeque::new(),
        }
    }

    /// The reference to a component for what a reference within the schema leads to, if it is one.
    pub(super) fn refer_to_component(&mut self, reference: &str) -> Option<String> {
        let pointer = reference.strip_prefix('#')?;
        let known = self.known.iter().find(|(known, _)| known == pointer);
        let name = match known {
            Some((_, name)) => name.clone(),
            None => self.add_component(pointer),
        };
        Some(format!("#/components/schemas/{name}"))
    }

    fn add_component(&mut self, pointer: &str) -> String {
        let last = pointer.rsplit('/').next().unwrap_or_default();
        let base = match last {
            // `#` refers to the whole schema, which has no name of its own.
            "" => format!("{}.arguments", self.prefix),
            last => format!("{}.{}", self.prefix, written_name(last)),
        };
        let numbered = (2_usize..).map(|number| format!("{base}_{number}"));
        let mut names = std::iter::once(base.clone()).chain(numbered);
        let name = names
            .find(|name| !self.taken.contains(name))
            .unwrap_or(base);
        self.taken.insert(name.clone());
        self.known.push((pointer.to_owned(), name.clone()));
        self.open.push_back((name.clone(), pointer.to_owned()));
        name
    }
}

/// A name with the characters that the names of components may have.
fn written_name(name: &str) -> String {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    name.chars()
        .map(|c| if allowed(c) { c } else { '_' })
        .collect()
}
