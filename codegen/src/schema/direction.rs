//! What of a schema goes up in a request, and what comes back in a response.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use serde_json::Value;

use super::keyword::{referenced_key, schemas_in_keyword_mut};
use super::resolve_reference::follow_references;
use crate::schema::{Schema, SchemaId, Schemas};

/// How many definitions are looked into for the properties of one object.
const MAX_VISITED_DEFINITIONS: usize = 100;

/// The schemas as a request has them: `readOnly` properties leave `properties` and `required`. Of the lifted schemas only
/// those of `sent` are there, because the others take much memory in a large spec; each of them is `true`.
///
/// ```
/// use serde_json::json;
/// use toolwright_codegen::diagnostics::Diagnostics;
/// use toolwright_codegen::normalize::normalize;
/// use toolwright_codegen::schema::direction::without_read_only;
///
/// let pet = json!({"type": "object", "properties": {"id": {"readOnly": true}, "name": {}}});
/// let spec = json!({
///     "openapi": "3.0.3",
///     "info": {"title": "Pets", "version": "1"},
///     "paths": {},
///     "components": {"schemas": {"Pet": pet}},
/// });
/// let document = normalize(&spec, &mut Diagnostics::new())?;
/// let requests = without_read_only(&document.schemas, &document.sent_schemas);
/// for definition in requests.definitions.values() {
///     assert!(definition.value["properties"].get("id").is_none());
/// }
/// # Ok::<(), toolwright_codegen::normalize::NormalizeError>(())
/// ```
pub fn without_read_only(schemas: &Schemas, sent: &[SchemaId]) -> Schemas {
    without_marked_properties(schemas, sent, "readOnly")
}

/// The schemas as a response has them: `writeOnly` properties leave `properties` and `required`. Of the lifted schemas only
/// those of `received` are there; each of the others is `true`.
///
/// ```
/// use serde_json::json;
/// use toolwright_codegen::diagnostics::Diagnostics;
/// use toolwright_codegen::normalize::normalize;
/// use toolwright_codegen::schema::direction::without_write_only;
///
/// let user = json!({"type": "object", "properties": {"name": {}, "password": {"writeOnly": true}}});
/// let spec = json!({
///     "openapi": "3.0.3",
///     "info": {"title": "Users", "version": "1"},
///     "paths": {},
///     "components": {"schemas": {"User": user}},
/// });
/// let document = normalize(&spec, &mut Diagnostics::new())?;
/// let responses = without_write_only(&document.schemas, &document.received_schemas);
/// for definition in responses.definitions.values() {
///     assert!(definition.value["properties"].get("password").is_none());
/// }
/// # Ok::<(), toolwright_codegen::normalize::NormalizeError>(())
/// ```
pub fn without_write_only(schemas: &Schemas, received: &[SchemaId]) -> Schemas {
    without_marked_properties(schemas, received, "writeOnly")
}

fn without_marked_properties(schemas: &Schemas, used: &[SchemaId], mark: &str) -> Schemas {
    let filter = MarkedPropertyFilter::new(&schemas.definitions, mark);
    let filtered = |schema: &Schema| {
        let mut value = schema.value.clone();
        filter.remove_marked_properties(&mut value, &HashSet::new());
        Schema {
            pointer: schema.pointer.clone(),
            value,
        }
    };
    let unused = Schema {
        pointer: String::new(),
        value: Value::Bool(true),
    };
    let mut lifted = vec![unused; schemas.lifted.len()];
    for id in used {
        if let (Some(place), Some(schema)) =
            (lifted.get_mut(id.index()), id.find_in(&schemas.lifted))
        {
            *place = filtered(schema);
        }
    }
    Schemas {
        definitions: schemas
            .definitions
            .iter()
            .map(|(key, schema)| (key.clone(), filtered(schema)))
            .collect(),
        lifted,
    }
}

pub(super) struct MarkedPropertyFilter<'a> {
    definitions: &'a IndexMap<String, Schema>,
    mark: &'a str,
    /// What each definition says by itself. It is looked up at every place that refers to the definition,
    /// so it must not cost a walk through all of its properties there.
    own_marked: HashMap<&'a str, MarkedProperties>,
}

/// What a schema and the members of its `allOf` say of their own properties.
#[derive(Default)]
struct MarkedProperties {
    /// The names of those that are marked.
    names: Vec<String>,
    /// The keys of the definitions that have more.
    references: Vec<String>,
}

impl<'a> MarkedPropertyFilter<'a> {
    pub(super) fn new(definitions: &'a IndexMap<String, Schema>, mark: &'a str) -> Self {
        let mut filter = Self {
            definitions,
            mark,
            own_marked: HashMap::new(),
        };
        let stated = definitions.iter().map(|(key, schema)| {
            let mut stated = MarkedProperties::default();
            filter.collect_own_marked(&schema.value, &mut stated);
            (key.as_str(), stated)
        });
        filter.own_marked = stated.collect();
        filter
    }

    /// Cleans `schema`; `above` are the names that an enclosing schema, of which this one is an
    /// alternative or a member, has lost.
    fn remove_marked_properties(&self, schema: &mut Value, above: &HashSet<String>) {
        let mut lost = above.clone();
        self.collect_marked_names(schema, &mut lost);
        let none = HashSet::new();
        let Value::Object(object) = schema else {
            return;
        };
        if let Some(Value::Object(properties)) = object.get_mut("properties") {
            properties.retain(|name, _| !lost.contains(name));
        }
        if let Some(Value::Array(required)) = object.get_mut("required") {
            required.retain(|name| !name.as_str().is_some_and(|name| lost.contains(name)));
            // Draft 4 requires at least one name in `required` (JSON Schema Validation draft 4, section 5.4.3.1).
            if required.is_empty() {
                object.shift_remove("required");
            }
        }
        for (keyword, value) in object.iter_mut() {
            // Members of a composition describe the same object; what stands under any other keyword is another value.
            let composition = matches!(keyword.as_str(), "allOf" | "anyOf" | "oneOf");
            let above = if composition { &lost } else { &none };
            for inner in schemas_in_keyword_mut(keyword, value) {
                self.remove_marked_properties(inner, above);
            }
        }
    }

    /// The names of the marked properties of an object, those of its `allOf` among them.
    pub(super) fn collect_marked_names(&self, schema: &Value, lost: &mut HashSet<String>) {
        let mut stated = MarkedProperties::default();
        self.collect_own_marked(schema, &mut stated);
        lost.extend(stated.names);
        let mut seen: HashSet<&str> = HashSet::new();
        let mut open: Vec<&str> = stated.references.iter().rev().map(String::as_str).collect();
        while let Some(key) = open.pop() {
            if seen.len() < MAX_VISITED_DEFINITIONS
                && let Some(stated) = self.own_marked.get(key)
                && seen.insert(key)
            {
                lost.extend(stated.names.iter().cloned());
                open.extend(stated.references.iter().rev().map(String::as_str));
            }
        }
    }

    fn collect_own_marked(&self, schema: &Value, stated: &mut MarkedProperties) {
        if let Some(Value::Object(properties)) = schema.get("properties") {
            for (name, property) in properties {
                if self.is_marked(property) {
                    stated.names.push(name.clone());
                }
            }
        }
        stated
            .references
            .extend(referenced_key(schema).map(str::to_owned));
        for member in all_of_members(schema) {
            self.collect_own_marked(member, stated);
        }
    }

    fn is_marked(&self, property: &Value) -> bool {
        let says = |schema: &Value| schema.get(self.mark) == Some(&Value::Bool(true));
        says(property)
            || says(follow_references(property, self.definitions))
            || all_of_members(property)
                .iter()
                .any(|member| self.is_marked(member))
    }
}

fn all_of_members(schema: &Value) -> &[Value] {
    schema
        .get("allOf")
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schema::testing::schemas_from_json;

    #[test]
    fn read_only_properties_leave_requests() {
        let all = schemas_from_json(
            json!({
                "Id": {"type": "string", "readOnly": true},
                "Base": {"properties": {"id": {"$ref": "#/$defs/Id"}}},
            }),
            json!({
                "allOf": [{"$ref": "#/$defs/Base"}, {"required": ["id", "name"]}],
                "properties": {
                    "name": {"type": "string"},
                    "readOnly": {"type": "boolean"},
                    "made": {"allOf": [{"type": "string"}, {"readOnly": true}]},
                    "inner": {"properties": {"a": {"readOnly": true}}, "required": ["a"]},
                    "secret": {"writeOnly": true},
                },
                "required": ["made"],
            }),
        );
        let requests = without_read_only(&all, &all.lifted_ids());
        assert_eq!(
            requests.lifted[0].value,
            json!({
                "allOf": [{"$ref": "#/$defs/Base"}, {"required": ["name"]}],
                "properties": {
                    "name": {"type": "string"},
                    "readOnly": {"type": "boolean"},
                    "inner": {"properties": {}},
                    "secret": {"writeOnly": true},
                },
            })
        );
        assert_eq!(
            requests.definitions["Base"].value,
            json!({"properties": {}})
        );
        let responses = without_write_only(&all, &all.lifted_ids());
        assert!(
            responses.lifted[0].value["properties"]
                .get("secret")
                .is_none()
        );
        assert_eq!(responses.definitions, all.definitions);
    }

    #[test]
    fn cycles_end() {
        let all = schemas_from_json(
            json!({"A": {"allOf": [{"$ref": "#/$defs/A"}], "properties": {"a": {"$ref": "#/$defs/A"}}}}),
            json!(true),
        );
        assert_eq!(without_read_only(&all, &all.lifted_ids()), all);
    }
}
