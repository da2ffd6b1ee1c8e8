//! Lowers object schemas to structs and maps.

use std::collections::HashSet;

use serde_json::Value;

use super::{Context, Known, Types, doc_of, reference_key, with_known_values, with_range};
use crate::model::{Field, Shape, Type};
use crate::names::{Scope, field_name};
use crate::source::pointer::join;

impl Types<'_> {
    pub(super) fn lower_object(
        &mut self,
        schema: &Value,
        context: Context<'_>,
        known: Known<'_>,
    ) -> Type {
        let ident = self.claim_name(context);
        self.announce_type(known, &ident);
        let mut scope = Scope::default();
        let fields = self.lower_fields(schema, &ident, context.pointer, &mut scope);
        let rest = self.lower_rest(schema, &ident, context.pointer, &mut scope);
        self.add_type(
            ident.clone(),
            schema,
            context,
            Shape::Struct { fields, rest },
        );
        Type::Named(ident)
    }

    fn lower_fields(
        &mut self,
        schema: &Value,
        owner: &str,
        pointer: &str,
        scope: &mut Scope,
    ) -> Vec<Field> {
        let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
            return Vec::new();
        };
        let required: HashSet<&str> = required_names(schema).into_iter().collect();
        properties
            .iter()
            .filter(|(_, property)| **property != Value::Bool(false))
            .map(|(wire, property)| {
                let place = join(&format!("{pointer}/properties"), wire);
                let context = Context {
                    owner,
                    name: wire,
                    pointer: &place,
                };
                Field {
                    ident: scope.claim([field_name(wire)]),
                    wire: wire.clone(),
                    ty: self.lower_schema(property, context),
                    required: required.contains(&wire.as_str()),
                    doc: self.field_doc(property),
                }
            })
            .collect()
    }

    /// What is said of a property, with its known values and its range.
    fn field_doc(&self, property: &Value) -> String {
        let doc = with_known_values(property_doc(property), property, self.definitions);
        with_range(doc, property, self.definitions)
    }

    fn lower_rest(
        &mut self,
        schema: &Value,
        owner: &str,
        pointer: &str,
        scope: &mut Scope,
    ) -> Option<(String, Type)> {
        let ty = match schema.get("additionalProperties") {
            Some(Value::Bool(true)) => Type::Json,
            None if is_extended(schema) => Type::Json,
            Some(values @ Value::Object(_)) => {
                let place = format!("{pointer}/additionalProperties");
                let context = Context {
                    owner,
                    name: "additional value",
                    pointer: &place,
                };
                self.lower_schema(values, context)
            }
            _ => return None,
        };
        Some((scope.claim(["additional_properties".to_owned()]), ty))
    }
}

/// Whether other schemas extend this one by `allOf` and its values may be theirs: what is theirs
/// is kept as it is.
pub(crate) fn is_extended(schema: &Value) -> bool {
    schema.get("discriminator").is_some()
}

/// The names in `required`.
pub(crate) fn required_names(schema: &Value) -> Vec<&str> {
    schema
        .get("required")
        .and_then(Value::as_array)
        .map(|names| names.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default()
}

fn property_doc(property: &Value) -> String {
    let of_its_own = property.get("description").is_some() || reference_key(property).is_none();
    if of_its_own {
        doc_of(property)
    } else {
        String::new()
    }
}
