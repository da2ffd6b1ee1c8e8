//! Writes the union of a family: its descendants by the values of the discriminator that select them, and the schema
//! itself for every other value.

use indexmap::IndexMap;
use serde_json::{Map, Value, json};

use super::STATED_VALUE;
use super::families::{Family, find_ancestors};
use crate::schema::keyword::Object;
use crate::schema::{DiscriminatedUnion, DiscriminatorValues, Schema, Schemas};

impl Family<'_> {
    /// The union of the descendants and the schema itself, which is the default.
    pub(super) fn write_union(&self, schemas: &Schemas) -> Option<Schema> {
        let parent = schemas.definitions.get(self.parent)?;
        let stated = parent.value.get("discriminator")?.as_object()?;
        let mut discriminator = stated.clone();
        let property = stated.get("propertyName")?.as_str()?;
        let mapping = self.write_mapping(property, &schemas.definitions);
        let descendants = self.descendants.iter();
        let alternatives: Vec<Value> = descendants
            .map(|key| write_alternative(key, property, &mapping, &schemas.definitions))
            .collect();
        discriminator.insert("mapping".to_owned(), Value::Object(mapping));
        let mut union = Map::new();
        // An element has the name of the schema that is declared, whichever descendant its value is.
        for keyword in ["title", "description", "xml"] {
            let value = parent.value.get(keyword);
            union.extend(value.map(|value| (keyword.to_owned(), value.clone())));
        }
        // The default admits what descendants without values of their own do, so that several may match.
        union.insert("anyOf".to_owned(), Value::Array(alternatives));
        union.insert("discriminator".to_owned(), Value::Object(discriminator));
        let others = self.write_default(&union, schemas)?;
        if let Some(Value::Array(alternatives)) = union.get_mut("anyOf") {
            alternatives.push(others);
        }
        let default = json!(definition_reference(self.parent));
        if let Some(Value::Object(discriminator)) = union.get_mut("discriminator") {
            discriminator.insert("defaultMapping".to_owned(), default);
        }
        Some(Schema {
            pointer: parent.pointer.clone(),
            value: Value::Object(union),
        })
    }

    /// The values that lead to descendants: those of the mappings of the schema and of what it extends, and those that descendants
    /// state.
    fn write_mapping(&self, property: &str, definitions: &IndexMap<String, Schema>) -> Object {
        let targets: Vec<String> = self
            .descendants
            .iter()
            .map(|key| definition_reference(key))
            .collect();
        let is_descendant = |target: &Value| targets.iter().any(|known| target == known);
        let mut written = Object::new();
        for ancestor in find_ancestors(self.parent, definitions) {
            let discriminator = ancestor.get("discriminator");
            let same = discriminator.filter(|it| it["propertyName"] == property);
            let mapping = same.and_then(|it| it.get("mapping")?.as_object());
            let entries = mapping.into_iter().flatten();
            for (value, target) in entries.filter(|(_, target)| is_descendant(target)) {
                written.entry(value).or_insert_with(|| target.clone());
            }
        }
        for (key, target) in self.descendants.iter().zip(&targets) {
            if let Some(value) = stated_value(key, definitions) {
                written.entry(value).or_insert_with(|| json!(target));
            }
        }
        written
    }

    /// The schema itself, for all values that select none of the descendants.
    fn write_default(&self, union: &Object, schemas: &Schemas) -> Option<Value> {
        let union = DiscriminatedUnion::from_schema(union, &schemas.definitions)?;
        // What its parent admits as well says nothing of a descendant.
        let shared = union.list_property_values(&reference_to(self.parent));
        let mut values: Vec<Value> = Vec::new();
        for branch in union.alternatives() {
            let names = union.discriminator_names(branch);
            let DiscriminatorValues::Only(selected) = union.values_for_alternative(branch) else {
                continue;
            };
            // Null selects no schema, so that it stays with the default whether a descendant admits it or not.
            for value in selected.into_iter().filter(|value| !value.is_null()) {
                let is_name = names.iter().any(|name| value == *name);
                if !values.contains(&value) && (is_name || !shared.contains(&value)) {
                    values.push(value);
                }
            }
        }
        let mut default = reference_to(self.parent);
        if !values.is_empty() {
            default["properties"] = json!({union.property_name(): {"not": {"enum": values}}});
        }
        Some(default)
    }
}

/// The alternative of a descendant. A mapping has one schema for each value, so that a value which several descendants
/// state must stand in the alternatives of the others.
fn write_alternative(
    key: &str,
    property: &str,
    mapping: &Object,
    definitions: &IndexMap<String, Schema>,
) -> Value {
    let mut alternative = reference_to(key);
    let is_mapped = mapping
        .values()
        .any(|target| *target == alternative["$ref"]);
    if let Some(value) = stated_value(key, definitions).filter(|_| !is_mapped) {
        alternative["properties"] = json!({property: {"enum": [value]}});
    }
    alternative
}

/// The value of the discriminator that a schema states to be its own.
fn stated_value<'s>(key: &str, definitions: &'s IndexMap<String, Schema>) -> Option<&'s str> {
    definitions.get(key)?.value.get(STATED_VALUE)?.as_str()
}

fn reference_to(key: &str) -> Value {
    json!({"$ref": definition_reference(key)})
}

pub(super) fn definition_reference(key: &str) -> String {
    format!("#/$defs/{key}")
}
